// What the world does to the tool of a torque arm, estimated from what its motors must overcome beyond gravity and
// friction; low-passed. It holds only while the arm is slow, out of singularities, and its motors report torques.
#pragma once

#include "limber/types.hpp"

namespace limber {

class ContactEstimate {
 public:
  // No estimate in this cycle.
  void invalidate() noexcept;
  // One cycle of h s with the estimate of this cycle alone: N, N m in the base.
  void step(const Vector6& raw_B, double h) noexcept;

  bool valid() const noexcept { return valid_; }
  const Vector6& F_B() const noexcept { return F_B_; }  // 0 if it is not valid

 private:
  bool valid_ = false;
  Vector6 F_B_ = Vector6::Zero();
};

}  // namespace limber
