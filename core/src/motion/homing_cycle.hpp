// The cycle of the variable stiffness controller: home, forward, wait, back, wait, forward, and so on. Its clock is the
// sum of the periods; waypoints do not stop it.
#pragma once

#include "limber/telemetry.hpp"
#include "limber/types.hpp"
#include "motion/pose_blend.hpp"

namespace limber {

struct CyclePath {
  Vector3 p_start = Vector3::Zero();  // m, in the base
  Vector3 p_end = Vector3::Zero();
  Matrix3 R = Matrix3::Identity();
};

struct CycleTimes {  // s
  double homing = 5.0;
  double move = 10.0;
  double wait = 2.0;
};

class HomingCycle {
 public:
  // Homes from `from`, with its velocity, to the start of the path.
  void start(const MovingPose& from, const CyclePath& path, const CycleTimes& times) noexcept;
  // For later phases; the current phase keeps its duration.
  void set_times(const CycleTimes& times) noexcept { times_ = times; }
  void step(double h) noexcept;

  const MovingPose& target() const noexcept { return target_; }
  CyclePhase phase() const noexcept { return phase_; }
  double s() const noexcept { return s_; }  // 0 at the start, 1 at the end
  bool homes() const noexcept { return phase_ == CyclePhase::kHoming; }
  Ramp homing() const noexcept;                         // 0..1, progress of homing
  double elapsed() const noexcept { return elapsed_; }  // s in this phase
  // Sets the target of this cycle, for callers that do not home on a straight line.
  void lead(const MovingPose& target) noexcept { target_ = target; }
  bool moves_along_path() const noexcept {
    return phase_ == CyclePhase::kMoveForward || phase_ == CyclePhase::kMoveReturn;
  }

 private:
  void enter(CyclePhase phase) noexcept;
  void follow() noexcept;

  CyclePath path_;
  CycleTimes times_;
  CyclePhase phase_ = CyclePhase::kInit;
  PoseBlend homing_;
  double elapsed_ = 0.0;   // s in this phase
  double duration_ = 0.0;  // s of this phase
  double s_ = 0.0;
  MovingPose target_;
};

}  // namespace limber
