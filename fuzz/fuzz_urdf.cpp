// Fuzzes text as the URDF of an arm. Accepted input has valid limits and bodies, and finite poses, Jacobians and
// gravity torques in the middle and at the ends of the joint ranges.
#include <Eigen/Cholesky>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "claim.hpp"
#include "limber/arm.hpp"

namespace limber::fuzz {
namespace {

const std::string kSource = "some/arm.urdf";

struct Ends {
  const char* base;
  const char* tip;
};
// Of our own robots, and of the small seeds of the corpus.
constexpr std::array<Ends, 3> kEnds{{{"base_link", "tool0"}, {"world", "end_effector_link"}, {"base", "tip"}}};

Ends ends_in(const std::string& xml) {
  for (const Ends& ends : kEnds) {
    if (xml.find(ends.base) != std::string::npos && xml.find(ends.tip) != std::string::npos) return ends;
  }
  return kEnds.back();
}

void claim_limits(const Joint& joint) {
  const JointLimits& limits = joint.limits;
  claim(limits.lower < limits.upper, "a lower limit is below the upper one", joint.name);
  const bool finite = std::isfinite(limits.lower) && std::isfinite(limits.upper);
  claim(finite == (joint.type != JointType::kContinuous), "only a continuous joint has no limits", joint.name);
  claim(limits.velocity > 0, "a velocity limit is above 0, infinite if there is none", joint.name);
  claim(std::isfinite(limits.effort) && limits.effort >= 0, "an effort limit is 0 or above", joint.name);
  claim(std::isfinite(joint.damping) && joint.damping >= 0, "damping is 0 or above", joint.name);
  claim(std::abs(joint.axis.norm() - 1.0) < 1e-9, "an axis has unit length", joint.name);
}

void claim_body(const Body& body) {
  claim(std::isfinite(body.mass) && body.mass >= 0, "a mass is 0 or above");
  claim(body.com.allFinite() && body.inertia.allFinite(), "a body is finite");
  const double rounding = 1e-9 * body.inertia.cwiseAbs().maxCoeff() + 1e-100;
  const Matrix3 rounded = body.inertia + rounding * Matrix3::Identity();
  claim(rounded.llt().info() == Eigen::Success, "an inertia has no eigenvalue below 0");
}

void claim_posture(const Arm& arm, const JointVector& q) {
  for (const std::string& name : arm.frame_names()) {
    const std::optional<Frame> frame = arm.find_frame(name);
    claim(frame.has_value(), "a frame with a name is found by it", name);
    Pose X;
    Jacobian J;
    arm.kinematics(q, *frame, X, J);
    claim(J.cols() == arm.joint_count(), "a Jacobian has one column a joint", name);
    claim(X.p.allFinite() && X.R.allFinite() && J.allFinite(), "a pose and its Jacobian are finite", name);
    claim((X.R.transpose() * X.R - Matrix3::Identity()).norm() < 1e-6, "an orientation is a rotation", name);
  }
  claim(arm.gravity_torque(q, {0, 0, -9.81}).allFinite(), "gravity torques are finite");
}

// Each joint at this fraction of its range; without limits, at this angle.
JointVector posture(const Arm& arm, double share) {
  JointVector q(arm.joint_count());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
    q[i] = std::isfinite(limits.lower) ? (1.0 - share) * limits.lower + share * limits.upper : share;
  }
  return q;
}

void claim_arm(const Arm& arm) {
  claim(arm.joint_count() >= 1 && arm.joint_count() <= kMaxJoints, "an arm has 1 to 8 joints");
  claim(arm.bodies().size() == arm.joints().size(), "an arm has one body a joint");
  for (const Joint& joint : arm.joints()) claim_limits(joint);
  for (const Body& body : arm.bodies()) claim_body(body);
  for (const double share : {0.0, 0.5, 1.0}) claim_posture(arm, posture(arm, share));
  const Arm left = arm.with_prefix("left_");
  claim(left.find_frame("left_" + arm.tip_name()).has_value(), "a prefix is before every name");
}

void read_text(const std::string& xml) {
  const Ends ends = ends_in(xml);
  for (const Branches branches : {Branches::kRefuse, Branches::kFreezeAtZero}) {
    try {
      claim_arm(Arm::from_urdf(xml, ends.base, ends.tip, kSource, branches));
    } catch (const ArmError& error) {
      claim_sentence(error.what(), kSource);
    }
  }
}

}  // namespace
}  // namespace limber::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  limber::fuzz::read_text({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
