// What a compliant controller does when it may not go as it would: at the robot's own pace, in its pauses, and in a
// stop.
#include <algorithm>
#include <cmath>
#include <utility>

#include "limber/controllers/compliant_controller.hpp"

namespace limber {
namespace {

// m/s, rad/s: a reference that stands.
constexpr double kRounding = 1e-9;
// rad, m: joints that moved no farther in a pause stood.
constexpr double kStoodStill = 2e-3;

}  // namespace

// A robot at half its speed is led at no more than half the speed limits: it could not keep up with more.
void CompliantController::apply_limits() noexcept {
  limited_to_ = std::max(pace(), kStandingShare);
  JointBounds joints = settings_.joints;
  joints.velocity *= limited_to_;
  ToolBounds tool = settings_.tool;
  tool.linear_velocity *= limited_to_;
  tool.angular_velocity *= limited_to_;
  motion_.set_limits(joints, tool, settings_.singularity_threshold, settings_.singularity_damping);
  progress_.reset();  // there may be a way now
}

// A paused robot stands whatever it is told. Its command goes to where the robot stands, within the limits, in case
// the pause is none; so nothing has to jump when the robot goes on.
void CompliantController::follow_pace() noexcept {
  const bool stands = guard_.robot_stands();
  if (!stands && limited_to_ != pace()) apply_limits();
  if (stood_ && !stands) resume();
  stood_ = stands;
  if (!stands || !supervisor_.hold()) return;
  paused_ = true;
  paused_at_ = guard_.q();
  tell(Event::Kind::kPaused, 0.0);
}

// A robot that stood where the pause found it carries what it carried, and its springs hold it as before: a ramp that
// was under way goes on, and no new one begins; and it presses as it did. One that was moved meanwhile starts anew.
void CompliantController::resume() noexcept {
  if (!std::exchange(paused_, false) || !supervisor_.run()) return;
  tell(Event::Kind::kResumed, 0.0);
  resumed();
  if ((guard_.q() - paused_at_).cwiseAbs().maxCoeff() > kStoodStill) {
    control_C_.setZero();
    control_lag_ = -control_target_;
    restart_law();
  } else {
    return_to_lead();
    ramping_ = followed_law_ = true;
  }
}

// Leads the tool to V.
void CompliantController::follow_law() noexcept {
  const Pose X_BV = body_.pose(reference_.now());
  const LimitReport& report = motion_.lead(X_BV, press_.cap(), h_);
  if (report.not_finite) supervise({FaultCode::kInternal, 0.0, 0.0, -1, guard_.time()});
  const bool reshaped = report.not_finite || report.reshaped.any() || arm_->joint_count() < 6;
  const double led = reference_.moved().twist.norm();
  led_share_ = led > kRounding && !report.not_finite ? led / (led + body_.velocity().norm()) : 0.0;
  const bool leads = led > kRounding || led_before_ > kRounding || reference_.catching_up();
  if (reshaped && leads && !report.not_finite) {
    share_loss(X_BV);
  } else if (reshaped) {
    put_back();
  }
  led_before_ = reference_.moved().twist.norm();
  law_.close(body_, body_.carried_twist(reference_.moved().twist), reshaped || law_limited_.any(), h_);
}

// Limits kept the arm from V. Of what it lost, the law loses its share, by how far law and reference drove the tool
// that way in this cycle, and never more than it asked for. All else is the reference's: it lags, and catches up. So an
// offset that nobody pushed for never comes to stay, be there a spring or not, and no limit gives the law a velocity.
void CompliantController::share_loss(const Pose& X_BV_wanted) noexcept {
  const Vector6 missing = pose_difference(motion_.X_BC(), X_BV_wanted);
  const Vector6 by_reference = h_ * body_.carried_twist(reference_.moved().twist);
  Vector6 lost_by_law;
  for (const int first : {0, 3}) {
    const Vector3 lost = missing.segment<3>(first), asked = law_step_.segment<3>(first);
    const double law = std::max(0.0, asked.dot(lost));
    const double reference = std::max(0.0, by_reference.segment<3>(first).dot(lost));
    const double share = law > 0.0 ? law / (law + reference) : 0.0;
    lost_by_law.segment<3>(first) = asked - part_of(asked, asked - share * lost);
  }
  // An arm of fewer than six joints can never have most orientations: there is nothing to catch up with.
  if (arm_->joint_count() < 6 && !reference_is_joints()) lost_by_law.tail<3>() = missing.tail<3>();
  body_.lose(lost_by_law, h_);
  reference_.hold_back(body_.reference_of(motion_.X_BC()), h_);
}

// A hold or a fault: brake and stand, go to where a paused robot stands, or give way to a force.
void CompliantController::stop() noexcept {
  const Pose X_BV_before = motion_.X_BC();
  const bool faulted = supervisor_.state() == SupervisorState::kFaulted;
  if (guard_.robot_stands()) {
    motion_.return_to(guard_.q(), h_);
  } else if (faulted && give_way_.active()) {
    give_way();
  } else if (faulted && stands_at_) {
    go_to_the_joints();
  } else {
    motion_.brake(h_, faulted ? Braking::kHard : Braking::kComfortable);
  }
  take_reference_along(X_BV_before);
  put_back();
}

// A robot that takes velocities stands where it stands, whatever position goes with a velocity of nothing.
void CompliantController::go_to_the_joints() noexcept {
  if (settings_.by_velocity && motion_.at_rest()) {
    motion_.start(guard_.q(), JointVector::Zero(guard_.q().size()));
    stands_at_.reset();
  } else if (settings_.by_velocity) {
    motion_.brake(h_, Braking::kHard);
  } else {
    motion_.return_to(*stands_at_, h_);
  }
}

// A reference in motion brakes with the arm that followed it: the way to a stand is nobody's push. In the cycle that
// stops the arm it has moved on already, and is called back.
void CompliantController::take_reference_along(const Pose& X_BV_before) noexcept {
  if (led_share_ == 0.0) return;
  const Vector6 moved = led_share_ * pose_difference(X_BV_before, motion_.X_BC());
  Pose X_BR = reference_.before();
  X_BR.p += moved.head<3>();
  X_BR = body_.reference_turned(X_BR, moved.tail<3>());
  reference_.take_along(X_BR, body_.carrying_twist(led_share_ * motion_.twist()));
}

}  // namespace limber
