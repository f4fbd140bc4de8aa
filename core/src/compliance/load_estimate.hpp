// What the springs of a torque arm carry at rest: the error of its gravity model. When springs cannot act (no readings,
// a start after blindness) the arm goes on carrying it.
#pragma once

#include "limber/types.hpp"

namespace limber {

class LoadEstimate {
 public:
  void start(Eigen::Index joints) noexcept { mean_ = JointVector::Zero(joints); }
  // One cycle of h s with the torque of the springs alone, N m.
  void learn(const JointVector& spring_torque, double h) noexcept;
  // N m: as much of it as can be an error of the model of `gravity` (N m); the rest was somebody's push.
  JointVector torque(const JointVector& gravity) const noexcept;

 private:
  JointVector mean_;  // N m
};

}  // namespace limber
