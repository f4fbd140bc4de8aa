#include "wrench/tare.hpp"

#include <algorithm>
#include <cmath>

namespace limber {

void Tare::start(bool whatever_the_force) noexcept {
  *this = Tare();
  whatever_the_force_ = whatever_the_force;
  active_ = true;
}

Tare::Outcome Tare::step(const Vector6& F_S_S, const Vector6& bias, double joint_speed, double period,
                         const WrenchParameters& parameters) noexcept {
  if (!active_) return Outcome::kNone;
  if (joint_speed > parameters.tare_max_speed) {
    active_ = false;
    return Outcome::kArmMoved;
  }
  count_ += 1.0;
  const Vector6 gap = F_S_S - mean_;
  if (count_ > 1.0) {
    deviation_ = std::max({deviation_, gap.head<3>().norm(), gap.tail<3>().norm() / kTorqueLever});
  }
  mean_ += gap / count_;
  elapsed_ += period;
  if (deviation_ > parameters.tare_max_deviation) {
    active_ = false;
    return Outcome::kWrenchVaried;
  }
  if (elapsed_ < parameters.tare_window) return Outcome::kNone;
  active_ = false;
  taken_away_ = mean_ - bias;
  const double most = std::max(taken_away_.head<3>().norm(), taken_away_.tail<3>().norm() / kTorqueLever);
  return most > parameters.tare_max_force && !whatever_the_force_ ? Outcome::kTooMuch : Outcome::kDone;
}

}  // namespace limber
