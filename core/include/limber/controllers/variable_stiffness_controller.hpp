// Controller C: a torque arm whose stiffness changes along the way.
//
//   τ = g(q) + modelled joint damping · q̇_R + Jᵀ(K e + D ė) + posture
//
// It homes, then goes forward and back along a validated path; waypoints lead it away and it comes back. Effort and
// torque rate are limited, and gravity has priority.
//
// Two threads meet here. The control thread calls activate(), update(), deactivate(). One other thread (several must
// take turns) calls the rest; it never waits and never makes the control thread wait.
#pragma once

#include <array>
#include <atomic>
#include <string>

#include "limber/arm/arm.hpp"
#include "limber/compliance/energy_tank.hpp"
#include "limber/compliance/impedance_law.hpp"
#include "limber/controllers/controller_ports.hpp"
#include "limber/controllers/stiffness_telemetry.hpp"
#include "limber/controllers/variable_stiffness_settings.hpp"
#include "limber/motion/homing_cycle.hpp"
#include "limber/motion/motion_clock.hpp"
#include "limber/motion/waypoint_blend.hpp"
#include "limber/robot.hpp"
#include "limber/rt/handover.hpp"
#include "limber/safety/joint_guard.hpp"
#include "limber/safety/wrench_filter.hpp"

namespace limber {

enum class WaypointAnswer { kTaken, kQueueFull, kNotFinite, kUnreachable, kInactive };

// One sentence.
std::string sentence(WaypointAnswer answer);

class VariableStiffnessController : public ControllerPorts<StiffnessTelemetry> {
 public:
  // Validates the path, which may take milliseconds. Throws ArmError where the parameters do not fit the arm, which
  // must outlive this; a path that cannot be followed is in path() and activate() refuses it.
  VariableStiffnessController(const Arm& arm, const VariableStiffnessParameters& parameters);

  // --- the control thread ---
  // From any pose and any motion. False, with an event that says why, if the path or the state cannot be used: then it
  // is not active.
  [[nodiscard]] bool activate(const RobotState& state) noexcept;
  void deactivate() noexcept;
  // One cycle. Command::effort is always finite and within limits, whatever comes in; q and qd are the posture it
  // likes. While it is not active: an empty command. No torque at all lets an arm fall, and gravity's needs joints that
  // somebody vouches for; what holds the arm then is the robot's own business, such as its brakes.
  Command update(const RobotState& state, double period) noexcept;

  // --- one other thread ---
  // Validates the path anew with the elbow that `q` has: worth calling before activation, with the measured joints.
  // Does nothing to a controller that runs.
  const PathReport& prepare(const JointVector& q);
  const PathReport& path() const noexcept { return bound_.report; }
  const VariableStiffnessSettings& settings() const noexcept { return bound_; }
  // Whole or not at all, from the next cycle on; throws ArmError and changes nothing where they do not fit, where the
  // path cannot be followed, or where a running controller is to take another path.
  void set_parameters(const VariableStiffnessParameters& parameters);
  // What that would take, or throw; nothing changes. An effort limit that is lowered must still hold the arm where it
  // is.
  VariableStiffnessSettings checked(const VariableStiffnessParameters& parameters) const;
  // The same, already bound to this arm by whoever answers for them: nothing is checked again.
  void set_settings(VariableStiffnessSettings settings);
  // Only to a controller that is active: activation begins without any, and so does a start after a fault.
  WaypointAnswer add_waypoint(const Waypoint& waypoint) noexcept;
  std::string sentence(const Event& event) const;

 private:
  // The steps of a cycle, in order.
  void take_inputs() noexcept;
  Fault validate(const RobotState& state, double period) noexcept;
  void follow_pace() noexcept;
  Fault update_kinematics() noexcept;
  Fault estimate_contact(const RobotState& state) noexcept;
  void move_reference() noexcept;
  Fault apply_law() noexcept;
  void supervise(const Fault& fault) noexcept;
  void limit() noexcept;
  Command command() noexcept;
  void record(const RobotState& state) noexcept;

