// The noise of a wrench, from the wrench alone.
#pragma once

#include <cmath>

#include "limber/types.hpp"

namespace limber {

// The noise of a wrench: the deviation of a cycle from the line through the two cycles before. Contacts change much
// more slowly, or rarely.
class WrenchNoise {
 public:
  // One cycle of h seconds; force: six axes in N, after a low-pass of this time constant (s). The estimate grows only
  // while is_noise, not while the tool bounces.
  void step(const Vector6& force, double filter_time_constant, bool is_noise, double h) noexcept;
  // N: a force of `least` N with noise rarely exceeds this; noise of all axes after the low-pass.
  double beyond(double least) const noexcept;
  // N: standard deviation of one axis of `axes` that have noise, after the low-pass.
  double of_each(int axes) const noexcept { return std::sqrt(power_ / axes); }
  // At least 40 ms of cycles were seen.
  bool known() const noexcept { return age_ > kPrior + 0.04; }

 private:
  Vector6 last_ = Vector6::Zero(), before_ = Vector6::Zero();  // N
  static constexpr double kPrior = 0.01;                       // s: weight of the initial power_
  bool begun_ = false;
  double age_ = kPrior;  // s
  double power_ = 1.0;   // N²
};

}  // namespace limber
