#include "arm/kdl_chain.hpp"

#include <kdl/joint.hpp>
#include <kdl/segment.hpp>

namespace limber {
namespace {

KDL::Vector to_kdl(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace

KDL::Frame to_kdl(const Pose& X) {
  const Matrix3& R = X.R;
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)), to_kdl(X.p)};
}

KDL::Chain kdl_chain(const Arm& arm, const Frame& frame) {
  KDL::Chain chain;
  for (const Joint& joint : arm.joints()) {
    const auto type = joint.type == JointType::kPrismatic ? KDL::Joint::TransAxis : KDL::Joint::RotAxis;
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), to_kdl(joint.X_PJ)));
    chain.addSegment(KDL::Segment(KDL::Joint(joint.name, KDL::Vector::Zero(), to_kdl(joint.axis), type)));
  }
  chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), to_kdl(frame.X_JF)));
  return chain;
}

}  // namespace limber
