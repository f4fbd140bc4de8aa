// References of controller A: poses and joints.
#include "limber/controllers/admittance_controller.hpp"

#include <cmath>
#include <utility>

namespace limber {
namespace {

// rad, m: beyond it a joint reference is no place.
constexpr double kFarthestJoint = 1000.0;

}  // namespace

void AdmittanceController::take_reference() noexcept {
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
  led_ = by_joints_ = true;
  if (follows_law()) {
    reference_.lead(X_BR, settings().approach);
  } else {
    reference_.lead_waiting(X_BR);
  }
}

// All joints follow, also those that the tool does not need: as fast as the reference moves, unless it jumps.
void AdmittanceController::lead_posture(const JointVector& q) noexcept {
  const double h = period() > 0.0 ? period() : settings().nominal_period;
  const JointVector qd = (q - posture().q) / h;
  const bool goes_on = by_joints_ && ((qd.cwiseAbs() - settings().joints.velocity).array() <= 0.0).all();
  set_posture(q, goes_on ? qd : JointVector());
}

// A near target is the reference from now on, and the body stays as it moves: springs pull, and it goes along with the
// target's twist. A far one is approached; axes without a spring have nowhere to go.
void AdmittanceController::take_target(const ReferenceSample& target) noexcept {
  const bool continues = reference_live() && !by_joints_;
  led_ = true;
  by_joints_ = false;
  const ReferenceSample now = reference_.now();
  if (continues && reference_.approaching() && settings().approach.is_near(reference_.target(), target.X_BR)) {
    return reference_.move_target(target);
  }
  with_body_kept([&] {
    if (settings().approach.is_near(now.X_BR, target.X_BR)) return reference_.jump(target, continues);
    reference_.place({moved_along_free_axes(now.X_BR, target.X_BR), now.twist, now.acceleration});
    reference_.approach(target, settings().approach);
  });
}

void AdmittanceController::lead_reference() noexcept {
  reference_.step(period(), passed(), settings().supervisor.control_wrench_timeout, approach());
}

bool AdmittanceController::reference_live() const noexcept {
  return led_ && reference_.silence() <= settings().supervisor.control_wrench_timeout;
}

void AdmittanceController::drop_reference() noexcept {
  led_ = by_joints_ = false;
  joint_reference_.reset();
  waiting_.reset();
}

bool AdmittanceController::set_joint_reference(const JointVector& q) noexcept {
  if (!active() || q.size() != arm().joint_count()) return false;
  if (!(q.cwiseAbs().maxCoeff() <= kFarthestJoint) || !q.allFinite()) return false;
  joint_reference_ = q;
  return true;
}

Answer AdmittanceController::hand_in(const ReferenceSample& target) noexcept {
  const std::uint32_t meant_for = life();
  if (state() == SupervisorState::kInactive) return inactive("desired pose");
  Answer answer = check_target(target);
  if (answer) answer = check_in_reach(reach_handed_in(), target.X_BR.p);
  if (answer) target_in_.write({target, meant_for});
  return answer;
}

Answer AdmittanceController::set_desired_pose(const Pose& X_BR, const Vector6& twist,
                                              const Vector6& acceleration) noexcept {
  return hand_in({X_BR, twist, acceleration});
}

Answer AdmittanceController::set_desired_pose(const Vector3& p_BR, const Quaternion& q_BR) noexcept {
  if (const Answer answer = check_quaternion(q_BR); !answer) return answer;
  return set_desired_pose(Pose{q_BR.normalized().toRotationMatrix(), p_BR});
}

}  // namespace limber
