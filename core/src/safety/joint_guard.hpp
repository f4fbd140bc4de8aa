// Trust in what the joints of a torque arm say: finite, in range, fresh. A bad reading is replaced by the last good one
// for at most three cycles; then it is a fault. From then on each joint is where what is left of its readings says
// (JointEstimate), until they are good again; if a joint has none, the arm is blind.
//
// Stamps alone do not make a reading fresh: some robots stamp whatever they have with the time they are asked. So a
// reading is also as old as its last change, in periods summed up. One that has not changed by a bit for longer than
// `stale_timeout` is stale if it cannot be true: it says that a joint moves, or the arm has been asked to move since;
// and so is a position or a velocity alone that the other one contradicts, and a joint of which both stand although it
// must have moved. A position that jumps further than its joint could go is as bad as one that is no number.
#pragma once

#include <array>

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/robot.hpp"
#include "safety/joint_estimate.hpp"
#include "safety/motion_limits.hpp"
#include "safety/standing_joints.hpp"

namespace limber {

// A robot that allows itself less than this share of its speed stands.
inline constexpr double kStandingShare = 1e-3;

// For so many cycles the last good reading stands in for a bad one.
inline constexpr int kGoodForCycles = 3;

// A value of the robot's state that cannot be true; `index` is its joint, or one of Fault's.
inline Fault invalid_state(double value, double limit, Eigen::Index index, double time) noexcept {
  return {FaultCode::kInvalidState, value, limit, static_cast<int>(index), time};
}

// What is wrong with the joints of one reading: their number, a value that is no number or out of range.
Fault find_bad_joint(const RobotState& state, const JointBounds& bounds) noexcept;

// A share of its speed that the robot cannot allow itself.
Fault find_bad_pace(const RobotState& state, double time) noexcept;

// Positions and velocities of a joint tell of the same motion. Where one of them has not changed by a bit for longer
// than `stale_timeout`, and the other, which lives, says that it must have, it is frozen until it changes. Where
// neither has changed, and they contradict each other, one of them is, until either changes. Encoders with coarse steps
// repeat themselves too, but not over such a way.
class MotionAgreement {
 public:
  void start(const JointVector& q, const JointVector& qd) noexcept;
  // One reading, `passed` s after the one before. The fault names the first joint of which something is frozen.
  // `has_velocities`: a velocity of exactly 0 is measured, and not that of a robot that tells none.
  Fault step(const JointVector& q, const JointVector& qd, bool has_velocities, double passed, double stale_timeout,
             double time) noexcept;
  bool position_frozen(std::size_t i) const noexcept { return joints_[i].position.frozen || joints_[i].both.frozen; }
  bool velocity_frozen(std::size_t i) const noexcept { return joints_[i].velocity.frozen || joints_[i].both.frozen; }
  // Somebody vouches for joints that say nothing but that they stand: these are looked at anew.
  void trust_standing(double stale_timeout) noexcept;

 private:
  struct Reading {
    double value = 0.0;
    double age = 0.0;  // s since it changed by a bit
    double gap = 0.0;  // rad, m of the last second or so that the other one tells, and this one does not
    bool frozen = false;

    bool changes(double now) noexcept;
    void add(double missed, double passed) noexcept;
  };
  struct Joint {
    Reading position, velocity;
    Reading both;  // value: unused

    void step(double q, double qd, bool has_velocity, double passed, double stale_timeout) noexcept;
    bool frozen() const noexcept { return position.frozen || velocity.frozen || both.frozen; }
  };
  std::array<Joint, kMaxJoints> joints_{};
};

class JointGuard {
 public:
  // Starts from a reading; false, with the fault, where even that is unusable.
  bool start(const RobotState& state, const JointBounds& bounds, Fault& fault) noexcept;

  // Looks at one reading, `period` s after the one before, and keeps what is good of it. A stale reading's
  // Fault::value is its age in s; it is negative if the stamp is so far ahead of the clock.
  Fault check(const RobotState& state, const JointBounds& bounds, const SupervisorParameters& supervisor,
              const JointDemand& demand, double period) noexcept;

  // Somebody has looked after the arm. A reading that has stood, with all velocities 0, may be that of an arm that
  // stands, such as on its end stops: it is looked at anew, as at the start. One that contradicts itself is not.
  void trust_standing(const SupervisorParameters& supervisor) noexcept;

  // The last good values; of the joints, those of the estimate while it reckons.
  double speed_scaling() const noexcept { return speed_scaling_; }
  // The robot's program is paused.
  bool robot_stands() const noexcept { return speed_scaling_ < kStandingShare; }
  const JointVector& q() const noexcept { return estimate_.q(); }
  const JointVector& qd() const noexcept { return estimate_.qd(); }
  double time() const noexcept { return time_; }
  // Not all of the joints are where they are read: they may be held there, but not led.
  bool reckons() const noexcept { return estimate_.reckons(); }
  // Of some joint nothing is known now: no law may act.
  bool blind() const noexcept { return !estimate_.known(); }
  const JointVector& braking() const noexcept { return estimate_.braking(); }
  // Of the last reading.
  const AliveReadings& alive() const noexcept { return alive_; }

 private:
  double jump_allowed(const JointBounds& bounds, Eigen::Index i) const noexcept;
  bool jumps(const RobotState& state, const JointBounds& bounds, Eigen::Index i) const noexcept;
  Fault find_jump(const RobotState& state, const JointBounds& bounds) const noexcept;
  Fault check_frozen(const SupervisorParameters& supervisor, const JointDemand& demand, double period) noexcept;
  void take(const RobotState& state) noexcept;
  void see_velocities(const RobotState& state, double period) noexcept;
  Fault check_pace(const RobotState& state) noexcept;
  Fault check_stamp(const RobotState& state, const SupervisorParameters& supervisor) const noexcept;
  Fault check_change(const SupervisorParameters& supervisor, const JointDemand& demand) noexcept;
  bool cannot_be_true(const JointDemand& demand) const noexcept;
  void look_for_life(const RobotState& state, const JointBounds& bounds, bool fresh, double stale_timeout) noexcept;

  JointVector q_, qd_;  // of the last good reading
  JointEstimate estimate_;
  AliveReadings alive_;
  double time_ = 0.0;
  double speed_scaling_ = 1.0;
  int bad_states_ = 0;
  int bad_paces_ = 0;
  JointVector last_q_, last_qd_;  // of the last good reading
  JointVector velocities_;        // of the last reading that had any
  double velocity_age_ = 0.0;     // s
  double unchanged_for_ = 0.0;    // s
  bool frozen_ = false;           // until a bit changes
  bool compared_ = false;         // demand_ is what was asked after the last change
  JointDemand demand_;
  MotionAgreement agreement_;
  StandingJoints standing_;
  double bad_for_ = 0.0;  // s since the last good reading
};

}  // namespace limber
