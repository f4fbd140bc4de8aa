// Where the virtual body is pulled to: a target pose (still, or moving with a twist), and, after a target that was too
// far away to jump to, an offset that fades from the old reference to the new one:
//
//   X_BR(t) = Exp(offset(t)) applied to the target,  offset a quintic from where the reference was to zero
//
// so that position, velocity and acceleration of the reference are continuous.
#pragma once

#include <array>

#include "limber/types.hpp"

namespace limber {

struct ReferenceSample {
  Pose X_BR;
  Vector6 twist = Vector6::Zero();         // of R in the base, m/s, rad/s
  Vector6 acceleration = Vector6::Zero();  // its rate, m/s², rad/s²
};

// How a far target is approached: m, rad, s.
struct ApproachRule {
  double near_position = 0.15;
  double near_orientation = 0.5;
  double shortest_duration = 5.0;
  double linear_velocity = 0.5;
  double angular_velocity = 1.0;
  double linear_acceleration = 2.0;
  double angular_acceleration = 10.0;
};

// [p_1 - p_0 ; Log(R_1 R_0ᵀ)]
Vector6 pose_difference(const Pose& X_0, const Pose& X_1) noexcept;

// s: how long an approach over `offset` (m, rad) takes that starts at `rate` (m/s, rad/s) and ends at rest.
double approach_time(const Vector6& offset, const Vector6& rate, const ApproachRule& rule) noexcept;

class Reference {
 public:
  // The reference stands still at X_BR.
  void stand(const Pose& X_BR) noexcept;

  // The reference is there, moving so, and approaches nothing.
  void place(const ReferenceSample& sample) noexcept;

  // A new target. True where it was taken at once (near): the reference has jumped. Else it is approached. One near the
  // target that is being approached moves that one: a stream of targets does not begin the approach anew each time.
  bool set_target(const ReferenceSample& target, const ApproachRule& rule) noexcept;

  // The target has moved on; not a new one.
  void move_target(const ReferenceSample& target) noexcept;

  // The target is at `target` now, h seconds after the last time; an approach goes on.
  void follow(const ReferenceSample& target, double h) noexcept;

  // Approaches the present target from another place, in motion.
  void approach_from(const ReferenceSample& from, const ApproachRule& rule) noexcept;

  // A moving target goes on with its twist and acceleration for at most `patience` s without news, then stands. True
  // where the reference's velocity jumped because of that.
  bool step(double h, double patience) noexcept;
  // Time passes and nobody follows: the reference stays, and a target that has said nothing for `patience` s stands.
  void wait(double h, double patience) noexcept;
  const ReferenceSample& now() const noexcept { return now_; }
  double silence() const noexcept { return silence_; }  // s since the target was last set or moved
  bool approaching() const noexcept { return elapsed_ < duration_; }

  // Another frame on the same tool: every pose X becomes X * X_CD.
  void change_frame(const Pose& X_CD) noexcept;

 private:
  void evaluate() noexcept;

  ReferenceSample target_, now_;
  std::array<Vector6, 3> start_{};  // offset, its rate and its acceleration where the fading began
  double elapsed_ = 0.0;
  double duration_ = 0.0;
  double silence_ = 0.0;
};

}  // namespace limber
