#include "compliance/damper_meter.hpp"

namespace limber {

void DamperMeter::close(const TaskVector& wrench, const TaskVector& e_rate, const JointVector& missed_torque) noexcept {
  wrench_ = wrench;
  e_rate_ = e_rate;
  missed_torque_ = missed_torque;
}

double DamperMeter::dissipated(const TaskVector& e_rate, const JointVector& joint_rate, double h) const noexcept {
  if (wrench_.size() != e_rate.size()) return 0.0;
  const double taken = 0.5 * h * wrench_.dot(e_rate_ + e_rate);
  const double lost = h * missed_torque_.cwiseProduct(joint_rate).cwiseMax(0.0).sum();
  return taken - lost;
}

}  // namespace limber
