// Trust in what the joints of a torque arm say: finite, in range, fresh. A bad reading is replaced by the last good one
// for at most three cycles; then it is a fault, and the arm is blind until readings are good again.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/robot.hpp"
#include "limber/safety/fault.hpp"
#include "limber/safety/motion_limits.hpp"

namespace limber {

// For so many cycles the last good reading stands in for a bad one.
inline constexpr int kGoodForCycles = 3;

// A value of the robot's state that cannot be true; `index` is its joint, -1 where it is none.
inline Fault invalid_state(double value, double limit, Eigen::Index index, double time) noexcept {
  return {FaultCode::kInvalidState, value, limit, static_cast<int>(index), time};
}

// What is wrong with the joints of one reading: their number, a value that is no number or out of range.
Fault find_bad_joint(const RobotState& state, const JointBounds& bounds) noexcept;

class JointGuard {
 public:
  // Starts from a reading; false, with the fault, where even that is unusable.
  bool start(const RobotState& state, const JointBounds& bounds, Fault& fault) noexcept;

  // Looks at one reading and keeps what is good of it. p_reference is where the tool should be: joints of which not one
  // bit changes while that moves beyond `supervisor.tracking` say nothing.
  Fault check(const RobotState& state, const JointBounds& bounds, const SupervisorParameters& supervisor,
              const Vector3& p_reference) noexcept;

  // The last good values.
  const JointVector& q() const noexcept { return q_; }
  const JointVector& qd() const noexcept { return qd_; }
  double time() const noexcept { return time_; }
  // True where the joints cannot be trusted now: no law may act on them.
  bool blind() const noexcept { return blind_; }

 private:
  Fault check_freshness(const RobotState& state, const SupervisorParameters& supervisor,
                        const Vector3& p_reference) noexcept;

  JointVector q_, qd_;
  double time_ = 0.0;
  int bad_states_ = 0;
  bool blind_ = false;
  JointVector last_q_, last_qd_;
  Vector3 p_at_change_ = Vector3::Zero();
  double changed_at_ = 0.0;
  bool compared_ = false;  // p_at_change_ is known
};

}  // namespace limber
