// The cycle of an arm that is commanded by joint positions or velocities. Input: joint positions and a wrench; output:
// a joint command. Between them is a virtual body V. The wrench moves V, a spring pulls V to its reference R, and the
// arm follows V.
//
// Each step takes what it needs and returns what the next one takes; everything that keeps state is a member of its
// own. Derived classes generate the reference: from poses and joints (A, admittance_cycle.hpp) or from timed
// trajectories (B, trajectory_cycle.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compliance/contact_guard.hpp"
#include "compliance/led_body.hpp"
#include "compliance/passive_law.hpp"
#include "compliance/press_alignment.hpp"
#include "compliance/regulated_press.hpp"
#include "compliance/stiffness_ramp.hpp"
#include "compliance/tank_wait.hpp"
#include "controllers/admittance_settings.hpp"
#include "controllers/controller_ports.hpp"
#include "controllers/input_checks.hpp"
#include "controllers/press_watch.hpp"
#include "limber/lock_free.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"
#include "motion/catch_up.hpp"
#include "safety/commanded_motion.hpp"
#include "safety/creep.hpp"
#include "safety/fault_stop.hpp"
#include "safety/held_by_limits.hpp"
#include "safety/input_guard.hpp"
#include "safety/pause.hpp"
#include "safety/servo_lead.hpp"
#include "safety/servo_trust.hpp"
#include "wrench/control_wrench.hpp"
#include "wrench/steady_wrench.hpp"
#include "wrench/wrench_pipeline.hpp"

namespace limber {

class CompliantCycle : public ControllerPorts<Telemetry> {
 public:
  virtual ~CompliantCycle() = default;

  // --- the control thread ---
  [[nodiscard]] bool activate(const RobotState& state) noexcept;
  void deactivate() noexcept;
  Command update(const RobotState& state, double period) noexcept;
  InputCounts inputs_taken() const noexcept;

  // --- one other thread ---
  InputCounts inputs_given() const noexcept;
  virtual void set_parameters(const AdmittanceParameters& parameters);
  void set_settings(const AdmittanceSettings& settings) noexcept;
  Answer set_control_wrench(const Vector6& F_C) noexcept;

 protected:
  // Throws ArmError if the parameters do not fit the arm, which must outlive this.
  CompliantCycle(const Arm& arm, const AdmittanceParameters& parameters);

  // --- generating the reference, in the control thread ---
  // Takes new input for the reference; once per cycle, after settings and requests.
  virtual void take_reference() noexcept = 0;
  // Moves the reference on by period().
  virtual void step_lead() noexcept = 0;
  // Inputs of the reference: handed in (the other thread), and taken.
  virtual std::uint64_t references_given() const noexcept = 0;
  virtual std::uint64_t references_taken() const noexcept = 0;
  // Ends the lead of the reference: at activation, at deactivation, or on a request to stay here.
  virtual void drop_reference() noexcept = 0;
  // Discards input that was not taken yet; at activation.
  virtual void empty_ports() noexcept {}
  // Something leads the reference: a running trajectory, or input that is not older than its time-out.
  virtual bool reference_live() const noexcept = 0;
  // The reference comes from joint positions, so the arm can take its orientation with any number of joints.
  virtual bool reference_is_joints() const noexcept { return false; }
  // Called in each cycle of a hold or a fault, except a pause: the law is not followed.
  virtual void law_stopped() noexcept {}
  // The robot continues after a pause, from the present position of the arm.
  virtual void resumed() noexcept {}
  // C is now another point of the tool, or has other axes.
  virtual void frame_changed() noexcept {}

  // Takes new settings. Call it before taking input that was handed in after them.
  void take_settings() noexcept;
  double period() const noexcept { return h_; }                    // s, of this cycle
  double passed() const noexcept { return passed_; }               // s since the last cycle, also if it was late
  double pace() const noexcept { return guard_.speed_scaling(); }  // 0..1: the robot's speed scaling
  double robot_time() const noexcept { return guard_.time(); }     // s, by the robot's clock
  const AdmittanceSettings& settings() const noexcept { return settings_; }
  const Pose& measured_pose() const noexcept { return X_BC_; }  // of C
  // Rules for the way of the reference to its target, with the present limits of the joints.
  const ApproachRule& approach() const noexcept { return approach_; }
  bool active() const noexcept { return supervisor_.state() != SupervisorState::kInactive; }
  bool follows_law() const noexcept { return supervisor_.follows_law(); }
  // It holds, or will hold from this cycle on, only because the robot is paused.
  bool waits_for_robot() const noexcept { return pause_.active() || (follows_law() && guard_.robot_stands()); }
  // The goal of the matrices of the law: at once, or from the present ones over the stiffness ramp.
  void set_goal(const Dynamics& goal) noexcept { ramp_.set_goal(goal); }
  void ramp_to(const Dynamics& goal) noexcept { start_ramp(law_.dynamics(), goal); }
  const Dynamics& dynamics() const noexcept { return law_.dynamics(); }
  const Dynamics& goal() const noexcept { return ramp_.goal(); }
  const Matrix3& axes() const noexcept { return law_.axes(); }
  // The posture reference in the null space; `qd` if it moves.
  void set_posture(const JointVector& q, const JointVector& qd = {}) noexcept;
  const PostureGoal& posture() const noexcept { return motion_.posture(); }

