// Where the virtual body is pulled to, and what it moves with. A target leads the reference R; what lies between them:
//
//   R -> base -> target
//
// The base is the target, or on a blend (pose_blend.hpp) from where R was to a target that is far away: always between
// the two, however the target moves meanwhile. R follows the base within its acceleration (catch_up.hpp): exactly while
// that moves smoothly; where its velocity jumps, a cycle comes late, or limits keep the arm from following, R lags and
// catches up.
#pragma once

#include "limber/types.hpp"
#include "math/so3.hpp"
#include "motion/catch_up.hpp"
#include "motion/pose_blend.hpp"

namespace limber {

struct ReferenceSample {
  Pose X_BR;
  Vector6 twist = Vector6::Zero();         // of R in the base, m/s, rad/s
  Vector6 acceleration = Vector6::Zero();  // its rate, m/s², rad/s²
};

// How a reference gets to a target that jumped: one nearer than this (m, rad) at once or by catching up, a farther one
// within the rates and in no less than `shortest_duration` s.
struct ApproachRule : MotionRates {
  double near_position = 0.15;
  double near_orientation = 0.5;
  double shortest_duration = 5.0;
  JointTimes joints;  // for what it has yet to catch up with

  bool is_near(const Pose& X_0, const Pose& X_1) const noexcept;
};

// s: how long an approach over `offset` (m, rad) takes that starts at `rate` (m/s, rad/s) and ends at rest.
double approach_time(const Vector6& offset, const Vector6& rate, const ApproachRule& rule) noexcept;

class Reference {
 public:
  // --- a new target ---
  // R is there, moves so, and approaches nothing.
  void place(const ReferenceSample& sample) noexcept;
  void stand(const Pose& X_BR) noexcept { place({X_BR, Vector6::Zero(), Vector6::Zero()}); }
  // R is at the target's pose from now on. Its velocity goes on as it was, and then follows the target's.
  // `continues`: the target is the next of a stream, and what R lags behind that stays.
  void jump(const ReferenceSample& target, bool continues) noexcept;
  // R goes from where it is to the target, as far targets are gone to.
  void approach(const ReferenceSample& target, const ApproachRule& rule) noexcept;
  // The same to the present target from another place, in motion.
  void approach_from(const ReferenceSample& from, const ApproachRule& rule) noexcept;

  // --- a target that says each cycle where it is, and not how it moves; a far jump is approached ---
  void lead(const Pose& X_BR, const ApproachRule& rule) noexcept;
  // The same while R stands still: nobody follows.
  void lead_waiting(const Pose& X_BR) noexcept;
  // The target has moved on; not a new one.
  void move_target(const ReferenceSample& target) noexcept;

  // --- once a cycle, one of these ---
  // The target is at `target` now, h seconds after the last time.
  void follow(const ReferenceSample& target, double h, const ApproachRule& rule) noexcept;
  // A moving target goes on with its twist and acceleration for at most `patience` s without news, then stands. The
  // cycle is stepped with h seconds; `passed` is the time that really passed for the target.
  void step(double h, double passed, double patience, const ApproachRule& rule) noexcept;
  // Time passes and nobody follows: R stays, and a target that has said nothing for `patience` s stands.
  void wait(double passed, double patience) noexcept;

  // --- what became of it ---
  // Limits kept the arm from following: in this cycle of h s R came only to X_BR.
  void hold_back(const Pose& X_BR, double h) noexcept;
  // While nobody follows: R is taken along to X_BR, at `twist`.
  void take_along(const Pose& X_BR, const Vector6& twist) noexcept;
  // Somebody follows again: R goes from where it stands to where the target is now.
  void resume(const ApproachRule& rule) noexcept;
  // Nobody leads any more: R goes on as it moves and comes to rest, with half of its accelerations.
  void brake(const MotionRates& rates) noexcept;
  // R and its target turn to this orientation and stay so; not on the way to a target.
  void turn_to(const Matrix3& R_BR) noexcept;
  // Another frame on the same tool: every pose X becomes X * X_CD.
  void change_frame(const Pose& X_CD) noexcept;

  const ReferenceSample& now() const noexcept { return now_; }
  // The same with the mean twist over the last cycle: what R really did.
  ReferenceSample moved() const noexcept { return {now_.X_BR, motion_, Vector6::Zero()}; }
  // Where R was when this cycle began.
  const Pose& before() const noexcept { return X_before_; }
  const Pose& target() const noexcept { return target_.X_BR; }
  double silence() const noexcept { return silence_; }  // s since the target was last set or moved
  bool finite() const noexcept;                         // R and its target are numbers
  bool approaching() const noexcept { return !blend_.done(); }
  double approach_left() const noexcept { return approaching() ? blend_.left() : 0.0; }  // s
  bool catching_up() const noexcept { return lags_; }
  // What R catches up with is in motion itself.
  bool lead_moves() const noexcept { return !base_.twist.isZero(1e-6); }
  // What R has yet to catch up with, m and rad in the base.
  Vector6 behind() const noexcept { return pose_difference(now_.X_BR, base_.X_BR); }

 private:
  ReferenceSample blended() const noexcept;
  void advance(double h, const ApproachRule& rule) noexcept;

  ReferenceSample target_, now_;
  ReferenceSample base_;
  Vector6 motion_ = Vector6::Zero();  // R's mean twist over the last cycle
  bool lags_ = false;                 // R is not at the base
  Pose X_before_;                     // R, a cycle ago
  bool by_poses_ = false;             // the target does not say how it moves
  PoseBlend blend_;                   // to the target
  double silence_ = 0.0;
  bool news_ = false;  // of the target, since the last cycle
};

}  // namespace limber
