// How the arm gives way to a force.
//
// The environment is modelled as a spring: its stiffness is the decrease of the force over the distance that the arm
// has moved back. The command stops where this spring pushes with less than half the limit, because a servo that lags
// brings the arm there later.
#include "safety/give_way.hpp"

#include <algorithm>
#include <cmath>

#include "math/braking.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

constexpr double kSpeed = 0.25;      // m/s
constexpr double kTurnSpeed = 1.25;  // rad/s
// m/s, rad/s: the smallest speed. The environment may be softer than estimated, or the servo may not reach its command.
constexpr double kCreep = 0.005;
constexpr double kTurnCreep = 0.025;
// m per rad.
constexpr double kLever = 0.1;
// Shares of the limit: giving way ends below kEnough; the command aims at kAim.
constexpr double kEnough = 0.5;
constexpr double kAim = 0.4;
// Growth of the force that ends giving way, as a share of the limit or of the smallest force, whichever is larger.
// kGrowth is more than noise; kGrowthAside, for a force that has changed its direction, is more than friction too.
constexpr double kGrowth = 0.15;
constexpr double kGrowthAside = 0.3;
constexpr double kSameWay = 0.99;  // cosine
// s: time constant of the direction.
constexpr double kDirectionLag = 0.05;
// m: beyond this distance the arm has moved back.
constexpr double kBack = 5e-4;
// m: distance from which the stiffness can be estimated, on the way out and on the way in.
constexpr double kFelt = 1e-4;
constexpr double kFeltWayIn = 1e-3;
// A force larger by this factor counts as larger.
constexpr double kMore = 1.01;
// m: the command goes this far beyond its aim, so that the lagging arm does not creep at the end.
constexpr double kBeyond = 3e-3;
// m, rad: practically unlimited.
constexpr double kFar = 1.0;

}  // namespace

double GiveWay::lever() const noexcept { return turns_ ? kLever : 1.0; }

void GiveWay::allow(double travel) noexcept {
  active_ = false;
  left_ = travel;
}

Vector3 GiveWay::push(const Vector6& F_B) const noexcept { return turns_ ? F_B.tail<3>() : F_B.head<3>(); }

bool GiveWay::start(const Vector6& F_B, bool torque, double limit, const Pose& X_BS) noexcept {
  const Vector3 push = torque ? F_B.tail<3>() : F_B.head<3>();
  if (active_ || left_ <= 0.0 || !(push.norm() > kEnough * limit)) return false;
  active_ = true;
  turns_ = torque;
  direction_.setZero();
  direction_.segment<3>(torque ? 3 : 0) = push.normalized();
  limit_ = limit;
  X_BS_before_ = X_BS;
  place_ = deepest_ = 0.0;
  force_deepest_ = push.norm();
  mean_push_ = least_ = push;
  return true;
}

// The direction turns towards the recent mean of the force.
void GiveWay::follow(const Vector3& push, const Pose& X_BS, double h) noexcept {
  place_ += direction_.dot(pose_difference(X_BS_before_, X_BS));
  X_BS_before_ = X_BS;
  mean_push_ += h / (kDirectionLag + h) * (push - mean_push_);
  if (mean_push_.norm() > kEnough * kEnough * limit_) direction_.segment<3>(turns_ ? 3 : 0) = mean_push_.normalized();
}

// Growth is measured along the smallest force: friction that appears or reverses adds nothing there. A saturated sensor
// reads the same at every depth: the deepest place is where the largest force was first met.
void GiveWay::watch(const Vector3& push) noexcept {
  const double force = push.norm();
  if (place_ < deepest_ && force > kMore * force_deepest_) {
    deepest_ = place_;
    force_deepest_ = force;
  }
  const bool deep = lever() * (place_ - deepest_) <= kBack;
  if (deep) force_deepest_ = std::max(force_deepest_, force);
  if (deep || force < least_.norm()) least_ = push;
  const double least = least_.norm();
  const double along = push.dot(least_) / least;
  const double growth = along > kSameWay * force ? kGrowth : kGrowthAside;
  if (along > least + growth * std::max(limit_, least)) allow(0.0);
  const bool turned_round = push.dot(mean_push_) < -kEnough * limit_ * mean_push_.norm();
  if (force < kEnough * limit_ || turned_round) stop();
}

// m, rad left to move, with the command `ahead` of the arm. The stiffness is that of the way out; before there is one,
// that of the way in, on which the force rose from the limit.
double GiveWay::way_to_go(double force, double ahead) const noexcept {
  const double back = place_ - deepest_, fell = force_deepest_ - force, beyond = turns_ ? 0.0 : kBeyond;
  if (lever() * back >= kFelt && fell > 0.0) return (force - kAim * limit_) * back / fell + beyond - ahead;
  const double rose = force_deepest_ - limit_;
  if (lever() * deepest_ > -kFeltWayIn || rose <= 0.0) return kFar;
  return (force_deepest_ - kAim * limit_) * -deepest_ / rose - back + beyond - ahead;
}

double GiveWay::step(const Vector6& F_B, const Pose& X_BS, const Pose& X_BS_command, double acceleration,
                     double h) noexcept {
  follow(push(F_B), X_BS, h);
  watch(push(F_B));
  if (!active_) return 0.0;
  const double ahead = direction_.dot(pose_difference(X_BS, X_BS_command));
  const double wanted = braking_speed(way_to_go(push(F_B).norm(), ahead), acceleration, h);
  const double allowed = braking_speed(left_ / lever(), acceleration, h);
  return std::min({std::max(wanted, turns_ ? kTurnCreep : kCreep), turns_ ? kTurnSpeed : kSpeed, allowed});
}

void GiveWay::moved(double way) noexcept {
  left_ -= lever() * way;
  if (way <= 0.0 || left_ < 1e-6) allow(0.0);
}

}  // namespace limber
