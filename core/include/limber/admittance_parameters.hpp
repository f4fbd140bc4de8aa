/// @file
/// All parameters of the AdmittanceController as plain values with their defaults. docs/configuration.md lists the YAML
/// keys with the bounds of each; here each comment gives the unit.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "limber/types.hpp"

namespace limber {

/// Infinity: the value of a limit that is off.
inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();
/// rad/s², m/s²: acceleration limit of a joint if LimitParameters::joint_acceleration is empty.
inline constexpr double kDefaultJointAcceleration = 10.0;

/// The virtual body at C: M ë + (D + D_a) ė + K∘e = α S F_ext + F_control. Matrices are 6 x 6, symmetric, in C: linear
/// first, angular second.
struct ComplianceParameters {
  Matrix6 mass = Vector6(5, 5, 5, 0.5, 0.5, 0.5).asDiagonal();  ///< M: kg, kg m²; positive definite
  /// D: N s/m, N m s/rad. Absent: 0 if arm_damping is given, otherwise derived from damping_ratio.
  std::optional<Matrix6> damping;
  std::optional<Matrix6> arm_damping;   ///< D_a: N s/m, N m s/rad; added to damping
  Matrix6 stiffness = Matrix6::Zero();  ///< K: N/m, N m/rad; 0: free to be led by hand
  /// ζ of the derived damping D = 2ζ√(MK), one number per axis; no unit.
  Vector6 damping_ratio = Vector6::Ones();
  /// Replaces the stiffness in the derived damping if the stiffness is 0: N/m, N m/rad.
  Vector6 virtual_stiffness = (Vector6() << 100, 100, 100, 10, 10, 10).finished();
  double admittance_ratio = 1.0;  ///< α, 0..1: fraction of F_ext that acts; 0: position control
  /// S: axes of C on which F_ext acts: x, y, z, rotation about x, y, z.
  std::array<bool, 6> enabled_axes{true, true, true, true, true, true};
};

/// Energy tank that pays for changes of compliance, so that no change creates energy.
struct TankParameters {
  bool enabled = true;      ///< off: changes are applied at once and may create energy
  double first_fill = 1.0;  ///< J: energy in the tank at activation
  double capacity = 10.0;   ///< J: largest content; dissipated energy beyond it is lost
};

/// Raises damping in a stiff contact that would chatter: see "Contact guard" in docs/architecture.md. Forces, stiffness
/// and damping are for translation; for rotation, at a lever of 0.1 m.
struct ContactGuardParameters {
  bool enabled = true;          ///< off: no damping is added
  double frequency = 3.0;       ///< Hz: forces above it count as chatter
  double lag = 0.035;           ///< s: lag of the arm behind its commands, including delay
  double release_time = 1.0;    ///< s: time constant of the release after the contact
  double min_force = 1.0;       ///< N: smaller forces, besides those of the tool's inertia, are not a contact
  double min_stiffness = 1000;  ///< N/m: softer contacts, such as a hand, are ignored
  double max_damping = 20e3;    ///< N s/m: largest added damping; 100 kN/m with 0.04 s need 8 kN s/m
};

/// How the robot follows position commands: a delay, then a first-order lag. With `lead` the controller commands ahead
/// by lag + delay + half a period, so that the arm, not the command, makes the motion of the law. The delay counts up
/// to the lag: a pure delay is not led. A robot that is commanded by velocities is led in the same way.
struct ServoParameters {
  double lag = 0.0;    ///< s: time constant
  double delay = 0.0;  ///< s: dead time
  bool lead = true;    ///< off, or lag 0: the command is the motion
};

/// What a press (a control wrench with a force) does about the force that it measures.
enum class PressRegulation {
  kNone,       ///< nothing: F_control acts as it is, and damping costs force where the surface rises or falls
  kDirection,  ///< keeps the force along the direction of F_control
  kNormal      ///< keeps the force along the normal of the surface, once the path of the tool has shown it
};

/// What a press does if it loses its surface.
enum class PressLoss {
  kApproach,  ///< approaches again
  kEnd        ///< ends: F_control ramps to 0
};

/// The axis of the tool that a press turns to the normal of the surface: of C, or of the tip if C has the axes of the
/// base.
enum class PressAlign { kOff, kX, kY, kZ, kMinusX, kMinusY, kMinusZ };

/// How a press keeps its force. Its approach is in SupervisorParameters.
struct PressParameters {
  PressRegulation regulation = PressRegulation::kNone;  ///< along what the force is kept
  PressLoss on_loss = PressLoss::kApproach;             ///< what happens if the contact is lost
  /// m/s: a surface that itself moves along its normal is followed up to this speed. What the tool's own way along a
  /// slope asks for is followed in addition.
  double max_surface_speed = 0.01;
  /// N: the approach is so slow that the first touch of the stiffest wall peaks (mean of 6 ms) no higher, by servo,
  /// law and joints; 0: the approach speed alone counts.
  double max_touch_force = 0.0;
  double stiffest_wall = 20e3;  ///< N/m: the wall of max_touch_force
  /// Turns this axis of the tool into the surface, if it is regulated along the normal and knows it.
  PressAlign align = PressAlign::kOff;
  double align_rate = 0.5;  ///< rad/s, at most
};

/// What a virtual fixture does with the control point C.
enum class FixtureKind {
  kNone,   ///< nothing: the fixture is off
  kPlane,  ///< keeps C behind a plane
  kLine,   ///< pulls C to a line, along which it is free
  kCone,   ///< keeps C inside a cone
  kSphere  ///< keeps C out of a sphere
};

/// A virtual fixture: a field with stiffness and damping at the set of positions that it allows. In the base.
struct FixtureParameters {
  FixtureKind kind = FixtureKind::kNone;  ///< what it does
  /// m: a point of the plane or of the line, the apex of the cone, the centre of the sphere.
  Vector3 point = Vector3::Zero();
  /// Of any length: the normal out of the allowed side of the plane, the direction of the line, the axis of the cone
  /// from its apex into it.
  Vector3 direction = Vector3::UnitZ();
  double angle = 0.5;       ///< rad: half the opening angle of the cone
  double radius = 0.1;      ///< m: of the sphere
  double stiffness = 5000;  ///< N/m
  double damping = 300;     ///< N s/m: only while the field acts
  double max_force = 0.0;   ///< N: largest force; 0: no bound
};
/// The number of virtual fixtures.
inline constexpr std::size_t kMaxFixtures = 8;

/// The joint positions from which the virtual body is integrated in each cycle.
enum class IntegrateFrom {
  kCommand,  ///< the commanded joints
  kMeasured  ///< the measured joints; with a servo that lags, the arm then drifts
};

/// The virtual body stops along axes without stiffness below these speeds, if there is no input.
struct DriftParameters {
  double linear = 0.001;  ///< m/s
  double angular = 0.01;  ///< rad/s
};

/// From the sensor reading to the wrench at C: range, sign, weight of the tool, bias, filter, deadband, tare.
struct WrenchParameters {
  /// 0 < c <= 1, exponential smoothing at update_rate; 1: none. Give this or filter_cutoff, not both; neither: no
  /// filter.
  std::optional<double> filter_coefficient;
  std::optional<double> filter_cutoff;         ///< Hz: the same low-pass by its cut-off, below half the update_rate
  double min_motion_threshold = 1.0;           ///< N, continuous deadband on force
  std::optional<double> min_torque_threshold;  ///< N m, the same on torque; absent: 0.1 m x min_motion_threshold
  double sign = 1.0;                           ///< 1, or -1 if the sensor reports the force of the tool
  double tool_mass = 0.0;                      ///< kg, behind the sensor; 0 if the sensor subtracts it itself
  Vector3 tool_com = Vector3::Zero();          ///< m, centre of that mass in S
  Vector3 gravity = Vector3(0, 0, -9.81);      ///< m/s², in the base
  Vector6 bias = Vector6::Zero();              ///< N, N m, constant in S: the reading without load
  double max_force = 1000.0;                   ///< N, per axis: larger readings are rejected (`invalid_wrench`)
  double max_torque = 100.0;                   ///< N m, per axis: likewise
  double tare_window = 0.5;                    ///< s over which a tare averages, and then fades in
  double tare_max_speed = 0.005;               ///< rad/s: a tare is refused while any joint is faster
  double tare_max_deviation = 2.0;             ///< N (0.1 x that in N m): a tare is refused if the wrench varies more
  double tare_max_force = 5.0;  ///< N (and 0.1 x that in N m): a tare that removes more needs kTareAnyway
};

/// A plane that bounds the workspace. Allowed: normal . p <= offset, with the compliance point p in the base.
struct Plane {
  Vector3 normal;  ///< unit vector in the base, pointing out of the workspace
  double offset;   ///< m along the normal, from the origin of the base
};

/// Limits of the tool, of the joints and of the workspace. Lists of joints have one number per joint, one for all, or
/// none; the tighter of these and those of the URDF applies.
struct LimitParameters {
  double max_linear_velocity = 0.5;        ///< m/s, tool
  double max_angular_velocity = 1.0;       ///< rad/s, tool
  double max_linear_acceleration = 2.0;    ///< m/s², tool
  double max_angular_acceleration = 10.0;  ///< rad/s², tool
  /// m/s²: how much harder than max_linear_acceleration a contact that pushes against the motion may stop the tool;
  /// infinity: as hard as joint_deceleration allows.
  double max_touch_deceleration = kUnlimited;
  std::vector<double> joint_lower;         ///< rad, m: lowest positions
  std::vector<double> joint_upper;         ///< rad, m: highest positions
  std::vector<double> joint_velocity;      ///< rad/s, m/s; needed if the URDF has none
  std::vector<double> joint_acceleration;  ///< rad/s², m/s²; empty: kDefaultJointAcceleration
  /// rad/s², m/s²: for a stop because of a fault, and for giving way to a force above its limit; joint_acceleration is
  /// capped at it. Empty: that of the URDF, otherwise joint_acceleration.
  std::vector<double> joint_deceleration;
  /// m, in the base: the lower corner of the box; -infinity: open. The finite sides are the first of `planes`; the
  /// limits only use `planes`.
  Vector3 workspace_lower = Vector3::Constant(-kUnlimited);
  /// m, in the base: the upper corner; infinity: open.
  Vector3 workspace_upper = Vector3::Constant(kUnlimited);
  std::vector<Plane> planes;  ///< at most kMaxPlanes, including the sides of the box
  /// Smallest singular value below which the inverse is damped, as a fraction of Conditioning::best.
  double singularity_threshold = 0.15;
  double singularity_damping = 0.15;  ///< largest damping, at a singular value of 0: a fraction of the same
};
/// The largest size of LimitParameters::planes.
inline constexpr std::size_t kMaxPlanes = 16;

/// Posture of redundant joints: arms with more than six joints.
struct PostureParameters {
  std::vector<double> joints;  ///< rad, m: one per joint; empty: the positions at activation
  double rate = 1.0;           ///< 1/s: how fast the joints go to the posture; 0: they do not
  double max_velocity = 0.5;   ///< rad/s, m/s: largest joint speed towards the posture
};

/// Start, approach of far references, faults, and limits of a control wrench.
struct SupervisorParameters {
  double stiffness_ramp_time = 2.0;    ///< s over which stiffness engages after a start
  double max_position_error = 0.15;    ///< m: a reference farther away is approached, not jumped to
  double max_orientation_error = 0.5;  ///< rad: likewise
  double trajectory_duration = 5.0;    ///< s, shortest such approach
  /// rad, m: largest gap of a measured joint to its command. Of a torque arm: m from the tool to its reference.
  double tracking = 0.3;
  double stale_timeout = 0.1;  ///< s: older readings are stale; at least two periods
  bool expect_noise = true;    ///< a real sensor never repeats a reading exactly: one that does is stale
  double max_late = 5.0;       ///< nominal periods: a longer cycle is late
  int max_overruns = 3;        ///< consecutive late cycles that are allowed; the next one is a fault
  /// Late cycles are only counted and are never a fault: in a simulation the machine causes them, not the control.
  bool count_lateness_only = false;
  double overforce = 150.0;         ///< N on the tool that stop the arm; infinity: off
  double overtorque = 20.0;         ///< N m on the tool, about S, that stop the arm; infinity: off
  double overforce_retreat = 0.05;  ///< m: largest retreat from a force above its limit; 0: none
  /// s without a new F_control before it ramps to 0, and without a new desired pose before a moving reference stands.
  double control_wrench_timeout = 0.5;
  double control_wrench_ramp = 0.2;    ///< s of that ramp
  double press_approach_speed = 0.05;  ///< m/s: largest approach speed of a press (F_control) to its surface
  double press_max_travel = 0.2;       ///< m: largest distance that a press moves to find the surface
};

/// All parameters of AdmittanceController and CartesianAdmittanceController.
struct AdmittanceParameters {
  std::string name = "admittance_controller";  ///< of the controller: its section in a YAML file
  std::vector<std::string> joints;             ///< names, from base to tip; empty: all joints of the arm
  std::string base_link;                       ///< must be the arm's base; empty: the arm's base
  std::string tip_link;                        ///< must be the arm's tip; empty: the arm's tip
  std::string ft_frame;                        ///< S, the frame of the force sensor, on the tool; empty: the tip
  /// C: a frame on the tool turns with it; the base (or "world") gives the axes of the base at the tip. Empty: the tip.
  std::string frame_id;
  double update_rate = 500.0;      ///< Hz, nominal
  bool dynamic_parameters = true;  ///< whether config::set() takes changes with Change::kLive
  std::vector<std::string> state_interfaces{"position", "velocity"};  ///< what is read of each joint; both are needed
  std::vector<std::string> command_interfaces{"position"};  ///< what is commanded to each joint: one of them or both
  std::string downstream_controller_name;  ///< ROS only: controller that gets the references; empty: the hardware
  double orientation_error_limit = 0.9 * 3.14159265358979323846;  ///< rad: largest turn from R on axes with stiffness
  IntegrateFrom integrate_from = IntegrateFrom::kCommand;         ///< from commanded or measured joints
  ComplianceParameters compliance;                                ///< mass, damping, stiffness
  TankParameters tank;                                            ///< energy for changes of compliance
  ContactGuardParameters contact_guard;                           ///< damping in stiff contacts
  ServoParameters servo;                                          ///< how the robot follows commands
  PressParameters press;                                          ///< how a press keeps its force
  std::array<FixtureParameters, kMaxFixtures> fixtures;           ///< virtual fixtures
  DriftParameters drift;                                          ///< stopping of axes without stiffness
  PostureParameters posture;                                      ///< posture of redundant joints
  WrenchParameters wrench;                                        ///< force sensor and tool
  LimitParameters limits;                                         ///< of tool, joints and workspace
  SupervisorParameters supervisor;                                ///< start, faults, control wrench
};

}  // namespace limber
