// A path, a tool in motion, and twists by differences, for the tests of cycles and of what leaves them.
#pragma once

#include "math/so3.hpp"
#include "motion/homing_cycle.hpp"
#include "motion/pose_blend.hpp"

namespace limber::test {

inline constexpr double kStep = 0.002;  // s

inline CyclePath some_path() {
  return {{0.18, -0.08, 0.15}, {0.18, 0.08, 0.15}, exp_so3({0.0, 0.3, 0.0}).toRotationMatrix()};
}

inline MovingPose moving_start() {
  MovingPose from;
  from.X_BR = {exp_so3({0.4, -0.5, 0.9}).toRotationMatrix(), {0.1, 0.1, 0.3}};
  from.twist << 0.2, -0.1, 0.15, 0.5, -0.4, 0.3;
  return from;
}

// The twist between two poses, by differences.
inline Vector6 mean_twist(const Pose& a, const Pose& b, double h) {
  return (Vector6() << (b.p - a.p) / h, log_so3(Matrix3(b.R * a.R.transpose())) / h).finished();
}

}  // namespace limber::test
