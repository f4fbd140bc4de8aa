// The arms of the tests, and random poses of them.
#pragma once

#include <array>
#include <random>
#include <string>

#include "limber/arm.hpp"

namespace limber::test {

// The number of random cases, if an ordinary build tries `full`; sanitizers make each far slower.
constexpr int cases(int full) {
#ifdef LIMBER_SANITIZED
  return full / 20;
#else
  return full;
#endif
}

struct RobotFile {
  const char* name;
  const char* base;
  const char* tip;
};

inline constexpr std::array<RobotFile, 4> kRobots{{{"ur3e", "base_link", "tool0"},
                                                   {"ur5e", "base_link", "tool0"},
                                                   {"ur10e", "base_link", "tool0"},
                                                   {"open_manipulator_x", "world", "end_effector_link"}}};

std::string urdf_of(const RobotFile& robot);
Arm arm_of(const RobotFile& robot);
inline Arm ur5e() { return arm_of(kRobots[1]); }

// Within the limits of each joint; within ±2 pi if it has none.
JointVector random_joints(const Arm& arm, std::mt19937& random);

}  // namespace limber::test
