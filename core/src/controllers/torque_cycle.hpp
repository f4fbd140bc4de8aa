// The cycle of an arm that is commanded by torques, with a stiffness that changes along its path:
//
//   τ = g(q) + modelled joint damping · q̇_R + Jᵀ(K∘e + D ė) + posture
//
// It homes, then moves forward and back along a validated path; it leaves the path for waypoints and returns. The same
// steps as in compliant_cycle.hpp: each takes what it needs and returns what the next one takes.
#pragma once

#include <array>
#include <atomic>
#include <string>

#include "compliance/damper_meter.hpp"
#include "compliance/impedance_law.hpp"
#include "compliance/load_estimate.hpp"
#include "compliance/paid_gains.hpp"
#include "controllers/controller_ports.hpp"
#include "controllers/variable_stiffness_settings.hpp"
#include "controllers/waypoint_port.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "motion/cycle_posture.hpp"
#include "motion/homing_cycle.hpp"
#include "motion/motion_clock.hpp"
#include "motion/target_pace.hpp"
#include "motion/waypoint_blend.hpp"
#include "rt/handover.hpp"
#include "safety/pause.hpp"
#include "safety/task_inverse.hpp"
#include "safety/torque_joint_guard.hpp"
#include "wrench/contact_estimate.hpp"

namespace limber {

class TorqueCycle : public ControllerPorts<StiffnessTelemetry> {
 public:
  // Validates the path, which may take milliseconds. Throws ArmError if the parameters do not fit the arm, which must
  // outlive this. path() reports a path that cannot be followed, and activate() refuses it.
  TorqueCycle(const Arm& arm, const VariableStiffnessParameters& parameters);

  // --- the control thread ---
  [[nodiscard]] bool activate(const RobotState& state) noexcept;
  void deactivate() noexcept;
  Command update(const RobotState& state, double period) noexcept;
  InputCounts inputs_taken() const noexcept {
    return {settings_taken_, requests_taken(), static_cast<std::uint64_t>(waypoints_.left()), 0};
  }

  // --- one other thread ---
  InputCounts inputs_given() const noexcept {
    return {settings_given_, requests_given(), static_cast<std::uint64_t>(waypoints_.taken()), 0};
  }
  const PathReport& prepare(const JointVector& q);
  const PathReport& path() const noexcept { return bound_.report; }
  void set_parameters(const VariableStiffnessParameters& parameters);
  // The settings that set_parameters() would use; throws as it does. Nothing changes.
  VariableStiffnessSettings checked(const VariableStiffnessParameters& parameters) const;
  // Hands over settings that were bound to this arm. They are not checked again.
  void set_settings(VariableStiffnessSettings settings);
  WaypointAnswer add_waypoint(const Waypoint& waypoint) noexcept;
  std::string sentence(const Event& event) const;

 private:
  // Result of the law in this cycle.
  struct LawStep {
    TaskVector e, e_rate, wrench;
    JointVector posture_rate;  // rad/s, m/s: joint velocities of the reference
    Fault fault;
  };
  // Result of the limits.
  struct TorqueStep {
    double share = 1.0;  // share of the law's torque within the effort limits
    LimitSet limited;
  };

  // The steps of a cycle, in order.
  void take_inputs() noexcept;
  Fault validate(const RobotState& state, double period) noexcept;
  void follow_pace() noexcept;
  Fault update_kinematics() noexcept;
  Fault estimate_contact(const RobotState& state) noexcept;
  void move_reference() noexcept;
  LawStep apply_law() noexcept;
  void supervise(const Fault& fault) noexcept;
  TorqueStep limit(const LawStep& law) noexcept;
  void record(const RobotState& state, const LawStep& law, const TorqueStep& torque) noexcept;

  // Parts of these steps.
  void step_target_pace(double passed) noexcept;
  void step_posture() noexcept;
  void take_waypoint() noexcept;
  void step_gains(const LawStep& law) noexcept;
  void learn_load(const TaskVector& e) noexcept;
  Fault check_tracking(const TaskVector& e) const noexcept;
  JointVector law_torque(const LawStep& law) const noexcept;
  JointVector blind_torque() const noexcept;
  bool strained() const noexcept;

  // Changes between cycles.
  void take_settings() noexcept;
  bool can_be_held() noexcept;
  void handle(Request request) noexcept;
  bool reset_fault() noexcept;
  void go_on() noexcept;
  void start_motion() noexcept;
  void stand_here() noexcept;
  void take_along(const Pose& from) noexcept;

  double ramp() const noexcept;
  // sees(): the law can act. trusts(): all joints are measured, too, so the arm can be led.
  bool sees() const noexcept { return !guard_.blind() && solvable_; }
  bool trusts() const noexcept { return sees() && !guard_.reckons(); }
  // 0..1: time scale of the motion, from the speed scaling of the robot.
  double pace() const noexcept { return guard_.robot_stands() ? 0.0 : guard_.speed_scaling(); }
  // The reference of the tool, with its velocity in real time.
  MovingPose reference() const noexcept { return {blend_.target().X_BR, clock_.rate() * blend_.target().twist}; }

  // Used by the other thread.
  VariableStiffnessParameters parameters_;
  VariableStiffnessSettings bound_;  // the settings that it handed over last
  std::uint64_t settings_given_ = 0;
  Handover<VariableStiffnessSettings> settings_in_;

  std::uint64_t settings_taken_ = 0;
  const VariableStiffnessSettings* settings_ = nullptr;
  const VariableStiffnessSettings* aside_ = nullptr;  // for the next activation
  WaypointPort waypoints_;
  std::array<std::atomic<double>, kMaxJoints> weight_{};  // N m: gravity_, for the other thread

  TorqueJointGuard guard_;
  Pause pause_;
  MotionClock clock_;  // of the cycle and of the blend
  HomingCycle cycle_;
  WaypointBlend blend_;
  CyclePosture posture_;
  TargetPace target_pace_;
  TaskInverse inverse_;
  PaidGains gains_;
  DamperMeter damper_;
  LoadEstimate load_;
  ContactEstimate contact_;

  // From the joints of the last cycle.
  Pose X_BT_;
  TaskJacobian J_;
  JointVector gravity_;  // N m
  TaskVector e_;
  bool solvable_ = false;

  bool saw_ = true, trusted_ = true;  // in the last cycle
  bool homes_by_joints_ = false;      // the straight way home is blocked
  double ramp_elapsed_ = 0.0;         // s since the law began to act
  double share_ = 1.0;                // share of the law's torque that acted in the last cycle
  JointVector posture_rate_;          // in the last cycle
  JointVector torque_;                // the last one commanded, N m
};

}  // namespace limber
