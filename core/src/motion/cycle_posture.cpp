#include "motion/cycle_posture.hpp"

namespace limber {

void CyclePosture::start(const JointVector& q, const JointVector& qd) noexcept {
  q_ = start_q_ = q;
  start_qd_ = qd;
}

void CyclePosture::step(const JointVector& on_path, const HomingCycle& cycle) noexcept {
  q_ = on_path;
  if (!cycle.homes()) return;
  const Ramp c = cycle.homing();
  const Ramp tau = braking_time(cycle.elapsed(), kBrakingTime);
  const JointVector braked = start_q_ + tau.value * start_qd_;
  const JointVector way = on_path - braked;
  q_ = braked + c.value * way;
  homing_rate_ = (1.0 - c.value) * tau.rate * start_qd_ + c.rate * way;
}

}  // namespace limber
