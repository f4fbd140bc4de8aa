// The torque that the springs of a torque arm carry at rest: the error of its gravity model. If the springs cannot act
// (no readings, a start without readings), the arm still applies it.
#pragma once

#include "limber/types.hpp"

namespace limber {

class LoadEstimate {
 public:
  void start(Eigen::Index joints) noexcept { mean_ = JointVector::Zero(joints); }
  // One cycle of h s with the torque of the springs alone, N m.
  void learn(const JointVector& spring_torque, double h) noexcept;
  // N m: the part that can be an error of the gravity model (`gravity` in N m); the rest was a push.
  JointVector torque(const JointVector& gravity) const noexcept;

 private:
  JointVector mean_;  // N m
};

}  // namespace limber
