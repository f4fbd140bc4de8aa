#include "motion/homing_cycle.hpp"

namespace limber {
namespace {

CyclePhase next(CyclePhase phase) noexcept {
  switch (phase) {
    case CyclePhase::kInit:
      return CyclePhase::kHoming;
    case CyclePhase::kHoming:
      return CyclePhase::kMoveForward;
    case CyclePhase::kMoveForward:
      return CyclePhase::kWaitAtEnd;
    case CyclePhase::kWaitAtEnd:
      return CyclePhase::kMoveReturn;
    case CyclePhase::kMoveReturn:
      return CyclePhase::kWaitAtStart;
    case CyclePhase::kWaitAtStart:
      return CyclePhase::kMoveForward;
  }
  return CyclePhase::kHoming;
}

}  // namespace

std::string_view name(CyclePhase phase) noexcept {
  switch (phase) {
    case CyclePhase::kInit:
      return "init";
    case CyclePhase::kHoming:
      return "homing";
    case CyclePhase::kMoveForward:
      return "move_forward";
    case CyclePhase::kWaitAtEnd:
      return "wait_at_end";
    case CyclePhase::kMoveReturn:
      return "move_return";
    case CyclePhase::kWaitAtStart:
      return "wait_at_start";
  }
  return "init";
}

void HomingCycle::start(const MovingPose& from, const CyclePath& path, const CycleTimes& times) noexcept {
  path_ = path;
  times_ = times;
  elapsed_ = 0.0;
  homing_.start(from, times.homing);
  enter(CyclePhase::kHoming);
  follow();
}

void HomingCycle::enter(CyclePhase phase) noexcept {
  phase_ = phase;
  duration_ = phase == CyclePhase::kHoming ? times_.homing : moves_along_path() ? times_.move : times_.wait;
}

void HomingCycle::step(double h) noexcept {
  if (phase_ == CyclePhase::kInit) return;
  elapsed_ += h;
  if (phase_ == CyclePhase::kHoming) homing_.step(h);
  // The rest of the time goes to the next phase, so that no time is lost.
  while (elapsed_ >= duration_) {
    elapsed_ -= duration_;
    enter(next(phase_));
  }
  follow();
}

Ramp HomingCycle::homing() const noexcept {
  if (phase_ == CyclePhase::kInit) return {};
  return homes() ? cosine_ramp(elapsed_, duration_) : Ramp{1.0, 0.0};
}

void HomingCycle::follow() noexcept {
  const Vector3 way = path_.p_end - path_.p_start;
  Ramp along;
  if (phase_ == CyclePhase::kWaitAtEnd) along.value = 1.0;
  if (moves_along_path()) along = cosine_ramp(elapsed_, duration_);
  if (phase_ == CyclePhase::kMoveReturn) along = {1.0 - along.value, -along.rate};
  s_ = along.value;
  target_.X_BR = {path_.R, path_.p_start + s_ * way};
  target_.twist.setZero();
  target_.twist.head<3>() = along.rate * way;
  if (phase_ == CyclePhase::kHoming) target_ = homing_.towards(target_);
}

}  // namespace limber
