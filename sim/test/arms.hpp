// The four robots of robots/, and poses to test them in.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "limber/arm.hpp"
#include "limber/robot.hpp"

namespace limber::sim {

inline const std::vector<std::string> kRobots{"ur3e", "ur5e", "ur10e", "open_manipulator_x"};

inline const Vector3 kGravity(0, 0, -9.81);  // m/s²

inline bool is_ur(const std::string& robot) { return robot.starts_with("ur"); }

inline std::string urdf_of(const std::string& robot) {
  std::ifstream file(std::string(LIMBER_SOURCE_DIR) + "/robots/" + robot + ".urdf");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline Arm load_arm(const std::string& robot) {
  return is_ur(robot) ? Arm::from_urdf(urdf_of(robot), "base_link", "tool0", robot)
                      : Arm::from_urdf(urdf_of(robot), "world", "end_effector_link", robot, Branches::kFreezeAtZero);
}

inline Frame sensor_frame(const Arm& arm) { return arm.find_frame("ft_frame").value_or(arm.tip()); }

// Elbow up, tool straight down in front of a UR; OpenManipulator-X with its tool forward and level.
inline JointVector home(const Arm& arm) {
  JointVector q(arm.joint_count());
  if (arm.joint_count() == 6) {
    q << 0.3, -1.5, 1.9, -1.5 - 0.4 - 0.0707963267948966, -1.5707963267948966, 0.2;
  } else {
    q << 0.2, -0.8, 0.9, -0.1;
  }
  return q;
}

inline Command hold(const JointVector& q) { return {q, JointVector::Zero(q.size())}; }

inline JointVector random_pose(const Arm& arm, std::mt19937_64& random) {
  JointVector q(arm.joint_count());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
    std::uniform_real_distribution<double> any(std::max(limits.lower, -6.3), std::min(limits.upper, 6.3));
    q[i] = any(random);
  }
  return q;
}

}  // namespace limber::sim