  void take_settings() noexcept;
  bool can_be_held() noexcept;
  bool strained() const noexcept;
  void forget_waypoints() noexcept;
  void handle(Request request) noexcept;
  bool reset_fault() noexcept;
  void go_on() noexcept;
  void start_motion() noexcept;
  void stand_here() noexcept;
  void take_along(const Pose& from) noexcept;
  void step_pace(double passed) noexcept;
  void step_posture() noexcept;
  void take_waypoint() noexcept;
  void step_gains() noexcept;
  double dissipated() const noexcept;
  void step_stiffness(const Vector6& wanted, const Vector6& e) noexcept;
  JointVector law_torque() const noexcept;
  JointVector blind_torque() const noexcept;
  void learn_load() noexcept;
  JointVector load() const noexcept;
  Fault check_tracking() const noexcept;
  JointVector walls(JointVector& law) noexcept;
  JointVector speed_brake(JointVector& law) noexcept;
  void meter_damper(const JointVector& missed) noexcept;
  double ramp() const noexcept;
  // The law can act; and it is where it is read, so it can be led.
  bool sees() const noexcept { return !guard_.blind() && solvable_; }
  bool trusts() const noexcept { return sees() && !guard_.reckons(); }
  // 0..1: how fast the robot lets the time of the motion pass.
  double pace() const noexcept { return guard_.robot_stands() ? 0.0 : guard_.speed_scaling(); }
  // Where the tool should be, with its velocity in the robot's time.
  MovingPose reference() const noexcept { return {blend_.target().X, clock_.rate() * blend_.target().V}; }
  void record_law() noexcept;
  void record_flows(const RobotState& state) noexcept;

  VariableStiffnessParameters parameters_;  // the other thread's
  VariableStiffnessSettings bound_;         // the other thread's copy of what it handed over last

  Handover<VariableStiffnessSettings> settings_in_;
  const VariableStiffnessSettings* settings_ = nullptr;
  const VariableStiffnessSettings* aside_ = nullptr;  // for the next activation
  WaypointQueue waypoints_;
  std::atomic<long> waypoints_taken_{0};
  std::atomic<long> waypoints_refused_{0};
  long waypoints_left_ = 0;  // the queue

  JointGuard guard_;
  MotionClock clock_;  // of the cycle and of the blend
  HomingCycle cycle_;
  WaypointBlend blend_;
  WrenchFilter filter_;
  EnergyTank tank_;

  bool solvable_ = false;
  bool saw_ = true;      // in the cycle before
  bool trusted_ = true;  // in the cycle before
  bool paused_ = false;  // it holds because the robot stands, and goes on with it
  Pose X_BT_;            // measured
  TaskJacobian J_;
  JointVector gravity_;                                   // N m
  std::array<std::atomic<double>, kMaxJoints> weight_{};  // the same, for the other thread
  JointVector learnt_;                                    // N m: what springs carried of late
  ImpedanceGains gains_;
  TaskVector e_, e_rate_, wrench_;
  // What acted on the arm since the last cycle: the damper's wrench, ė then, and the torque less what the law asked.
  TaskVector damper_, e_rate_before_;
  JointVector damper_missed_;
  PaceMatrix pace_;                         // what the joints can follow
  JointVector posture_, posture_rate_;      // q and q̇ of the reference
  JointVector start_posture_, start_rate_;  // at activation
  bool homes_by_joints_ = false;
  double ramp_elapsed_ = 0.0;  // s since the law came in
  double share_ = 1.0;         // of the law's torque that the effort limits let through
  bool tank_waits_ = false;
  LimitSet limited_;
  Vector6 contact_ = Vector6::Zero();
  bool contact_valid_ = false;
  JointVector torque_;  // the last one commanded, N m
};

}  // namespace limber
