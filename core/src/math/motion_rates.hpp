// Velocity and acceleration limits of a frame, and the times that the joints need for a motion.
#pragma once

namespace limber {

// m/s, rad/s, m/s², rad/s².
struct MotionRates {
  double linear_velocity = 0.5;
  double angular_velocity = 1.0;
  double linear_acceleration = 2.0;
  double angular_acceleration = 10.0;
};

// What the joints need for a motion of the tool; 0 if the joints are not considered.
struct JointTimes {
  double at_speed = 0.0;         // s, of the slowest joint at its largest velocity
  double at_acceleration = 0.0;  // s²: distance over largest acceleration, of the slowest joint
  double open = 1.0;             // 0..1; 0 if joint limits block the motion
};

}  // namespace limber
