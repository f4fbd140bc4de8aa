// The mass matrix against the kinetic energy of the bodies, with velocities by differences of their poses.
#include "arm/mass_matrix.hpp"

#include <gtest/gtest.h>

#include <random>

#include "math/so3.hpp"
#include "robots.hpp"

namespace limber {
namespace {

double kinetic_energy(const Arm& arm, const JointVector& q, const JointVector& qd) {
  constexpr double kStep = 1e-6;  // s
  double energy = 0.0;
  for (int i = 0; i < arm.joint_count(); ++i) {
    const Body& body = arm.bodies()[static_cast<std::size_t>(i)];
    const Frame frame{i, {Matrix3::Identity(), body.com}};
    const Pose behind = arm.pose(q - kStep * qd, frame), ahead = arm.pose(q + kStep * qd, frame);
    const Vector3 v = (ahead.p - behind.p) / (2.0 * kStep);
    const Vector3 w = log_so3(Matrix3(behind.R.transpose() * ahead.R)) / (2.0 * kStep);  // in the body
    energy += 0.5 * body.mass * v.squaredNorm() + 0.5 * w.dot(body.inertia * w);
  }
  return energy;
}

TEST(MassMatrix, GivesTheKineticEnergyOfTheBodies) {
  for (const test::RobotFile& robot : test::kRobots) {
    const Arm arm = test::arm_of(robot);
    std::mt19937 random(9);
    std::normal_distribution<double> normal;
    for (int k = 0; k < 50; ++k) {
      const JointVector q = test::random_joints(arm, random);
      JointVector qd(arm.joint_count());
      for (double& rate : qd) rate = normal(random);
      const double expected = kinetic_energy(arm, q, qd);
      EXPECT_NEAR(0.5 * qd.dot(mass_matrix(arm, q) * qd), expected, 1e-6 * expected) << robot.name;
    }
  }
}

}  // namespace
}  // namespace limber
