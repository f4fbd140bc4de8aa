// Random arms, against KDL.
#include "generated_arm.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "kdl_model.hpp"
#include "robots.hpp"

namespace limber::test {
namespace {

RC_GTEST_PROP(GeneratedArm, PoseJacobianAndGravityAgreeWithKdl, ()) {
  const int joints = *rc::gen::inRange(1, kMaxJoints + 1);
  std::mt19937 random(*rc::gen::arbitrary<unsigned>());
  const std::string xml = generated_urdf(joints, random);
  const Arm arm = Arm::from_urdf(xml, "base", "tip");
  const KdlModel kdl(xml, "base", "tip");
  RC_ASSERT(arm.joint_count() == joints);
  for (int n = 0; n < 50; ++n) {
    const JointVector q = random_joints(arm, random);
    Pose X;
    Jacobian J;
    arm.kinematics(q, arm.tip(), X, J);
    RC_ASSERT((X.p - kdl.pose(q).p).norm() < 1e-9);
    RC_ASSERT((X.R - kdl.pose(q).R).norm() < 1e-9);
    RC_ASSERT((J - kdl.jacobian(q)).norm() < 1e-9);
    const Vector3 g(1.0, -2.0, -9.0);
    RC_ASSERT((arm.gravity_torque(q, g) - kdl.gravity(q, g)).norm() < 1e-9);
  }
}

RC_GTEST_PROP(GeneratedArm, EveryBodyAgreesWithKdlAsATip, ()) {
  const int joints = *rc::gen::inRange(1, kMaxJoints + 1);
  std::mt19937 random(*rc::gen::arbitrary<unsigned>());
  const std::string xml = generated_urdf(joints, random);
  const Arm arm = Arm::from_urdf(xml, "base", "tip");
  const JointVector q = random_joints(arm, random);
  for (int body = 0; body < joints; ++body) {
    const std::string link = "link" + std::to_string(body);
    const KdlModel kdl(xml, "base", link);
    Pose X;
    Jacobian J;
    arm.kinematics(q, *arm.find_frame(link), X, J);
    RC_ASSERT((X.p - kdl.pose(q.head(body + 1)).p).norm() < 1e-9);
    RC_ASSERT((arm.pose(q, *arm.find_frame(link)).R - kdl.pose(q.head(body + 1)).R).norm() < 1e-9);
    RC_ASSERT(J.cols() == joints);
    RC_ASSERT((J.leftCols(body + 1) - kdl.jacobian(q.head(body + 1))).norm() < 1e-9);
    RC_ASSERT(J.rightCols(joints - body - 1).isZero(0.0));
  }
}

}  // namespace
}  // namespace limber::test
