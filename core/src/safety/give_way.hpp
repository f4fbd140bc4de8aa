// Gives way to a force or torque above its limit: computes the speed of the sensor S along it in each cycle, until it
// is below half its limit. It also ends if the force reverses, if the force grows while the arm gives way, or if the
// allowed travel is used up.
//
// On a rough wall part of the force is friction, which reverses as soon as the tool slides back. The mean of both is
// the normal of the wall, the right direction. Therefore the direction follows the force slowly.
#pragma once

#include "limber/types.hpp"

namespace limber {

class GiveWay {
 public:
  // A new stop: it may give way by `travel` m, or by the angle that moves a point at a distance of 0.1 m by `travel`.
  void allow(double travel) noexcept;

  // Starts along the force, or the torque, of F_B (about S, in the base); X_BS is measured. `limit` in N or N m. False,
  // with no effect, if it is active already, if no travel is left, or if the force is below half its limit.
  bool start(const Vector6& F_B, bool torque, double limit, const Pose& X_BS) noexcept;
  void stop() noexcept { active_ = false; }

  bool active() const noexcept { return active_; }
  // Direction of the motion of S in the base: a unit vector, linear or angular.
  const Vector6& direction() const noexcept { return direction_; }
  bool turns() const noexcept { return turns_; }

  // The speed along direction(), m/s or rad/s, for the next h seconds. X_BS is measured; `acceleration` is that of
  // braking. If it has ended, active() is false and the speed is 0.
  double step(const Vector6& F_B, const Pose& X_BS, const Pose& X_BS_command, double acceleration, double h) noexcept;
  // The command moved by `way` along direction(), m or rad. If it could not move, giving way ends.
  void moved(double way) noexcept;

 private:
  Vector3 push(const Vector6& F_B) const noexcept;
  void follow(const Vector3& push, const Pose& X_BS, double h) noexcept;
  void watch(const Vector3& push) noexcept;
  double way_to_go(double force, double ahead) const noexcept;
  double lever() const noexcept;

  bool active_ = false, turns_ = false;
  Vector6 direction_ = Vector6::Zero();
  double limit_ = 0.0;  // N, N m
  double left_ = 0.0;   // m
  Pose X_BS_before_;    // measured in the last cycle
  Vector3 mean_push_ = Vector3::Zero();
  // Position along direction() since the start: now, and where the largest force was first met. That force, and the
  // smallest push since.
  double place_ = 0.0, deepest_ = 0.0, force_deepest_ = 0.0;
  Vector3 least_ = Vector3::Zero();
};

}  // namespace limber
