#include "compliance/contact_slope.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double kSlopeWindow = 0.1;  // s
// s from the touch on: the tool is pressed in, and the direction in which the force rises is the best normal.
constexpr double kTouch = 0.3;
// Smaller changes are noise and the resolution of encoders: m rms, N rms.
constexpr double kLeastSlopeWay = 10e-6;
constexpr double kLeastSlopeForce = 0.5;
constexpr double kLeastSlopeCorrelation = 0.9;  // squared
// s: after the touch, a stiffer contact is believed at once, a softer one only if it lasts: a hand may have moved the
// tool.
constexpr double kStiffer = 0.02;
constexpr double kSofter = 0.5;
constexpr double kSoftest = 100.0;  // N/m: softer contacts are hands

}  // namespace

void ContactSlope::step(const Vector3& force, const Vector3& moved, const Vector3& n, double h) noexcept {
  age_ += h;
  const double share = std::max(-std::expm1(-h / kSlopeWindow), h / age_);
  x_ += moved;
  const Vector3 f = force - mean_force_;
  const bool touches = age_ < kTouch;
  spread_ += share * ((1.0 - share) * f * f.transpose() - spread_);
  // One step of the power iteration.
  const Vector3 rises = spread_ * (rises_.isZero(0.0) ? n : rises_);
  rises_ = rises.isZero(0.0) ? n : Vector3(rises.normalized());
  const Vector3 along = touches ? rises_ : n;
  const double f_along = f.dot(along) - mean_f_, x_along = x_.dot(along) - mean_x_;
  ff_ += share * ((1.0 - share) * f_along * f_along - ff_);
  fx_ += share * ((1.0 - share) * f_along * x_along - fx_);
  xx_ += share * ((1.0 - share) * x_along * x_along - xx_);
  if (!touches) {
    mean_f_ += share * f_along;
    mean_x_ += share * x_along;
  }
  mean_force_ += share * f;
  x_ -= share * x_;
  if (xx_ < kLeastSlopeWay * kLeastSlopeWay || ff_ < kLeastSlopeForce * kLeastSlopeForce) return;
  if (fx_ >= 0.0 || fx_ * fx_ < kLeastSlopeCorrelation * xx_ * ff_) return;
  const double slope = -fx_ / xx_;
  if (slope < kSoftest) return;
  const double time = slope > stiffness_ ? kStiffer : kSofter;
  stiffness_ += (touches ? 1.0 : -std::expm1(-h / time)) * (slope - stiffness_);
}

}  // namespace limber
