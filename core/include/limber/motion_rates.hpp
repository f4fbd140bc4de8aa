// How fast a frame may move.
#pragma once

namespace limber {

// m/s, rad/s, m/s², rad/s².
struct MotionRates {
  double linear_velocity = 0.5;
  double angular_velocity = 1.0;
  double linear_acceleration = 2.0;
  double angular_acceleration = 10.0;
};

inline MotionRates half(const MotionRates& rates) noexcept {
  return {0.5 * rates.linear_velocity, 0.5 * rates.angular_velocity, 0.5 * rates.linear_acceleration,
          0.5 * rates.angular_acceleration};
}

}  // namespace limber