  // Inputs from the other thread are numbered: if two of them exclude each other, the newest one counts. The other
  // thread:
  std::uint64_t next_word() noexcept { return ++words_; }
  // The control thread: the number of the last set_control_wrench().
  std::uint64_t control_word() const noexcept { return control_word_; }
  // The other thread: C and its reach, from the settings that it handed in last.
  const ComplianceFrame& frame_handed_in() const noexcept { return frame_handed_in_; }
  ReachSphere reach_handed_in() const noexcept;

  LedBody led_;
  ControlWrench control_;

 private:
  // The wrench in this cycle, at C in the axes of the law unless stated otherwise: N, N m.
  struct Felt {
    Vector6 external_C = Vector6::Zero();
    Vector6 control_C = Vector6::Zero();
    Vector6 displacement_C = Vector6::Zero();  // m, rad: of C since the last cycle, measured
    SensorWrench sensor;
    Fault fault;
  };
  // Result of the law in this cycle.
  struct LawStep {
    LawInput input;
    Vector6 change_B = Vector6::Zero();  // m, rad: change of e, in the base
    LimitSet limited;
  };
  struct ControlWrenchIn {
    Vector6 F_C = Vector6::Zero();
    std::uint32_t life = 0;
    std::uint64_t word = 0;
    ComplianceFrame frame;  // C at which F_C is given
  };

  // The steps of a cycle, in order.
  void take_inputs() noexcept;
  Fault validate(const RobotState& state, double period) noexcept;
  void watch_servo() noexcept;
  double lead_share() const noexcept;
  void follow_pace() noexcept;
  Fault step_reference() noexcept;
  Felt feel() noexcept;
  LawStep apply_law(const Felt& felt) noexcept;
  void supervise(const Fault& fault, const SensorWrench& wrench) noexcept;
  void move(const LawStep& law, const Felt& felt) noexcept;
  Command command() noexcept;
  void record(const LawStep& law, const Felt& felt) noexcept;

  // Parts of these steps.
  Command standing(const RobotState& state) const noexcept;
  void rebase_on_measured() noexcept;
  void plan_catch_up() noexcept;
  Fault check_force(const Vector6& external_S) const noexcept;
  Fault watch_press(const Felt& felt) noexcept;
  double approach_speed(const Vector3& press_B) const noexcept;
  void regulate_press(Felt& felt) noexcept;
  void align_press() noexcept;
  Vector6 follow_surface() const noexcept;
  Vector6 guard_against_lead() const noexcept;
  Vector6 turn_to_surface() const noexcept;
  void guard_contact(const Felt& felt) noexcept;
  void tell_steady_wrench(const LawInput& input, const Felt& felt) noexcept;
  std::optional<Vector3> opposing_contact(const Felt& felt) const noexcept;
  void follow_law(const LawStep& law, const Felt& felt) noexcept;
  bool creeps(const LawInput& input) noexcept;
  void stop(const SensorWrench& wrench) noexcept;
  bool held_by_limits(const LawInput& input) const noexcept;
  void tell_outcomes(const LawInput& input, bool followed) noexcept;
  void record_law(const LawStep& law) noexcept;
  void record_press(const Felt& felt) noexcept;

  // Changes between cycles.
  void apply_settings(const AdmittanceSettings& settings) noexcept;
  void apply_limits() noexcept;
  void change_frame(const ComplianceFrame& from) noexcept;
  Pose wrench_frame(const ComplianceFrame& frame) const noexcept;
  Vector6 from_frame(const ComplianceFrame& frame, const Vector6& F) const noexcept;
  Matrix3 wanted_axes() const noexcept;
  Vector6 control_in_law() const noexcept;
  void resume() noexcept;
  void handle(Request request) noexcept;
  bool reset_fault() noexcept;
  void start_tare(bool whatever_the_force) noexcept;
  void tell_lead() noexcept;
  void tell_tare() noexcept;
  void end_what_is_under_way() noexcept;
  void start_ramp(const Dynamics& from, const Dynamics& goal) noexcept;
  void restart_law() noexcept;
  void drop_what_is_no_number() noexcept;

  // Written by the other thread.
  std::uint64_t words_ = 0;
  ComplianceFrame frame_handed_in_;
  Exchange<AdmittanceSettings> settings_in_;
  Exchange<ControlWrenchIn> control_wrench_in_;

  AdmittanceSettings settings_;
  InputGuard guard_;
  WrenchPipeline wrench_;
  LawInputGate input_gate_;
  SteadyWrench steady_wrench_;
  ContactGuard contact_guard_;
  PressWatch press_;
  RegulatedPress regulated_;
  PressAlignment alignment_;
  PassiveLaw law_;
  StiffnessRamp ramp_;
  TankWait tank_wait_;
  CatchUpProgress progress_;
  CommandedMotion motion_;
  ServoLead servo_;
  ServoTrust servo_trust_;
  FaultStop fault_stop_;
  Pause pause_;
  HeldByLimits held_;
  Creep creep_;

  double passed_ = 0.0;        // s since the last cycle, also if it was late
  double limited_to_ = 1.0;    // speed scaling that is included in the speed limits
  bool followed_law_ = false;  // in the last cycle
  bool pushed_ = false;        // the law had an input in the last cycle
  Pose X_BC_;                  // measured
  ApproachRule approach_;
  std::uint64_t control_word_ = 0;
  std::uint32_t tare_ticket_ = 0;  // of the running tare
  JointVector last_good_q_;
};

}  // namespace limber
