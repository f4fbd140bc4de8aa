// Targets, approaches to them, and the lag behind them.
#include "motion/reference.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "math/so3.hpp"

namespace limber {
namespace {

// m/s, rad/s: a slower target stands.
constexpr double kTargetStands = 1e-8;

// Peak factors of a cosine ramp: π/2 times its mean speed, π²/2 times its mean acceleration; and a margin for a start
// in motion.
constexpr double kPeakSpeed = 0.5 * std::numbers::pi;
constexpr double kPeakAcceleration = 0.5 * std::numbers::pi * std::numbers::pi;
constexpr double kMargin = 1.5;

// The sample of another frame on the same rigid body.
ReferenceSample at_frame(const ReferenceSample& sample, const Pose& X_CD) noexcept {
  ReferenceSample result{sample.X_BR * X_CD, sample.twist, sample.acceleration};
  const Vector3 r = result.X_BR.p - sample.X_BR.p;
  const Vector3 omega = sample.twist.tail<3>();
  result.twist.head<3>() += omega.cross(r);
  result.acceleration.head<3>() += sample.acceleration.tail<3>().cross(r) + omega.cross(omega.cross(r));
  return result;
}

}  // namespace

bool ApproachRule::is_near(const Pose& X_0, const Pose& X_1) const noexcept {
  const Vector6 gap = pose_difference(X_0, X_1);
  return gap.head<3>().norm() <= near_position && gap.tail<3>().norm() <= near_orientation;
}

double approach_time(const Vector6& offset, const Vector6& rate, const ApproachRule& rule) noexcept {
  const double distance = offset.head<3>().norm();
  const double angle = offset.tail<3>().norm();
  return std::max({rule.shortest_duration, kMargin * kPeakSpeed * distance / rule.linear_velocity,
                   kMargin * kPeakSpeed * angle / rule.angular_velocity,
                   std::sqrt(kMargin * kPeakAcceleration * distance / rule.linear_acceleration),
                   std::sqrt(kMargin * kPeakAcceleration * angle / rule.angular_acceleration),
                   4.0 * rate.head<3>().norm() / rule.linear_acceleration,
                   4.0 * rate.tail<3>().norm() / rule.angular_acceleration});
}

void Reference::place(const ReferenceSample& sample) noexcept {
  target_ = now_ = base_ = sample;
  motion_ = sample.twist;
  X_before_ = sample.X_BR;
  blend_.stop();
  by_poses_ = lags_ = false;
}

void Reference::jump(const ReferenceSample& target, bool continues) noexcept {
  const Vector3 behind = now_.X_BR.p - base_.X_BR.p;
  const Matrix3 turned = now_.X_BR.R * base_.X_BR.R.transpose();
  move_target(target);
  blend_.stop();
  base_ = target_;
  by_poses_ = false;
  now_.X_BR = base_.X_BR;
  lags_ = lags_ && continues;
  if (lags_) now_.X_BR = {turned * base_.X_BR.R, base_.X_BR.p + behind};
}

void Reference::approach(const ReferenceSample& target, const ApproachRule& rule) noexcept {
  by_poses_ = false;
  move_target(target);
  approach_from(now_, rule);
}

void Reference::approach_from(const ReferenceSample& from, const ApproachRule& rule) noexcept {
  const Vector6 offset = pose_difference(target_.X_BR, from.X_BR);
  blend_.start(from, approach_time(offset, from.twist - target_.twist, rule));
  lags_ = false;
  now_ = base_ = blended();
  motion_ = now_.twist;
}

void Reference::move_target(const ReferenceSample& target) noexcept {
  target_ = target;
  silence_ = 0.0;
  news_ = true;
}

void Reference::lead(const Pose& X_BR, const ApproachRule& rule) noexcept {
  const bool near = rule.is_near(by_poses_ ? target_.X_BR : now_.X_BR, X_BR);
  move_target({X_BR, Vector6::Zero(), Vector6::Zero()});
  if (!near) {
    approach_from(now_, rule);
  } else if (!by_poses_) {
    blend_.stop();
    base_ = now_;
  }
  by_poses_ = true;
}

void Reference::lead_waiting(const Pose& X_BR) noexcept {
  move_target({X_BR, Vector6::Zero(), Vector6::Zero()});
  by_poses_ = true;
}

void Reference::follow(const ReferenceSample& target, double h, const ApproachRule& rule) noexcept {
  by_poses_ = false;
  move_target(target);
  advance(h, rule);
}

void Reference::step(double h, double passed, double patience, const ApproachRule& rule) noexcept {
  // A new target counts from now, however long there was none before.
  if (std::exchange(news_, false)) {
    passed = h;
  } else {
    wait(passed, patience);
  }
  if (!target_.twist.isZero(0.0) || !target_.acceleration.isZero(0.0)) {
    const Vector6 step = passed * target_.twist + 0.5 * passed * passed * target_.acceleration;
    target_.X_BR.p += step.head<3>();
    target_.X_BR.R = exp_so3(step.tail<3>()).toRotationMatrix() * target_.X_BR.R;
    target_.twist += passed * target_.acceleration;
  }
  advance(h, rule);
}

void Reference::wait(double passed, double patience) noexcept {
  news_ = false;
  X_before_ = now_.X_BR;
  silence_ += passed;
  if (silence_ <= patience) return;
  target_.twist.setZero();
  target_.acceleration.setZero();
}

// Advances by one cycle with the current target.
void Reference::advance(double h, const ApproachRule& rule) noexcept {
  X_before_ = now_.X_BR;
  const Pose X_base_before = base_.X_BR;
  blend_.step(h);
  base_ = blended();
  const Vector6 led = pose_difference(X_base_before, base_.X_BR) / h;
  const Vector6 exact = pose_difference(X_before_, base_.X_BR) / h;
  base_stands_ = led.cwiseAbs().maxCoeff() < kTargetStands;
  motion_ = catch_up(h * exact, motion_, led, rule, rule.joints, h);
  lags_ = motion_ != exact;
  now_ = base_;
  if (by_poses_ || lags_) now_.twist = motion_;
  if (!lags_) return;
  now_.X_BR = {exp_so3(h * motion_.tail<3>()).toRotationMatrix() * X_before_.R, X_before_.p + h * motion_.head<3>()};
}

void Reference::hold_back(const Pose& X_BR, double h) noexcept {
  now_.X_BR = X_BR;
  now_.twist = motion_ = pose_difference(X_before_, X_BR) / h;
  lags_ = true;
}

void Reference::take_along(const Pose& X_BR, const Vector6& twist) noexcept {
  now_ = {X_BR, twist, Vector6::Zero()};
  motion_ = twist;
}

void Reference::resume(const ApproachRule& rule) noexcept {
  const ReferenceSample from = now_;
  if (!rule.is_near(target_.X_BR, from.X_BR)) return approach_from(from, rule);
  blend_.stop();
  base_ = target_;
  lags_ = true;
}

void Reference::brake(const MotionRates& rates) noexcept {
  const double time = 2.0 * std::max(motion_.head<3>().norm() / rates.linear_acceleration,
                                     motion_.tail<3>().norm() / rates.angular_acceleration);
  const Vector6 way = 0.5 * time * motion_;
  const Matrix3 R_end = exp_so3(way.tail<3>()).toRotationMatrix() * now_.X_BR.R;
  target_ = base_ = {{R_end, now_.X_BR.p + way.head<3>()}, Vector6::Zero(), Vector6::Zero()};
  blend_.stop();
  by_poses_ = false;
  lags_ = true;
}

bool Reference::finite() const noexcept {
  for (const ReferenceSample* sample : {&target_, &base_, &now_}) {
    if (!sample->X_BR.p.allFinite() || !sample->X_BR.R.allFinite() || !sample->twist.allFinite()) return false;
  }
  return motion_.allFinite();
}

void Reference::turn_to(const Matrix3& R_BR) noexcept {
  for (ReferenceSample* sample : {&target_, &base_, &now_}) {
    sample->X_BR.R = R_BR;
    sample->twist.tail<3>().setZero();
    sample->acceleration.tail<3>().setZero();
  }
  motion_.tail<3>().setZero();
  X_before_.R = R_BR;  // this rotation is not a motion
}

ReferenceSample Reference::blended() const noexcept {
  const MovingPose on_its_way = blend_.towards(target_);
  return {on_its_way.X_BR, on_its_way.twist, target_.acceleration};
}

void Reference::change_frame(const Pose& X_CD) noexcept {
  const ReferenceSample from = at_frame(now_, X_CD);
  target_ = at_frame(target_, X_CD);
  if (approaching()) {
    blend_.start(from, blend_.left());
    base_ = from;
  } else {
    base_ = at_frame(base_, X_CD);
  }
  now_ = from;
  motion_ = from.twist;
  X_before_ = from.X_BR;
}

}  // namespace limber
