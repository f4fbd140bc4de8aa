/// @file
/// Every parameter of the AdmittanceController, as plain values with the defaults of the design. The YAML keys are
/// those of config/admittance_schema.cpp; each value here has the unit of its comment.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "limber/types.hpp"

namespace limber {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();
/// m/s², rad/s²: what a joint or tool is allowed where its maker publishes no acceleration limit.
inline constexpr double kDefaultJointAcceleration = 10.0;

/// The virtual body at C: M ë + (D + D_a) ė + K∘e = α S F_ext + F_control.
struct ComplianceParameters {
  Matrix6 mass = Vector6(5, 5, 5, 0.5, 0.5, 0.5).asDiagonal();  ///< kg, kg m²
  std::optional<Matrix6> damping;                               // N s/m, N m s/rad; absent: derived from damping_ratio
  std::optional<Matrix6> arm_damping;                           // N s/m, N m s/rad; added to damping
  Matrix6 stiffness = Matrix6::Zero();                          // N/m, N m/rad
  Vector6 damping_ratio = Vector6::Ones();
  /// Stands in for stiffness in the derived damping where the stiffness is 0: N/m, N m/rad.
  Vector6 virtual_stiffness = (Vector6() << 100, 100, 100, 10, 10, 10).finished();
  double admittance_ratio = 1.0;  ///< α, 0..1
  std::array<bool, 6> enabled_axes{true, true, true, true, true, true};
};

/// Pays for changes of compliance: no change creates energy.
struct TankParameters {
  bool enabled = true;      // off: changes are taken at once, whatever energy they create
  double first_fill = 1.0;  ///< J
  double capacity = 10.0;   // J
};

/// Raises damping in a stiff contact that would chatter: see compliance/contact_guard.hpp.
struct ContactGuardParameters {
  bool enabled = true;
  double frequency = 3.0;     // Hz: force above it is what chatters
  double lag = 0.035;         // s: how far the arm is behind its commands, lag and delay together
  double release_time = 1.0;  ///< s: time constant of the way back after the contact
  /// Of translation; for rotation, that at a lever of 0.1 m.
  double min_force = 1.0;       // N: less, beyond what the tool's own inertia makes, is no contact
  double min_stiffness = 3500;  ///< N/m: softer is no stiff contact, such as a hand
  double max_damping = 20e3;    // N s/m: the most that is added; 100 kN/m behind 0.04 s need 8 kN s/m
};

enum class IntegrateFrom { kCommand, kMeasured };

struct DriftParameters {
  double linear = 0.001;  ///< m/s: below it, and with no input, an axis without stiffness stops dead
  double angular = 0.01;  ///< rad/s
};

struct WrenchParameters {
  /// At most one is given; neither means no filter.
  std::optional<double> filter_coefficient;    // 0 < c <= 1, exponential smoothing at update_rate
  std::optional<double> filter_cutoff;         // Hz
  double min_motion_threshold = 1.0;           // N, continuous deadband on force
  std::optional<double> min_torque_threshold;  ///< N m; absent: 0.1 m x min_motion_threshold
  double sign = 1.0;                           // -1 for a sensor that reports what the tool does to the world
  double tool_mass = 0.0;                      // kg, beyond the sensor
  Vector3 tool_com = Vector3::Zero();          // m, centre of that mass in S
  Vector3 gravity = Vector3(0, 0, -9.81);      // m/s², in the base
  Vector6 bias = Vector6::Zero();              // N, N m, constant in S
  double max_force = 1000.0;                   // N: a reading beyond it is no reading
  double max_torque = 100.0;                   // N m
  double tare_window = 0.5;                    // s
  double tare_max_speed = 0.005;               // rad/s: a tare refuses while any joint is faster
  double tare_max_deviation = 2.0;             // N (and 0.1 x that in N m): a tare refuses a wrench that varies more
  double tare_max_force = 5.0;                 // N (and 0.1 x that in N m): a tare that takes more away needs a word
};

struct Plane {     // allowed: normal . p <= offset, p the compliance point in the base
  Vector3 normal;  ///< unit
  double offset;   // m
};

struct LimitParameters {
  double max_linear_velocity = 0.5;        // m/s, tool
  double max_angular_velocity = 1.0;       // rad/s, tool
  double max_linear_acceleration = 2.0;    // m/s²
  double max_angular_acceleration = 10.0;  ///< rad/s²
  /// One per joint or empty; the tighter of these and the URDF's wins.
  std::vector<double> joint_lower, joint_upper;  ///< rad, m
  std::vector<double> joint_velocity;            // rad/s, m/s
  std::vector<double> joint_acceleration;        // rad/s², m/s²; empty: kDefaultJointAcceleration
  std::vector<double> joint_deceleration;        // of a stop for a fault; empty: the URDF's, or as joint_acceleration
  /// m, in the base: the box as configured. Its finite sides are the first of `planes`; limits act on `planes` alone.
  Vector3 workspace_lower = Vector3::Constant(-kUnlimited);
  Vector3 workspace_upper = Vector3::Constant(kUnlimited);
  std::vector<Plane> planes;  // at most kMaxPlanes, the six sides of the box included
  /// Shares of the arm's best conditioning (arm/conditioning.hpp).
  double singularity_threshold = 0.15;  ///< smallest singular value below which damping starts
  double singularity_damping = 0.15;    // largest damping, reached where that value is 0
};
inline constexpr std::size_t kMaxPlanes = 16;

/// What joints do that the tool does not need: arms with more than six.
struct PostureParameters {
  std::vector<double> joints;  ///< rad, m: one a joint; empty: where they are at activation
  double rate = 1.0;           // 1/s: how fast they go there; 0: they go nowhere
  double max_velocity = 0.5;   // rad/s, m/s
};

struct SupervisorParameters {
  double stiffness_ramp_time = 2.0;     // s
  double max_position_error = 0.15;     // m: a reference farther away is approached, not jumped to
  double max_orientation_error = 0.5;   // rad
  double trajectory_duration = 5.0;     // s, shortest such approach
  double tracking = 0.3;                // rad, m: largest gap of a measured joint to its command
  double stale_timeout = 0.1;           // s
  bool expect_noise = true;             // a real sensor never repeats a reading bit for bit
  double max_late = 5.0;                // periods
  int max_overruns = 3;                 // consecutive late cycles before it brakes
  bool count_lateness_only = false;     // in simulation a late cycle is the machine's fault, not the control's
  double overforce = 150.0;             // N; infinity: off
  double overtorque = 20.0;             // N m; infinity: off
  double overforce_retreat = 0.05;      // m, the farthest it gives way to a force above its limit; 0: not at all
  double control_wrench_timeout = 0.5;  ///< s without a new F_control before it ramps to 0
  double control_wrench_ramp = 0.2;     // s of that ramp
  double press_approach_speed = 0.05;   // m/s
  double press_max_travel = 0.2;        // m
};

struct AdmittanceParameters {
  std::string name = "admittance_controller";
  std::vector<std::string> joints;  ///< empty: every joint of the arm
  std::string base_link;            // empty: the arm's base
  std::string tip_link;             // empty: the arm's tip
  std::string ft_frame;             // S; empty: the tip
  /// C: a frame on the tool turns with it; the base (or "world") keeps the base's axes at the tip. Empty: the tip.
  std::string frame_id;
  double update_rate = 500.0;  ///< Hz, nominal
  bool dynamic_parameters = true;
  std::vector<std::string> state_interfaces{"position", "velocity"};
  std::vector<std::string> command_interfaces{"position"};
  std::string downstream_controller_name;
  double orientation_error_limit = 0.9 * 3.14159265358979323846;  ///< rad
  IntegrateFrom integrate_from = IntegrateFrom::kCommand;
  ComplianceParameters compliance;
  TankParameters tank;
  ContactGuardParameters contact_guard;
  DriftParameters drift;
  PostureParameters posture;
  WrenchParameters wrench;
  LimitParameters limits;
  SupervisorParameters supervisor;
};

}  // namespace limber
