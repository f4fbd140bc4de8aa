// Limits joint velocities: boxes and planes first, then as far towards the wanted motion as accelerations allow.
#include <algorithm>
#include <cmath>

#include "safety/motion_limits.hpp"
#include "safety/shaping.hpp"

namespace limber {
namespace {

// The tool speed by the Jacobian differs from that over a finite step by up to this factor;
// CommandedMotion::within_finite_speed() corrects the rest.
constexpr double kSpeedTolerance = 1.005;
// m per rad: below this, no joint moves the tool along the normal of a plane.
constexpr double kNoLever = 1e-3;

void keep_box(JointVector& qd, const VelocityBox& box, LimitSet& reshaped) noexcept {
  for (Eigen::Index i = 0; i < qd.size(); ++i) {
    const double kept = std::clamp(qd[i], box.lowest[i], box.highest[i]);
    if (kept != qd[i]) reshaped.add(Limit::kJointPosition);
    qd[i] = kept;
  }
}

// Removes the excess speed towards a plane by the smallest change of the joints that are not at their bounds.
void keep_planes(JointVector& qd, const ToolKinematics& kinematics, const ToolBounds& tool, const VelocityBox& box,
                 double h, LimitSet& reshaped) noexcept {
  for (std::size_t k = 0; k < tool.plane_count; ++k) {
    const Plane& plane = tool.planes[k];
    JointVector row = kinematics.J_BC_B.topRows<3>().transpose() * plane.normal;
    const double excess =
        row.dot(qd) - plane_speed(plane.offset - plane.normal.dot(kinematics.p_BC_B), tool.linear_acceleration, h);
    if (excess <= 1e-12) continue;
    for (Eigen::Index i = 0; i < qd.size(); ++i) {
      const bool stuck = row[i] > 0.0 ? qd[i] <= box.lowest[i] : qd[i] >= box.highest[i];
      if (stuck) row[i] = 0.0;
    }
    const double squared = row.squaredNorm();
    if (squared < kNoLever * kNoLever) continue;
    qd -= (excess / squared) * row;
    reshaped.add(Limit::kWorkspace);
  }
}

// Scales all joints by the same factor so that neither a joint nor the tool is too fast.
void keep_speeds(JointVector& qd, const Jacobian& J, const JointBounds& joints, const ToolBounds& tool,
                 LimitSet& reshaped) noexcept {
  double scale = 1.0;
  for (Eigen::Index i = 0; i < qd.size(); ++i) {
    const double speed = std::abs(qd[i]);
    if (speed > joints.velocity[i] * kSlack) {
      scale = std::min(scale, joints.velocity[i] / speed);
      reshaped.add(Limit::kJointVelocity);
    }
  }
  const Vector6 twist = tool_twist(J, qd);
  const double linear = twist.head<3>().norm();
  const double angular = twist.tail<3>().norm();
  if (linear > tool.linear_velocity * kSpeedTolerance) {
    scale = std::min(scale, tool.linear_velocity / linear);
    reshaped.add(Limit::kLinearVelocity);
  }
  if (angular > tool.angular_velocity * kSpeedTolerance) {
    scale = std::min(scale, tool.angular_velocity / angular);
    reshaped.add(Limit::kAngularVelocity);
  }
  qd *= scale;
}

// `qd`, limited to boxes, planes and speeds. Two passes, because each limit may violate the one before.
JointVector permitted(JointVector qd, const ToolKinematics& kinematics, const JointBounds& joints,
                      const ToolBounds& tool, const VelocityBox& box, double h, LimitSet& reshaped) noexcept {
  for (int pass = 0; pass < 2; ++pass) {
    const JointVector before = qd;
    keep_box(qd, box, reshaped);
    keep_planes(qd, kinematics, tool, box, h, reshaped);
    keep_box(qd, box, reshaped);
    keep_speeds(qd, kinematics.J_BC_B, joints, tool, reshaped);
    if (qd == before) break;
  }
  return qd;
}

// The largest s in 0..1 with |start_i + s change_i| <= limit_i h for every joint.
double share_of_joints(const JointVector& start, const JointVector& change, const JointVector& limit,
                       double h) noexcept {
  double share = 1.0;
  for (Eigen::Index i = 0; i < change.size(); ++i) {
    const double radius = limit[i] * h * kSlack;
    if (std::abs(start[i] + change[i]) <= radius || change[i] == 0.0) continue;
    const double room = change[i] > 0.0 ? radius - start[i] : -radius - start[i];
    share = std::clamp(room / change[i], 0.0, share);
  }
  return share;
}

}  // namespace

JointVector shape_joint_velocity(const JointVector& wanted, const JointVector& previous,
                                 const ToolKinematics& kinematics, const JointBounds& joints, const ToolBounds& tool,
                                 const VelocityBox& box, double h, LimitSet& reshaped, Braking braking) noexcept {
  const JointVector goal = permitted(wanted, kinematics, joints, tool, box, h, reshaped);
  LimitSet ignored;
  const JointVector* touch = kinematics.touch;
  JointVector base = permitted(touch != nullptr ? JointVector(previous + *touch) : previous, kinematics, joints, tool,
                               box, h, ignored);
  // If the limits of the tool demand more than the joints can do, the limits of the joints take priority.
  const bool hard = braking == Braking::kHard;
  const JointVector& acceleration = joints.rates(touch != nullptr ? Braking::kHard : braking);
  const JointVector most = acceleration * h;
  base = base.cwiseMax(previous - most).cwiseMin(previous + most);
  keep_box(base, box, ignored);
  const JointVector start = base - previous;
  const JointVector change = goal - base;
  const double by_joints = share_of_joints(start, change, acceleration, h);
  const Vector6 tool_start = tool_twist(kinematics.J_BC_B, touch != nullptr ? JointVector(start - *touch) : start);
  const Vector6 tool_change = tool_twist(kinematics.J_BC_B, change);
  const double linear = share_within<Vector3>(tool_start.head<3>(), tool_change.head<3>(),
                                              tool.linear_acceleration * h * kSpeedTolerance);
  const double angular = share_within<Vector3>(tool_start.tail<3>(), tool_change.tail<3>(),
                                               tool.angular_acceleration * h * kSpeedTolerance);
  if (by_joints < 1.0) reshaped.add(Limit::kJointAcceleration);
  if (linear < 1.0 && !hard) reshaped.add(Limit::kLinearAcceleration);
  if (angular < 1.0 && !hard) reshaped.add(Limit::kAngularAcceleration);
  const double share = hard ? by_joints : std::min({by_joints, linear, angular});
  return share < 1.0 ? JointVector(base + share * change) : goal;
}

}  // namespace limber
