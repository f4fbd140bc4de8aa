#include "compliance/stiffness_ramp.hpp"

#include <algorithm>
#include <utility>

namespace limber {

Dynamics without_stiffness(Dynamics dynamics) noexcept {
  dynamics.K.setZero();
  dynamics.modal_stiffness.setZero();
  dynamics.turns_back = false;
  return dynamics;
}

void StiffnessRamp::start(const Dynamics& from, const Dynamics& goal, double duration) noexcept {
  from_ = from;
  goal_ = goal;
  elapsed_ = 0.0;
  duration_ = duration;
  ramping_ = true;
}

void StiffnessRamp::set_goal(const Dynamics& goal) noexcept {
  goal_ = goal;
  goal_is_new_ = true;
}

bool StiffnessRamp::step(double h) noexcept {
  const bool moved = std::exchange(goal_is_new_, false) || ramping_;
  ended_ = false;
  if (ramping_) {
    elapsed_ += h;
    ramping_ = progress() < 1.0;
    ended_ = !ramping_;
  }
  return moved;
}

Dynamics StiffnessRamp::wanted() const noexcept { return ramping_ || ended_ ? blend(from_, goal_, progress()) : goal_; }

double StiffnessRamp::progress() const noexcept { return duration_ > 0.0 ? std::min(1.0, elapsed_ / duration_) : 1.0; }

}  // namespace limber
