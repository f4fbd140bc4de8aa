// Gives way to a force, or to a torque, that is above its limit: how fast the sensor S is to go along it, cycle by
// cycle, until it is below half its limit. Every step looks at the force. It is over, too, when the force turns round,
// when it grows while the arm gives way to it, or when the way that a stop allows is used up.
//
// On a rough wall part of the force is friction, which turns round as soon as the tool slides back: the way out is the
// mean of both, the wall's normal. So the direction follows the force slowly.
#pragma once

#include "limber/types.hpp"

namespace limber {

class GiveWay {
 public:
  // A new stop: it may give way by `travel` m, or by the angle that moves a point 0.1 m away by as much.
  void allow(double travel) noexcept;

  // Along the force, or along the torque, of F_B (about S, in the base), which is above `limit` (N, N m), from where S
  // is measured. False, and nothing changes, while it is at it already, or if no way is left.
  bool start(const Vector6& F_B, bool torque, double limit, const Pose& X_BS) noexcept;
  void stop() noexcept { active_ = false; }

  bool active() const noexcept { return active_; }
  // Of the motion of S in the base, one of force or torque: its length is 1.
  const Vector6& direction() const noexcept { return direction_; }
  bool turns() const noexcept { return turns_; }

  // The speed along direction(), m/s or rad/s, for the next h seconds, with S measured and as commanded, braking with
  // `acceleration`. Where it is over, active() is false and the speed 0.
  double step(const Vector6& F_B, const Pose& X_BS, const Pose& X_BS_command, double acceleration, double h) noexcept;
  // How far the command went along direction(), m or rad. A command that cannot go there ends it.
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
  Pose X_BS_before_;    // measured, a cycle ago
  Vector3 mean_push_ = Vector3::Zero();
  // How far the arm came along direction(), since the start and where it was in deepest; the largest force there, and
  // the least push since.
  double place_ = 0.0, deepest_ = 0.0, force_deepest_ = 0.0;
  Vector3 least_ = Vector3::Zero();
};

}  // namespace limber
