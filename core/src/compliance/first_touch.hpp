// The first touch of a press: the largest contact force when a tool that approaches with a constant speed meets a wall,
// before the contact guard knows of it. One axis along the normal, in time:
//
//   law      M v̇ + D v = g (F_press - α y)    exact over a cycle; g: deadband; its change of velocity within the
//   limits:
//            the tool's acceleration, and the deceleration against a contact as soon as y is felt
//   lead     u = x_V + t_l v                   servo  T ẋ + x = u(t - T_d)
//   wall     F = K_e x + c_e ẋ, x > 0          sensor, filter: as in limber/contact_stability.hpp, means over a cycle
//
// Not for the control thread, except TouchSpeeds::at().
#pragma once

#include <array>

#include "limber/contact_stability.hpp"

namespace limber {

struct FirstTouch {
  ContactLoop loop;
  double wall = 20e3;         // N/m
  double press = 10.0;        // N
  double speed = 0.05;        // m/s, at most, of the approach; a press that drives the tool more slowly counts as it is
  double deadband = 0.0;      // N
  double acceleration = 2.0;  // m/s², of the tool
  double deceleration = 10.0;  // m/s², against a contact; at least `acceleration`
};

// m/s: the speed to which the press drives the tool, if no limit is in the way.
double driven_speed(const FirstTouch& touch);
// N: the largest mean over 6 ms of the force until the tool turns back, and at least the press.
double touch_peak(const FirstTouch& touch);
// m/s: the largest speed up to touch.speed with a peak of at most `force` N; 0 if the press itself is more.
double speed_for_peak(FirstTouch touch, double force);

// speed_for_peak() for presses up to `force` and whatever the joints can do, for the control thread.
struct TouchSpeeds {
  static constexpr std::array<double, 6> kPresses{0.0, 0.2, 0.4, 0.6, 0.8, 0.95};               // of `force`
  static constexpr std::array<double, 7> kDecelerations{1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};  // m/s²
  static constexpr double kSlowest = 0.002;  // m/s: a press that is itself too much still finds its surface

  double force = 0.0;                                                              // N; 0: any force is accepted
  std::array<std::array<double, kDecelerations.size()>, kPresses.size()> speed{};  // m/s

  // m/s, for a press (N) with this deceleration (m/s²); linear between the points above. Not for a force of 0.
  double at(double press, double deceleration) const noexcept;
};
// touch.press and touch.deceleration do not count.
TouchSpeeds touch_speeds(FirstTouch touch, double force);

}  // namespace limber
