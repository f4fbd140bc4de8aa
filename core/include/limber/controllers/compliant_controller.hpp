// What every compliant controller of a position or velocity arm is: joint positions and the wrench in, joint positions
// and velocities out; between them a virtual body that the wrench moves and a spring pulls to its reference.
// Who leads the reference is the business of the controllers derived from it.
//
// Two threads meet here. The control thread calls activate(), update(), deactivate(). One other thread (several must
// take turns) calls the rest; it never waits and never makes the control thread wait.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "limber/arm/arm.hpp"
#include "limber/compliance/contact_guard.hpp"
#include "limber/compliance/passive_law.hpp"
#include "limber/compliance/virtual_body.hpp"
#include "limber/controllers/admittance_settings.hpp"
#include "limber/controllers/controller_ports.hpp"
#include "limber/controllers/press_watch.hpp"
#include "limber/controllers/telemetry.hpp"
#include "limber/motion/catch_up.hpp"
#include "limber/motion/reference.hpp"
#include "limber/robot.hpp"
#include "limber/rt/exchange.hpp"
#include "limber/safety/commanded_motion.hpp"
#include "limber/safety/give_way.hpp"
#include "limber/safety/input_guard.hpp"
#include "limber/wrench/steady_force.hpp"
#include "limber/wrench/wrench_pipeline.hpp"

namespace limber {

class CompliantController : public ControllerPorts<Telemetry> {
 public:
  virtual ~CompliantController() = default;

  // --- the control thread ---
  // From any pose and any motion, without a bump. False, with a fault event, if the state cannot be used: then it is
  // not active.
  [[nodiscard]] bool activate(const RobotState& state) noexcept;
  void deactivate() noexcept;
  // One cycle. Always finite, always within limits, whatever comes in. While it is not active: the measured joints, at
  // rest, or an empty command if they cannot be read.
  Command update(const RobotState& state, double period) noexcept;

  // --- one other thread ---
  // Whole or not at all; throws ArmError and changes nothing where they do not fit.
  virtual void set_parameters(const AdmittanceParameters& parameters);
  // The same, already bound to this arm by whoever answers for them: nothing is checked again.
  void set_settings(const AdmittanceSettings& settings) noexcept;
  // F_control at C, in C as the last settings have it: N, N m. Must be repeated within its time-out. Where C changes
  // under it, it presses on as it did; so does what was said before, and is taken after the change.
  Answer set_control_wrench(const Vector6& F_C) noexcept;
  std::string sentence(const Event& event) const { return sentence_of(event); }

 protected:
  // Throws ArmError where the parameters do not fit the arm, which must outlive this.
  CompliantController(const Arm& arm, const AdmittanceParameters& parameters);

  // --- for whoever leads the reference, in the control thread ---
  // News from outside, once a cycle, before anything else.
  virtual void take_reference() noexcept = 0;
  // Moves the reference on by period().
  virtual void lead_reference() noexcept = 0;
  // Nobody leads any more: activation, deactivation, or a request to stay here.
  virtual void drop_reference() noexcept = 0;
  // Drops what was handed in and not yet taken: activation.
  virtual void empty_ports() noexcept {}
  // Somebody leads the reference now: a word of it is no older than its time-out.
  virtual bool reference_live() const noexcept = 0;
  // The reference's orientation is one that the arm can have, whatever its number of joints.
  virtual bool reference_is_joints() const noexcept { return false; }
  // A cycle in which the law is not followed: a hold or a fault.
  virtual void law_stopped() noexcept {}
  // The robot goes on after a pause, from where the arm stands.
  virtual void resumed() noexcept {}
  // C is another point of the tool from now on, or has other axes.
  virtual void frame_changed() noexcept {}

