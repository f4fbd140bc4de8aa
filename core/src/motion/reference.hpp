// The reference generator. The virtual body is pulled to the reference R and moves with it. A target leads R:
//
//   R -> base -> target
//
// The base is the target or, if the target is far away, a blend (pose_blend.hpp) from the pose of R to it, even if the
// target moves. R follows the base within its acceleration (catch_up.hpp): exactly while the base moves smoothly. If
// the velocity jumps, a cycle is late or limits hold the arm back, R lags and catches up.
#pragma once

#include "limber/types.hpp"
#include "math/so3.hpp"
#include "motion/catch_up.hpp"
#include "motion/moving_pose.hpp"
#include "motion/pose_blend.hpp"

namespace limber {

// How a reference goes to a target that has jumped. A near target (m, rad): at once or by catching up. A far target:
// within the rates and in at least `shortest_duration` s.
struct ApproachRule : MotionRates {
  double near_position = 0.15;
  double near_orientation = 0.5;
  double shortest_duration = 5.0;
  JointTimes joints;  // for the remaining lag

  bool is_near(const Pose& X_0, const Pose& X_1) const noexcept;
};

// s: duration of an approach over `offset` (m, rad) that starts with `rate` (m/s, rad/s) and ends at rest.
double approach_time(const Vector6& offset, const Vector6& rate, const ApproachRule& rule) noexcept;

class Reference {
 public:
  // --- a new target ---
  // R takes this pose and twist; no approach.
  void place(const ReferenceSample& sample) noexcept;
  void stand(const Pose& X_BR) noexcept { place({X_BR, Vector6::Zero(), Vector6::Zero()}); }
  // R takes the pose of the target at once. Its velocity continues and then follows that of the target. `continues`:
  // the target is the next one of a stream; the lag of R stays.
  void jump(const ReferenceSample& target, bool continues) noexcept;
  // R goes from its pose to the target, as to a far one.
  void approach(const ReferenceSample& target, const ApproachRule& rule) noexcept;
  // The same to the current target, from another pose and twist.
  void approach_from(const ReferenceSample& from, const ApproachRule& rule) noexcept;

  // --- a target that gives a pose in each cycle but no twist; far jumps are approached ---
  void lead(const Pose& X_BR, const ApproachRule& rule) noexcept;
  // The same while R stands and the arm does not follow it.
  void lead_waiting(const Pose& X_BR) noexcept;
  // The target has moved; it is not a new one.
  void move_target(const ReferenceSample& target) noexcept;

  // --- one of these per cycle ---
  // The target is at `target` now, h seconds after the last call.
  void follow(const ReferenceSample& target, double h, const ApproachRule& rule) noexcept;
  // A moving target continues with its twist and acceleration for at most `patience` s without news, then stands. The
  // cycle is stepped with h seconds; `passed` is the real time since the last cycle.
  void step(double h, double passed, double patience, const ApproachRule& rule) noexcept;
  // Time passes while the arm does not follow: R stays; a target without news for `patience` s stands.
  void wait(double passed, double patience) noexcept;

  // --- corrections ---
  // Limits held the arm back: in this cycle of h s, R came only to X_BR.
  void hold_back(const Pose& X_BR, double h) noexcept;
  // While the arm does not follow: R is moved to X_BR, with `twist`.
  void take_along(const Pose& X_BR, const Vector6& twist) noexcept;
  // The arm follows again: R goes from its pose to the current target.
  void resume(const ApproachRule& rule) noexcept;
  // The lead has ended: R continues its motion and comes to rest, with half of its accelerations.
  void brake(const MotionRates& rates) noexcept;
  // R and its target take this orientation and keep it; not during an approach.
  void turn_to(const Matrix3& R_BR) noexcept;
  // Changes to another frame on the same tool: every pose X becomes X * X_CD.
  void change_frame(const Pose& X_CD) noexcept;

  const ReferenceSample& now() const noexcept { return now_; }
  // The same with the mean twist over the last cycle: the real motion of R.
  ReferenceSample moved() const noexcept { return {now_.X_BR, motion_, Vector6::Zero()}; }
  // The pose of R at the start of this cycle.
  const Pose& before() const noexcept { return X_before_; }
  const Pose& target() const noexcept { return target_.X_BR; }
  double silence() const noexcept { return silence_; }  // s since the target was last set or moved
  bool finite() const noexcept;                         // R and its target are finite
  bool approaching() const noexcept { return !blend_.done(); }
  double approach_left() const noexcept { return approaching() ? blend_.left() : 0.0; }  // s
  bool catching_up() const noexcept { return lags_; }
  // R is at its target, which did not move in the last cycle.
  bool stands() const noexcept { return base_stands_ && !approaching() && !catching_up(); }
  // The base is moving.
  bool lead_moves() const noexcept { return !base_.twist.isZero(1e-6); }
  // The lag of R, m and rad in base axes.
  Vector6 behind() const noexcept { return pose_difference(now_.X_BR, base_.X_BR); }

 private:
  ReferenceSample blended() const noexcept;
  void advance(double h, const ApproachRule& rule) noexcept;

  ReferenceSample target_, now_;
  ReferenceSample base_;
  Vector6 motion_ = Vector6::Zero();  // mean twist of R over the last cycle
  bool lags_ = false;                 // R is not at the base
  bool base_stands_ = false;          // the base did not move in the last cycle
  Pose X_before_;                     // R one cycle ago
  bool by_poses_ = false;             // the target gives no twist
  PoseBlend blend_;                   // to the target
  double silence_ = 0.0;
  bool news_ = false;  // the target was set since the last cycle
};

}  // namespace limber
