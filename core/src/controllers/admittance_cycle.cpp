#include "controllers/admittance_cycle.hpp"

#include <cmath>
#include <utility>

namespace limber {
namespace {

// rad, m: joint references beyond this are refused.
constexpr double kFarthestJoint = 1000.0;

}  // namespace

void AdmittanceCycle::take_reference() noexcept {
  Target target;
  waited_ += passed();
  if (target_in_.read(target) && target.life == life()) {
    waiting_ = target.sample;
    waited_ = 0.0;
  }
  if (waited_ > settings().supervisor.control_wrench_timeout) waiting_.reset();
  if (waiting_ && follows_law()) {
    take_target(*waiting_);
    waiting_.reset();
  }
  if (!joint_reference_) {
    if (posture().qd.size() > 0) set_posture(posture().q);
    return;
  }
  const Pose X_BR = arm().pose(*joint_reference_, settings().compliance);
  lead_posture(*joint_reference_);
  joint_reference_.reset();
  waiting_.reset();
  has_lead_ = by_joints_ = true;
  if (follows_law()) {
    led_.reference().lead(X_BR, settings().approach);
  } else {
    led_.reference().lead_waiting(X_BR);
  }
}

// The posture follows the joint reference, with the same velocity unless the reference jumps.
void AdmittanceCycle::lead_posture(const JointVector& q) noexcept {
  const double h = period() > 0.0 ? period() : settings().nominal_period;
  const JointVector qd = (q - posture().q) / h;
  const bool goes_on = by_joints_ && ((qd.cwiseAbs() - settings().joints.velocity).array() <= 0.0).all();
  set_posture(q, goes_on ? qd : JointVector());
}

// A near target becomes the reference at once, and the body keeps its motion: springs pull it, and it takes the twist
// of the target. A far target is approached; along axes without a spring, the reference is at the target at once.
void AdmittanceCycle::take_target(const ReferenceSample& target) noexcept {
  const bool continues = reference_live() && !by_joints_;
  has_lead_ = true;
  by_joints_ = false;
  const ReferenceSample now = led_.reference().now();
  if (continues && led_.reference().approaching() &&
      settings().approach.is_near(led_.reference().target(), target.X_BR)) {
    return led_.reference().move_target(target);
  }
  led_.keep_body([&] {
    if (settings().approach.is_near(now.X_BR, target.X_BR)) return led_.reference().jump(target, continues);
    led_.reference().place(
        {moved_along(now.X_BR, target.X_BR, axes(), free_axes(settings().dynamics.K)), now.twist, now.acceleration});
    led_.reference().approach(target, settings().approach);
  });
}

void AdmittanceCycle::step_lead() noexcept {
  led_.reference().step(period(), passed(), settings().supervisor.control_wrench_timeout, approach());
}

bool AdmittanceCycle::reference_live() const noexcept {
  return has_lead_ && led_.reference().silence() <= settings().supervisor.control_wrench_timeout;
}

void AdmittanceCycle::drop_reference() noexcept {
  has_lead_ = by_joints_ = false;
  joint_reference_.reset();
  waiting_.reset();
}

bool AdmittanceCycle::set_joint_reference(const JointVector& q) noexcept {
  if (!active() || q.size() != arm().joint_count()) return false;
  if (!(q.cwiseAbs().maxCoeff() <= kFarthestJoint) || !q.allFinite()) return false;
  joint_reference_ = q;
  return true;
}

Answer AdmittanceCycle::set_desired_pose(const ReferenceSample& target) noexcept {
  const std::uint32_t meant_for = life();
  if (state() == SupervisorState::kInactive) return inactive("desired pose");
  Answer answer = check_target(target);
  if (answer) answer = check_in_reach(reach_handed_in(), target.X_BR.p);
  if (answer) target_in_.write({target, meant_for});
  return answer;
}

}  // namespace limber
