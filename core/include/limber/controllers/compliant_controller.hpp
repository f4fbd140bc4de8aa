// What every compliant controller of a position or velocity arm is: joint positions and the wrench in, joint positions
// and velocities out; between them a virtual body that the wrench moves and a spring pulls to its reference (SPEC 4).
// Who leads the reference is the business of the controllers derived from it.
//
// Two threads meet here. The control thread calls activate(), update(), deactivate(). One other thread (several must
// take turns) calls the rest; it never waits and never makes the control thread wait.
#pragma once

#include <array>
#include <string>

#include "limber/arm/arm.hpp"
#include "limber/compliance/contact_guard.hpp"
#include "limber/compliance/passive_law.hpp"
#include "limber/compliance/virtual_body.hpp"
#include "limber/controllers/admittance_settings.hpp"
#include "limber/controllers/controller_ports.hpp"
#include "limber/controllers/press_watch.hpp"
#include "limber/controllers/telemetry.hpp"
#include "limber/motion/reference.hpp"
#include "limber/robot.hpp"
#include "limber/rt/exchange.hpp"
#include "limber/safety/commanded_motion.hpp"
#include "limber/safety/input_guard.hpp"
#include "limber/wrench/wrench_pipeline.hpp"

namespace limber {

class CompliantController : public ControllerPorts<Telemetry> {
 public:
  virtual ~CompliantController() = default;

  // --- the control thread ---
  // From any pose and any motion, without a bump. False, with a fault event, where the state cannot be used.
  bool activate(const RobotState& state) noexcept;
  void deactivate() noexcept;
  // One cycle. Always finite, always within limits, whatever comes in.
  Command update(const RobotState& state, double period) noexcept;

  // --- one other thread ---
  // Whole or not at all; throws ArmError and changes nothing where they do not fit.
  virtual void set_parameters(const AdmittanceParameters& parameters);
  // The same, already bound to this arm by whoever answers for them: nothing is checked again.
  void set_settings(const AdmittanceSettings& settings) noexcept { settings_in_.write(settings); }
  // F_control at C, in C: N, N m. Must be repeated within its time-out. False where it is not finite.
  bool set_control_wrench(const Vector6& F_C) noexcept;
  std::string sentence(const Event& event) const { return sentence_of(event); }

 protected:
  // Throws ArmError where the parameters do not fit the arm, which must outlive this.
  CompliantController(const Arm& arm, const AdmittanceParameters& parameters);

  // --- for whoever leads the reference, in the control thread ---
  // News from outside, once a cycle, before anything else.
  virtual void take_reference() noexcept = 0;
  // Moves the reference on by period(). True where its velocity jumped, and the body must not jump with it.
  virtual bool lead_reference() noexcept = 0;
  // Nobody leads any more: activation, or a request to stay here.
  virtual void drop_reference() noexcept = 0;
  // A cycle in which the law is not followed: a hold or a fault.
  virtual void law_stopped() noexcept {}
  // The robot goes on after a pause, from where the arm stands.
  virtual void resumed() noexcept {}
  // C is another point of the tool from now on.
  virtual void frame_changed() noexcept {}

  double period() const noexcept { return h_; }                    // s, of this cycle
  double pace() const noexcept { return guard_.speed_scaling(); }  // 0..1: how fast the robot lets time pass
  double robot_time() const noexcept { return guard_.time(); }     // s, by the robot's clock
  const AdmittanceSettings& settings() const noexcept { return settings_; }
  bool follows_law() const noexcept { return supervisor_.follows_law(); }
  const Dynamics& dynamics() const noexcept { return law_.dynamics(); }
  const Dynamics& goal() const noexcept { return goal_; }
  // The matrices the law should come to, from now on; the ramp of a start goes on towards them.
  void set_goal(const Dynamics& goal) noexcept;
  // The same, from the present ones through the stiffness ramp.
  void ramp_to(const Dynamics& goal) noexcept;
  // F_control as from set_control_wrench().
  void lead_control_wrench(const Vector6& F_C) noexcept;

  Reference reference_;
  bool reference_live_ = false;  // somebody leads it
  VirtualBody body_;

 private:
  struct ControlWrench {
    Vector6 F_C = Vector6::Zero();
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

  void apply_settings(const AdmittanceSettings& settings) noexcept;
  void apply_limits() noexcept;
  void resume() noexcept;
  ReferenceSample reference_on_body(const std::array<bool, 6>& moves) const noexcept;
  void return_to_reference() noexcept;
  void stiffen_from_here(const Matrix6& K_before, const Matrix6& K_after) noexcept;
  void handle(Request request) noexcept;
  void restart_law() noexcept;
  Fault check_force(const Vector6& external_S) const noexcept;
  void tell_tare() noexcept;
  void tell_change() noexcept;
  void step_reference() noexcept;
  void step_control_wrench() noexcept;
  void start_ramp(const Dynamics& from) noexcept;
  double ramp_progress() const noexcept;
  void step_stiffness() noexcept;
  void guard_contact() noexcept;
  void retreat() noexcept;
  void put_back() noexcept;
  void record_law() noexcept;
  const Matrix3& axes() const noexcept { return law_.axes(); }
  Matrix3 wanted_axes() const noexcept { return settings_.base_axes ? Matrix3::Identity() : reference_.now().X_BR.R; }

  AdmittanceSettings settings_;

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

  Pose X_BC_, X_BS_;                          // measured
  Vector6 displacement_C_ = Vector6::Zero();  // of C over the cycle, measured, in its axes: m, rad
  Vector6 external_C_ = Vector6::Zero();
  Vector6 control_C_ = Vector6::Zero();
  Vector6 control_target_ = Vector6::Zero();
  double control_age_ = 0.0;
  LawInput input_;
  LimitSet law_limited_;
  bool followed_law_ = false;  // in the cycle before
  double limited_to_ = 1.0;    // the pace that the speed limits are scaled by
  bool stood_ = false;         // the robot, in the cycle before
  bool paused_ = false;        // it holds because the robot stands, and goes on with it
  double waited_ = 0.0;        // s that a change of compliance has waited for the tank
  double retreat_left_ = 0.0;
  Vector3 retreat_direction_ = Vector3::Zero();
  JointVector last_good_q_;
};

}  // namespace limber
