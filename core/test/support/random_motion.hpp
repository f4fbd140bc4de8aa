// Random poses, and derivatives of poses by finite differences of high order.
#pragma once

#include <array>
#include <random>

#include "math/so3.hpp"
#include "motion/reference.hpp"

namespace limber::test {

inline Vector3 random_vector3(std::mt19937& random, double spread) {
  std::normal_distribution<double> normal(0.0, spread);
  return {normal(random), normal(random), normal(random)};
}

inline Vector6 random_vector6(std::mt19937& random, double spread) {
  Vector6 v;
  v << random_vector3(random, spread), random_vector3(random, spread);
  return v;
}

inline double random_between(std::mt19937& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

// At most `turn` rad from the start pose.
inline Pose random_pose_near(std::mt19937& random, const Pose& X, double turn) {
  const Vector3 axis = random_vector3(random, 1.0).normalized();
  return {exp_so3(random_between(random, 0.0, turn) * axis).toRotationMatrix() * X.R,
          X.p + random_vector3(random, 0.3)};
}

inline Vector6 pose_step(const Pose& from, const Pose& to) {
  Vector6 step;
  step << to.p - from.p, log_so3(Matrix3(to.R * from.R.transpose()));
  return step;
}

struct Derivatives {
  Vector6 twist, acceleration;
};

// Derivatives of `pose(t)` at t, by sixth-order central differences of the motion from pose(t) itself: Log is nearly
// linear there, so its first two derivatives are ω and ω̇.
template <typename PoseOf>
Derivatives differentiate(const PoseOf& pose, double t, double h) {
  const Pose here = pose(t);
  const auto step = [&](int k) { return pose_step(here, pose(t + k * h)); };
  const std::array<Vector6, 3> ahead{step(1), step(2), step(3)};
  const std::array<Vector6, 3> behind{step(-1), step(-2), step(-3)};
  Derivatives d;
  d.twist = (45.0 * (ahead[0] - behind[0]) - 9.0 * (ahead[1] - behind[1]) + (ahead[2] - behind[2])) / (60.0 * h);
  d.acceleration =
      (270.0 * (ahead[0] + behind[0]) - 27.0 * (ahead[1] + behind[1]) + 2.0 * (ahead[2] + behind[2])) / (180.0 * h * h);
  return d;
}

}  // namespace limber::test
