// How fast a frame may move, and its joints with it.
#pragma once

namespace limber {

// m/s, rad/s, m/s², rad/s².
struct MotionRates {
  double linear_velocity = 0.5;
  double angular_velocity = 1.0;
  double linear_acceleration = 2.0;
  double angular_acceleration = 10.0;
};

// What the joints need for a way of the tool; 0 if they do not matter.
struct JointTimes {
  double at_speed = 0.0;         // s, the slowest joint at its largest velocity
  double at_acceleration = 0.0;  // s²: its way over its largest acceleration
  double open = 1.0;             // 0..1: 0 if joint limits bar the way
};

}  // namespace limber