  // Settings that were handed in: whoever takes something that was handed in after them looks for them first.
  void take_settings() noexcept {
    if (const AdmittanceSettings* settings = settings_in_.fresh()) apply_settings(*settings);
  }
  double period() const noexcept { return h_; }                    // s, of this cycle
  double passed() const noexcept { return passed_; }               // s that really passed, however late the cycle came
  double pace() const noexcept { return guard_.speed_scaling(); }  // 0..1: how fast the robot lets time pass
  double robot_time() const noexcept { return guard_.time(); }     // s, by the robot's clock
  const AdmittanceSettings& settings() const noexcept { return settings_; }
  const Pose& measured_pose() const noexcept { return X_BC_; }  // of C, where the arm really is
  // How the reference gets to its target from here.
  const ApproachRule& approach() const noexcept { return approach_; }
  bool active() const noexcept { return supervisor_.state() != SupervisorState::kInactive; }
  bool follows_law() const noexcept { return supervisor_.follows_law(); }
  const Dynamics& dynamics() const noexcept { return law_.dynamics(); }
  const Dynamics& goal() const noexcept { return goal_; }
  // It holds, or will from this cycle on, for no other reason than that the robot is paused.
  bool waits_for_robot() const noexcept { return paused_ || (follows_law() && guard_.robot_stands()); }
  // The matrices the law should come to, from now on; the ramp of a start goes on towards them.
  void set_goal(const Dynamics& goal) noexcept;
  // The same, from the present ones through the stiffness ramp.
  void ramp_to(const Dynamics& goal) noexcept;
  // Where joints go that the tool does not need; `qd` if that moves.
  void set_posture(const JointVector& q, const JointVector& qd = {}) noexcept {
    motion_.set_posture({q, settings_.posture.rate, settings_.posture.max_velocity, qd});
  }
  const PostureGoal& posture() const noexcept { return motion_.posture(); }
  // F_control as from set_control_wrench().
  void lead_control_wrench(const Vector6& F_C) noexcept;
  // The same for what changes without a jump: F_control is F_C at once, and what still lags goes on fading.
  void follow_control_wrench(const Vector6& F_C) noexcept;
  // What the other thread says is counted, so that of two that exclude each other the newest wins. The other thread:
  std::uint64_t next_word() noexcept { return ++words_; }
  // The control thread: the word that the last set_control_wrench() was.
  std::uint64_t control_word() const noexcept { return control_word_; }
  // The other thread: C as the settings have it that it handed in last.
  const ComplianceFrame& frame_handed_in() const noexcept { return frame_handed_in_; }
  // The same of how far C reaches.
  ReachSphere reach_handed_in() const noexcept {
    return reach_of(*arm_, {arm_->joint_count() - 1, frame_handed_in_.X_JC});
  }
  // Does `change` to the reference while the body stays where it is and goes on as it moves.
  template <typename Change>
  void with_body_kept(Change&& change) noexcept {
    const Pose X_BV = body_.pose(reference_.now());
    const Vector6 twist = body_.twist(reference_.now());
    change();
    body_.put(X_BV, twist, reference_.now());
  }
  // `X`, moved along the axes of C without stiffness to where `to` is.
  Pose moved_along_free_axes(const Pose& X, const Pose& to) const noexcept;

  Reference reference_;
  VirtualBody body_;

 private:
  struct ControlWrench {
    Vector6 F_C = Vector6::Zero();
    std::uint32_t life = 0;
    std::uint64_t word = 0;
    ComplianceFrame frame;  // that F_C is meant for
  };

  // The steps of a cycle, in order.
  void take_inputs() noexcept;
  Fault validate(const RobotState& state, double period) noexcept;
  void follow_pace() noexcept;
  Fault update_kinematics() noexcept;
  Fault update_wrench() noexcept;
  void apply_law() noexcept;
  void supervise(const Fault& fault) noexcept;
  void limit() noexcept;
  Command command() noexcept;
  void record() noexcept;

