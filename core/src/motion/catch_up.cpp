#include "motion/catch_up.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/braking.hpp"

namespace limber {
namespace {

// Fraction of speeds and accelerations used for closing the gap.
constexpr double kClosing = 0.5;

// Progress below this fraction within so many seconds counts as no progress.
constexpr double kNearer = 0.01;
constexpr double kPatience = 5.0;
// If the distance changes by more than this fraction, the target was moved.
constexpr double kElsewhere = 0.5;

struct Part {
  int first;  // index in the six-vector
  double speed, acceleration;
};

// `v` scaled down until both parts are within their limits; its direction stays.
Vector6 shortened(const Vector6& v, double linear, double angular) noexcept {
  return std::min({1.0, linear / v.head<3>().norm(), angular / v.tail<3>().norm()}) * v;
}

}  // namespace

Vector6 catch_up(const Vector6& gap, const Vector6& twist, const Vector6& target_twist, const MotionRates& limits,
                 const JointTimes& joints, double h) noexcept {
  const Part parts[] = {{0, limits.linear_velocity, limits.linear_acceleration},
                        {3, limits.angular_velocity, limits.angular_acceleration}};
  const Vector6 exact = gap / h;
  const Vector6 behind = gap - h * target_twist;
  bool possible = joints.at_acceleration <= kClosing * h * h && joints.open >= 1.0;
  double share = std::numeric_limits<double>::infinity();  // of the lag, 1/s
  if (joints.at_speed > 0.0) share = kClosing / joints.at_speed;
  if (joints.at_acceleration > 0.0) {
    share = std::min(share, braking_speed(1.0, kClosing / joints.at_acceleration, h));
  }
  for (const Part& part : parts) {
    const double step = part.acceleration * h;
    const double distance = behind.segment<3>(part.first).norm();
    possible = possible && (exact - twist).segment<3>(part.first).norm() <= step && distance <= step * h;
    if (!(distance > 0.0)) continue;
    share = std::min(
        share, std::min(kClosing * part.speed, braking_speed(distance, kClosing * part.acceleration, h)) / distance);
  }
  if (possible) return exact;
  const Vector6 closing = std::isfinite(share) ? Vector6(joints.open * share * behind) : Vector6::Zero();
  const Vector6 wanted = shortened(target_twist + closing, limits.linear_velocity, limits.angular_velocity);
  return twist + shortened(wanted - twist, h * limits.linear_acceleration, h * limits.angular_acceleration);
}

bool CatchUpProgress::step(const Vector6& gap, bool hindered, double h) noexcept {
  const double distance = gap.norm();
  const bool nearer = distance < (1.0 - (since_ > kPatience ? kElsewhere : kNearer)) * nearest_;
  if (nearer || distance > (1.0 + kElsewhere) * nearest_) {
    nearest_ = distance;
    since_ = 0.0;
  } else if (hindered) {
    since_ += h;
  }
  return since_ <= kPatience;
}

}  // namespace limber
