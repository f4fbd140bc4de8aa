// The way out of a force.
//
// What pushes is taken for a spring: its stiffness k is what the force fell by, over how far the arm came back. The
// command stops where that spring leaves less than half the limit, because a servo that lags brings the arm there
// later.
#include "limber/safety/give_way.hpp"

#include <algorithm>
#include <cmath>

#include "limber/braking.hpp"
#include "limber/so3.hpp"

namespace limber {
namespace {

constexpr double kSpeed = 0.1;      // m/s
constexpr double kTurnSpeed = 0.5;  // rad/s
// Of the speed: what pushes may be softer than it seems, or the servo may not get there. It always goes on a little.
constexpr double kCreep = 0.05;
// m for each rad.
constexpr double kLever = 0.1;
// Shares of the limit: below which it is over; where it is led to; by how much a force grows that is no noise.
constexpr double kEnough = 0.5;
constexpr double kAim = 0.4;
constexpr double kGrowth = 0.2;
// m: the arm has come back.
constexpr double kBack = 5e-4;
// m: over this way a spring is felt.
constexpr double kFelt = 1e-4;
// m, rad: as good as endless.
constexpr double kFar = 1.0;

}  // namespace

double GiveWay::lever() const noexcept { return turns_ ? kLever : 1.0; }

void GiveWay::allow(double travel) noexcept {
  active_ = false;
  left_ = travel;
}

bool GiveWay::start(const Vector6& F_B, bool torque, double limit, const Pose& X_BS) noexcept {
  const Vector3 push = torque ? F_B.tail<3>() : F_B.head<3>();
  if (active_ || left_ <= 0.0 || !(push.norm() > kEnough * limit)) return false;
  active_ = true;
  turns_ = torque;
  direction_.setZero();
  direction_.segment<3>(torque ? 3 : 0) = push.normalized();
  limit_ = limit;
  X_BS_start_ = X_BS;
  deepest_ = 0.0;
  force_deepest_ = least_ = push.norm();
  return true;
}

void GiveWay::watch(double force, double place) noexcept {
  if (place < deepest_) {
    deepest_ = place;
    force_deepest_ = force;
  }
  if (lever() * (place - deepest_) <= kBack) {
    force_deepest_ = std::max(force_deepest_, force);
    least_ = force;
  }
  least_ = std::min(least_, force);
  if (force > least_ + kGrowth * limit_) allow(0.0);
  if (force < kEnough * limit_) stop();
}

double GiveWay::way_to_go(double force, double place, double commanded) const noexcept {
  const double back = place - deepest_, fell = force_deepest_ - force;
  if (lever() * back < kFelt || fell <= 0.0) return kFar;
  return place + (force - kAim * limit_) * back / fell - commanded;
}

double GiveWay::step(const Vector6& F_B, const Pose& X_BS, const Pose& X_BS_command, double acceleration,
                     double h) noexcept {
  const double force = direction_.dot(F_B);
  const double place = direction_.dot(pose_difference(X_BS_start_, X_BS));
  watch(force, place);
  if (!active_) return 0.0;
  const double fastest = turns_ ? kTurnSpeed : kSpeed;
  const double commanded = direction_.dot(pose_difference(X_BS_start_, X_BS_command));
  const double wanted = braking_speed(way_to_go(force, place, commanded), acceleration, h);
  const double allowed = braking_speed(left_ / lever(), acceleration, h);
  return std::min({std::max(wanted, kCreep * fastest), fastest, allowed});
}

void GiveWay::moved(double way) noexcept {
  left_ -= lever() * way;
  if (way <= 0.0 || left_ < 1e-6) allow(0.0);
}

}  // namespace limber
