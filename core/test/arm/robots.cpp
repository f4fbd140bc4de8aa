#include "robots.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <numbers>

namespace limber::test {

std::string urdf_of(const RobotFile& robot) {
  std::ifstream file(std::string(LIMBER_SOURCE_DIR "/robots/") + robot.name + ".urdf");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Arm arm_of(const RobotFile& robot) {
  return Arm::from_urdf(urdf_of(robot), robot.base, robot.tip, std::string(robot.name) + ".urdf");
}

JointVector random_joints(const Arm& arm, std::mt19937& random) {
  const double turn = 2.0 * std::numbers::pi;
  JointVector q(arm.joint_count());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
    q[i] = std::uniform_real_distribution<double>(std::max(limits.lower, -turn), std::min(limits.upper, turn))(random);
  }
  return q;
}

}  // namespace limber::test
