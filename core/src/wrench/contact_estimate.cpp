#include "wrench/contact_estimate.hpp"

#include <cmath>
#include <numbers>

namespace limber {
namespace {

constexpr double kCutoff = 10.0;  // Hz

}  // namespace

void ContactEstimate::invalidate() noexcept {
  valid_ = false;
  F_B_.setZero();
}

void ContactEstimate::step(const Vector6& raw_B, double h) noexcept {
  const double share = valid_ ? 1.0 - std::exp(-2.0 * std::numbers::pi * kCutoff * h) : 1.0;
  valid_ = true;
  F_B_ += share * (raw_B - F_B_);
}

}  // namespace limber
