// Targets, and the fading of the offset to them.
#include "limber/motion/reference.hpp"

#include <algorithm>
#include <cmath>

#include "limber/so3.hpp"

namespace limber {
namespace {

// A quintic from rest to rest peaks at 1.875 times its mean speed and 5.774 times its mean acceleration; with a start
// in motion the rest is left as margin.
constexpr double kPeakSpeed = 1.875;
constexpr double kPeakAcceleration = 5.774;
constexpr double kMargin = 1.25;

}  // namespace

Vector6 pose_difference(const Pose& X_0, const Pose& X_1) noexcept {
  Vector6 difference;
  difference << X_1.p - X_0.p, log_so3(Matrix3(X_1.R * X_0.R.transpose()));
  return difference;
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

void Reference::stand(const Pose& X_BR) noexcept { place({X_BR, Vector6::Zero(), Vector6::Zero()}); }

void Reference::place(const ReferenceSample& sample) noexcept {
  target_ = now_ = sample;
  elapsed_ = duration_ = 0.0;
}

bool Reference::set_target(const ReferenceSample& target, const ApproachRule& rule) noexcept {
  const auto is_near = [&](const Pose& X) {
    const Vector6 gap = pose_difference(target.X_BR, X);
    return gap.head<3>().norm() <= rule.near_position && gap.tail<3>().norm() <= rule.near_orientation;
  };
  const bool goes_on = approaching() && is_near(target_.X_BR);
  move_target(target);
  if (goes_on) {
    evaluate();
    return true;
  }
  if (is_near(now_.X_BR)) {
    elapsed_ = duration_ = 0.0;
    now_ = target_;
    return true;
  }
  approach_from(now_, rule);
  return false;
}

void Reference::approach_from(const ReferenceSample& from, const ApproachRule& rule) noexcept {
  const Vector6 offset = pose_difference(target_.X_BR, from.X_BR);
  const Vector3 turn = offset.tail<3>();
  Vector6 rate = from.twist - target_.twist;
  rate.tail<3>() = left_jacobian_inverse(turn) * (from.twist.tail<3>() - exp_so3(turn) * target_.twist.tail<3>());
  start_ = {offset, rate, Vector6::Zero()};
  duration_ = approach_time(offset, rate, rule);
  elapsed_ = 0.0;
  evaluate();
}

void Reference::move_target(const ReferenceSample& target) noexcept {
  target_ = target;
  silence_ = 0.0;
}

void Reference::follow(const ReferenceSample& target, double h) noexcept {
  elapsed_ = std::min(elapsed_ + h, duration_);
  move_target(target);
  evaluate();
}

bool Reference::step(double h, double patience) noexcept {
  elapsed_ = std::min(elapsed_ + h, duration_);
  silence_ += h;
  const bool moves = !target_.twist.isZero(0.0) || !target_.acceleration.isZero(0.0);
  const bool stopped = moves && silence_ > patience;
  if (stopped) {
    target_.twist.setZero();
    target_.acceleration.setZero();
  } else if (moves) {
    const Vector6 step = h * target_.twist + 0.5 * h * h * target_.acceleration;
    target_.X_BR.p += step.head<3>();
    target_.X_BR.R = exp_so3(step.tail<3>()).toRotationMatrix() * target_.X_BR.R;
    target_.twist += h * target_.acceleration;
  }
  evaluate();
  return stopped;
}

void Reference::wait(double h, double patience) noexcept {
  silence_ += h;
  if (silence_ <= patience) return;
  target_.twist.setZero();
  target_.acceleration.setZero();
  evaluate();
}

void Reference::evaluate() noexcept {
  now_ = target_;
  if (elapsed_ >= duration_) return;
  // c_k of offset = Σ c_k s^k, s = t/T: the start's value and rate, and zero value, rate and acceleration at s = 1.
  const double T = duration_;
  const double s = elapsed_ / T;
  const Vector6 c0 = start_[0];
  const Vector6 c1 = T * start_[1];
  const Vector6 c2 = 0.5 * T * T * start_[2];
  const Vector6 c3 = -10.0 * c0 - 6.0 * c1 - 3.0 * c2;
  const Vector6 c4 = 15.0 * c0 + 8.0 * c1 + 3.0 * c2;
  const Vector6 c5 = -6.0 * c0 - 3.0 * c1 - c2;
  const Vector6 offset = c0 + s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5))));
  const Vector6 rate = (c1 + s * (2.0 * c2 + s * (3.0 * c3 + s * (4.0 * c4 + s * 5.0 * c5)))) / T;
  const Quaternion turn = exp_so3(offset.tail<3>());
  now_.X_BR.p += offset.head<3>();
  now_.X_BR.R = turn.toRotationMatrix() * target_.X_BR.R;
  now_.twist.head<3>() += rate.head<3>();
  now_.twist.tail<3>() = left_jacobian(offset.tail<3>()) * rate.tail<3>() + turn * target_.twist.tail<3>();
}

void Reference::change_frame(const Pose& X_CD) noexcept {
  const auto moved = [&](const ReferenceSample& sample) {
    ReferenceSample result{sample.X_BR * X_CD, sample.twist, sample.acceleration};
    result.twist.head<3>() += sample.twist.tail<3>().cross(result.X_BR.p - sample.X_BR.p);
    return result;
  };
  const ReferenceSample from = moved(now_);
  const double left = duration_ - elapsed_;
  target_ = moved(target_);
  if (left > 0.0) {
    ApproachRule same_time;
    same_time.shortest_duration = left;
    approach_from(from, same_time);
  }
  now_ = from;
}

}  // namespace limber
