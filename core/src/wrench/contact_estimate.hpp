// Estimate of the external wrench on the tool of a torque arm: the motor torques beyond gravity and friction,
// low-passed. It is valid only while the arm is slow and not near a singularity, and its motors report torques.
#pragma once

#include "limber/types.hpp"

namespace limber {

class ContactEstimate {
 public:
  // No estimate in this cycle.
  void invalidate() noexcept;
  // One cycle of h s. raw_B: the unfiltered estimate of this cycle, N, N m in base axes.
  void step(const Vector6& raw_B, double h) noexcept;

  bool valid() const noexcept { return valid_; }
  const Vector6& F_B() const noexcept { return F_B_; }  // 0 if not valid

 private:
  bool valid_ = false;
  Vector6 F_B_ = Vector6::Zero();
};

}  // namespace limber
