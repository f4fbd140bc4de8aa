#include "limber/motion/catch_up.hpp"

#include <algorithm>

#include "limber/braking.hpp"

namespace limber {
namespace {

Vector3 no_longer_than(const Vector3& v, double length) noexcept {
  const double size = v.norm();
  return size > length ? Vector3(length / size * v) : v;
}

struct Rates {
  double speed, acceleration;
};

Vector3 follow_within(const Vector3& gap, const Vector3& velocity, const Vector3& target_velocity, Rates limits,
                      Rates closing, double h) noexcept {
  const double step = limits.acceleration * h;
  const Vector3 exact = gap / h;
  if ((exact - velocity).norm() <= step && (exact - target_velocity).norm() <= step) return exact;
  const Vector3 behind = gap - h * target_velocity;
  const double distance = behind.norm();
  const double nearer = std::min(closing.speed, braking_speed(distance, closing.acceleration, h));
  const Vector3 wanted = distance > 0.0 ? Vector3(target_velocity + nearer / distance * behind) : target_velocity;
  return velocity + no_longer_than(no_longer_than(wanted, limits.speed) - velocity, step);
}

}  // namespace

Vector6 catch_up(const Vector6& gap, const Vector6& twist, const Vector6& target_twist, const MotionRates& limits,
                 const MotionRates& closing, double h) noexcept {
  Vector6 result;
  result << follow_within(gap.head<3>(), twist.head<3>(), target_twist.head<3>(),
                          {limits.linear_velocity, limits.linear_acceleration},
                          {closing.linear_velocity, closing.linear_acceleration}, h),
      follow_within(gap.tail<3>(), twist.tail<3>(), target_twist.tail<3>(),
                    {limits.angular_velocity, limits.angular_acceleration},
                    {closing.angular_velocity, closing.angular_acceleration}, h);
  return result;
}

}  // namespace limber
