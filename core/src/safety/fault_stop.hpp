// The motion of a stop for a fault. The arm brakes as hard as the joints can, then gives way to a force that is above
// its limit for as long as it sees that force (give_way.hpp).
//
// If the same fault is back right after a reset, there must be a way out: a force is given way to by 20 mm whatever the
// parameters say, and joints that are too far from their command make the command go to where they are.
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

// What a stop needs to know of the arm.
struct StopSettings {
  Pose X_CS;
  double linear_acceleration = 0.0, angular_acceleration = 0.0;  // m/s², rad/s² of the tool
  bool by_velocity = false;  // the robot takes velocities: it stands where it stands, whatever the commanded position
};

class FaultStop {
 public:
  // Activation: no earlier fault counts.
  void reset() noexcept { *this = FaultStop(); }
  // Somebody reset the fault.
  void fault_was_reset() noexcept;
  void pass_time(double h) noexcept { since_reset_ += h; }

  // A stop begins with the joints at `q`.
  void begin(const Fault& fault, const SupervisorParameters& parameters, const JointVector& q) noexcept;
  // `fault` is the first that this cycle found, stopped or not. A reading that cannot be trusted ends giving way.
  void see(const Fault& fault, const SupervisorParameters& parameters, const SensorWrench& wrench) noexcept;
  // One cycle of h s of the stop. `q`: the measured joints.
  void move(CommandedMotion& motion, const StopSettings& settings, const SensorWrench& wrench, const JointVector& q,
            double h) noexcept;

 private:
  void give_way(CommandedMotion& motion, const StopSettings& settings, const SensorWrench& wrench, double h) noexcept;
  void go_to_the_joints(CommandedMotion& motion, const StopSettings& settings, const JointVector& q, double h) noexcept;
  double braking_acceleration(const CommandedMotion& motion, const StopSettings& settings,
                              const Pose& X_BS) const noexcept;

  GiveWay give_way_;
  bool stood_ = false;                    // the arm, since the force stopped it: only then it gives way
  std::optional<JointVector> stands_at_;  // joints that were too far from their command right after a reset
  double since_reset_ = std::numeric_limits<double>::infinity();  // s
};

}  // namespace limber
