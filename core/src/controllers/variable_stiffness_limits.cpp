// What the torques of the variable stiffness controller may be: gravity first, the law within its effort, walls before
// joint limits, a brake before joint speeds, the torque rate.
#include <algorithm>
#include <cmath>

#include "limber/arm/mass_matrix.hpp"
#include "limber/controllers/variable_stiffness_controller.hpp"

namespace limber {
namespace {

// s: the damping of a joint wall, times its stiffness.
constexpr double kWallDampingTime = 0.01;
// Share of a joint's largest speed below it from which on it is braked.
constexpr double kSpeedMargin = 0.4;
// s of the low-pass on what springs carry.
constexpr double kLearningTime = 0.3;
// Share of the weight that its model may be wrong by.
constexpr double kModelError = 0.2;

}  // namespace

// All but gravity: damping of the joints along the reference, the wrench, and the posture in what the task leaves free.
JointVector VariableStiffnessController::law_torque() const noexcept {
  const JointVector pull =
      settings_->posture_stiffness * (posture_ - guard_.q()) - settings_->posture_damping * guard_.qd();
  const JointVector torque = settings_->joint_damping.cwiseProduct(posture_rate_) +
                             J_.transpose().lazyProduct(wrench_) + filter_.in_free_space(pull);
  return ramp() * torque + (1.0 - ramp()) * load();
}

// The springs' torque, without the dampers': at rest it is what the model of the weight is wrong by.
void VariableStiffnessController::learn_load() noexcept {
  if (!trusts() || ramp() < 1.0) return;
  const TaskVector rest = TaskVector::Zero(e_.size());
  const TaskVector spring = filter_.filtered(impedance_wrench(e_, rest, gains_, settings_->rotation));
  const JointVector pull = settings_->posture_stiffness * (posture_ - guard_.q());
  const JointVector torque = J_.transpose().lazyProduct(spring) + filter_.in_free_space(pull);
  learnt_ += (1.0 - std::exp(-h_ / kLearningTime)) * (share_ * torque - learnt_);
}

// As much of it as can be an error of the model: the rest was somebody's push.
JointVector VariableStiffnessController::load() const noexcept {
  const JointVector most = kModelError * gravity_.cwiseAbs();
  return learnt_.cwiseMax(-most).cwiseMin(most);
}

// If of some joint nothing is known: what springs carried last, beside the weight where the joints are taken to be (the
// caller's); what stops the inertia of those that have no reading; and damping of the others.
JointVector VariableStiffnessController::blind_torque() const noexcept {
  JointVector torque = load() + mass_matrix(*arm_, guard_.q()).lazyProduct(guard_.braking());
  for (Eigen::Index i = 0; i < torque.size(); ++i) {
    const auto joint = static_cast<std::size_t>(i);
    if (!guard_.alive().position[joint] && !guard_.alive().velocity[joint]) continue;
    torque[i] -= (settings_->joint_damping[i] + settings_->posture_damping) * guard_.qd()[i];
  }
  return torque;
}

// Springs that begin `wall_margin` before a joint limit and push with the whole effort at it; and there the law, which
// may have as much effort, presses no further.
JointVector VariableStiffnessController::walls(JointVector& law) noexcept {
  JointVector torque = JointVector::Zero(gravity_.size());
  const double margin = settings_->wall_margin;
  if (margin <= 0.0 || guard_.blind()) return torque;
  for (Eigen::Index i = 0; i < torque.size(); ++i) {
    const double stiffness = settings_->effort_limit[i] / margin;
    const double above = guard_.q()[i] - (settings_->joints.upper[i] - margin);
    const double below = (settings_->joints.lower[i] + margin) - guard_.q()[i];
    const double inside = std::max(above, below);
    if (inside <= 0.0) continue;
    limited_.add(Limit::kJointPosition);
    const double outward = above > below ? 1.0 : -1.0;
    const double speed = std::max(0.0, outward * guard_.qd()[i]);
    if (law[i] * outward > 0.0) law[i] *= std::max(0.0, 1.0 - inside / margin);
    torque[i] = -outward * stiffness * (inside + kWallDampingTime * speed * std::min(1.0, inside / margin));
  }
  return torque;
}

// Brakes a joint that is nearly as fast as it may be, with the whole effort at its limit; and there the law, which may
// have as much effort, drives it no further.
JointVector VariableStiffnessController::speed_brake(JointVector& law) noexcept {
  JointVector torque = JointVector::Zero(gravity_.size());
  if (guard_.blind()) return torque;
  for (Eigen::Index i = 0; i < torque.size(); ++i) {
    const double most = settings_->joints.velocity[i];
    const double speed = guard_.qd()[i];
    const double share = (std::abs(speed) / most - 1.0) / kSpeedMargin + 1.0;
    if (!(share > 0.0)) continue;
    limited_.add(Limit::kJointVelocity);
    torque[i] = -std::copysign(settings_->effort_limit[i] * share, speed);
    if (law[i] * speed > 0.0) law[i] *= std::max(0.0, 1.0 - share);
  }
  return torque;
}

// Gravity first; of the law as much as fits, in its direction; walls on top; no joint faster than the torque rate.
void VariableStiffnessController::limit() noexcept {
  const JointVector& most = settings_->effort_limit;
  const JointVector held = gravity_.cwiseMax(-most).cwiseMin(most);
  const JointVector asked = sees() ? law_torque() : blind_torque();
  share_ = 1.0;
  for (Eigen::Index i = 0; i < asked.size(); ++i) {
    const double room = asked[i] > 0.0 ? most[i] - held[i] : most[i] + held[i];
    if (std::abs(asked[i]) > room) share_ = std::min(share_, room / std::abs(asked[i]));
  }
  if (share_ < 1.0) limited_.add(Limit::kEffort);
  JointVector law = share_ * asked;
  JointVector whole = speed_brake(law) + walls(law);
  whole += held + law;
  const JointVector wanted = whole.cwiseMax(-most).cwiseMin(most);
  if (!wanted.allFinite()) {
    damper_.resize(0);
    supervise({FaultCode::kInternal, 0.0, 0.0, -1, guard_.time()});
    return;  // the last good torque stands
  }
  const JointVector step = JointVector::Constant(law.size(), settings_->torque_rate * h_);
  const JointVector change = wanted - torque_;
  if ((change.cwiseAbs() - step).maxCoeff() > 0.0) limited_.add(Limit::kEffortRate);
  torque_ += change.cwiseMax(-step).cwiseMin(step);
  meter_damper(torque_ - wanted + law - share_ * asked);
}

// What of the damper acts until the next cycle. `missed`: the torque less what the law and the rest asked.
void VariableStiffnessController::meter_damper(const JointVector& missed) noexcept {
  damper_missed_ = missed;
  damper_.resize(0);
  if (!sees()) return;
  const TaskVector force = task_gains(gains_.D, settings_->rotation).cwiseProduct(e_rate_);
  damper_ = ramp() * share_ * filter_.filtered(force);
}

Command VariableStiffnessController::command() noexcept {
  if (!posture_rate_.allFinite()) posture_rate_.setZero(gravity_.size());
  return {posture_, posture_rate_, torque_};
}

}  // namespace limber
