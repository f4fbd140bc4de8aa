#include "wrench/control_wrench.hpp"

#include <algorithm>

namespace limber {
namespace {

constexpr double kTimeConstantsPerRamp = 3.0;
// N, N m: smaller lags are set to zero, so that the wrench becomes exactly zero.
constexpr double kNegligible = 1e-3;

}  // namespace

void ControlWrench::end() noexcept {
  lead(Vector6::Zero());
  ended_ = true;
}

void ControlWrench::lead(const Vector6& F_C) noexcept {
  if (ended_) {
    age_ = 0.0;
    if (!F_C.head<3>().isZero(0.0)) return;
    ended_ = false;
  }
  lag_ += target_ - F_C;
  follow(F_C);
}

void ControlWrench::follow(const Vector6& F_C) noexcept {
  target_ = F_C;
  age_ = 0.0;
}

void ControlWrench::begin_anew() noexcept {
  value_.setZero();
  lag_ = -target_;
}

void ControlWrench::step(bool stopped, const ControlWrenchTimes& times, double h) noexcept {
  age_ += h;
  if (stopped || age_ > times.timeout) {
    lag_ += target_;
    target_.setZero();
  }
  if (age_ > times.timeout) ended_ = false;
  lag_ *= 1.0 - (times.ramp > h ? std::min(1.0, kTimeConstantsPerRamp * h / times.ramp) : 1.0);
  if (lag_.cwiseAbs().maxCoeff() < kNegligible) lag_.setZero();
  value_ = target_ + lag_;
}

}  // namespace limber