  Command standing(const RobotState& state) const noexcept;
  void apply_settings(const AdmittanceSettings& settings) noexcept;
  void change_frame(const ComplianceFrame& from) noexcept;
  Pose wrench_frame(const ComplianceFrame& frame) const noexcept;
  Vector6 from_frame(const ComplianceFrame& frame, const Vector6& F) const noexcept;
  Vector6 control_in_law() const noexcept;
  void apply_limits() noexcept;
  void resume() noexcept;
  Pose moved_along(const Pose& X, const Pose& to, const std::array<bool, 6>& axes_moved) const noexcept;
  ReferenceSample reference_on_body(const std::array<bool, 6>& axes_moved) const noexcept;
  void return_to_lead() noexcept;
  void return_to_reference() noexcept;
  void stiffen_from_here(const Matrix6& K_before, const Matrix6& K_after) noexcept;
  void handle(Request request) noexcept;
  void end_what_is_under_way() noexcept;
  void restart_law() noexcept;
  void drop_what_is_no_number() noexcept;
  void start_tare(bool whatever_the_force) noexcept;
  Fault check_force(const Vector6& external_S) const noexcept;
  void tell_tare() noexcept;
  void tell_change() noexcept;
  void step_reference() noexcept;
  void step_control_wrench() noexcept;
  void drop_control_wrench() noexcept;
  void start_ramp(const Dynamics& from) noexcept;
  double ramp_progress() const noexcept;
  void step_stiffness() noexcept;
  void tell_steady_force() noexcept;
  bool stays(SteadyForce& steady, int first, const Matrix3& R_SC, double least) noexcept;
  void tell_held_by_limits() noexcept;
  void guard_contact() noexcept;
  void follow_law() noexcept;
  void stop() noexcept;
  void give_way() noexcept;
  double give_way_acceleration(const Pose& X_BS) const noexcept;
  void go_to_the_joints() noexcept;
  void begin_stop(const Fault& fault) noexcept;
  void give_way_to(const Fault& force) noexcept;
  Vector6 external_B() const noexcept;
  void share_loss(const Pose& X_BV_wanted) noexcept;
  void take_reference_along(const Pose& X_BV_before) noexcept;
  void put_back() noexcept;
  void record_law() noexcept;
  const Matrix3& axes() const noexcept { return law_.axes(); }
  Matrix3 wanted_axes() const noexcept { return settings_.base_axes ? Matrix3::Identity() : reference_.now().X_BR.R; }

  AdmittanceSettings settings_;
  std::uint64_t words_ = 0;          // the other thread's
  ComplianceFrame frame_handed_in_;  // the other thread's

  Exchange<AdmittanceSettings> settings_in_;
  Exchange<ControlWrench> control_wrench_in_;

  InputGuard guard_;
  WrenchPipeline wrench_;
  PassiveLaw law_;
  ContactGuard contact_guard_;
  Dynamics goal_, ramp_from_;
  bool goal_changed_ = false;
  bool ramping_ = false;
  double ramp_elapsed_ = 0.0;
  double ramp_duration_ = 0.0;
  CommandedMotion motion_;
  PressWatch press_;
  std::uint32_t tare_ticket_ = 0;  // of the tare that runs

  Pose X_BC_, X_BS_;                          // measured
  Vector6 displacement_C_ = Vector6::Zero();  // of C over the cycle, measured, in its axes: m, rad
  Vector6 external_C_ = Vector6::Zero();
  ApproachRule approach_;
  CatchUpProgress progress_;
  Vector6 law_step_ = Vector6::Zero();  // what e changed by, m and rad in the base
  Vector6 control_C_ = Vector6::Zero();
  Vector6 control_target_ = Vector6::Zero();
  Vector6 control_lag_ = Vector6::Zero();  // what F_control is beyond its target: a jump that the ramp spreads
  double control_age_ = 0.0;
  std::uint64_t control_word_ = 0;
  LawInputGate input_gate_;
  SteadyForce steady_force_, steady_torque_;
  double held_for_ = 0.0;  // s, by limits, off its reference
  LawInput input_;
  LimitSet law_limited_;
  double passed_ = 0.0;        // s since the last cycle, as the robot says
  bool followed_law_ = false;  // in the cycle before
  double led_share_ = 0.0;     // 0..1: of the motion at which the law was last followed, what the reference made
  double led_before_ = 0.0;    // how fast the reference moved in the cycle before, m/s and rad/s
  double since_reset_ = 0.0;   // s since a fault was reset
  double limited_to_ = 1.0;    // the pace that the speed limits are scaled by
  bool stood_ = false;         // the robot, in the cycle before
  bool paused_ = false;        // it holds because the robot stands, and goes on with it
  JointVector paused_at_;      // where the joints were when the pause began
  double waited_ = 0.0;        // s that a change of compliance has waited for the tank
  GiveWay give_way_;
  bool backs_off_ = false;                // the arm has stood since the force stopped it
  std::optional<JointVector> stands_at_;  // where joints stood that were too far from their command, after a reset too
  JointVector last_good_q_;
};

}  // namespace limber
