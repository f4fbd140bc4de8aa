// The motion after a fault. The arm brakes as hard as the joints can, then gives way to a force above its limit for as
// long as it feels that force (give_way.hpp).
//
// If a fault follows right after a reset, the arm must still be able to get free: it gives way to a force by at least
// 20 mm, whatever the parameters say, and after a tracking fault the command moves to the measured joints.
#pragma once

#include <limits>
#include <optional>

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/types.hpp"
#include "safety/commanded_motion.hpp"
#include "safety/give_way.hpp"

namespace limber {

// The wrench at the sensor in this cycle.
struct SensorWrench {
  Vector6 F_B = Vector6::Zero();  // N, N m about S, in the base
  Pose X_BS;                      // measured
};

// What a stop needs to know about the arm.
struct StopSettings {
  Pose X_CS;
  double linear_acceleration = 0.0, angular_acceleration = 0.0;  // m/s², rad/s² of the tool
  bool by_velocity = false;  // the robot is commanded by velocities only; it ignores the commanded position
};

class FaultStop {
 public:
  // At activation: forgets earlier faults.
  void reset() noexcept { *this = FaultStop(); }
  // A person has reset the fault.
  void fault_was_reset() noexcept;
  void pass_time(double h) noexcept { since_reset_ += h; }

  // A stop begins; `q`: the measured joints.
  void begin(const Fault& fault, const SupervisorParameters& parameters, const JointVector& q) noexcept;
  // `fault`: the first fault of this cycle, whether the arm is stopped or not. Any fault other than too much force ends
  // giving way.
  void see(const Fault& fault, const SupervisorParameters& parameters, const SensorWrench& wrench) noexcept;
  // One cycle of h s of the stop. `q`: the measured joints. True if the motion began anew at them.
  bool move(CommandedMotion& motion, const StopSettings& settings, const SensorWrench& wrench, const JointVector& q,
            double h) noexcept;

 private:
  void give_way(CommandedMotion& motion, const StopSettings& settings, const SensorWrench& wrench, double h) noexcept;
  bool go_to_the_joints(CommandedMotion& motion, const StopSettings& settings, const JointVector& q, double h) noexcept;
  double braking_acceleration(const CommandedMotion& motion, const StopSettings& settings,
                              const Pose& X_BS) const noexcept;

  GiveWay give_way_;
  bool stood_ = false;                    // the arm has come to rest since giving way began; only then it moves back
  std::optional<JointVector> stands_at_;  // measured joints at a tracking fault right after a reset
  double since_reset_ = std::numeric_limits<double>::infinity();  // s
};

}  // namespace limber
