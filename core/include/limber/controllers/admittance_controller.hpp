// Controller A: the arm yields. Joint positions and the wrench in, joint positions and velocities out; between them a
// virtual body that the wrench moves and a spring pulls to its reference (SPEC 4, 8A).
//
// Two threads meet here. The control thread calls activate(), update(), deactivate(), set_joint_reference(). One other
// thread (several must take turns) calls the rest; it never waits and never makes the control thread wait.
#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <string>

#include "limber/arm/arm.hpp"
#include "limber/compliance/admittance_law.hpp"
#include "limber/compliance/virtual_body.hpp"
#include "limber/controllers/admittance_settings.hpp"
#include "limber/controllers/press_watch.hpp"
#include "limber/controllers/telemetry.hpp"
#include "limber/motion/reference.hpp"
#include "limber/robot.hpp"
#include "limber/rt/exchange.hpp"
#include "limber/rt/ring.hpp"
#include "limber/safety/commanded_motion.hpp"
#include "limber/safety/input_guard.hpp"
#include "limber/safety/supervisor.hpp"
#include "limber/wrench/wrench_pipeline.hpp"

namespace limber {

// Something worth telling people, made in the control thread, put into words elsewhere.
struct Event {
  enum class Kind { kFault, kFaultReset, kState, kTareDone, kTareRefusedMoving, kTareRefusedVarying, kRequestRefused };
  Kind kind = Kind::kState;
  Fault fault;
  SupervisorState state = SupervisorState::kInactive;
  double value = 0.0;
};

class AdmittanceController {
 public:
  // Throws ArmError where the parameters do not fit the arm, which must outlive this.
  AdmittanceController(const Arm& arm, const AdmittanceParameters& parameters);

  // --- the control thread ---
  // From any pose and any motion, without a bump. False, with a fault event, where the state cannot be used.
  bool activate(const RobotState& state) noexcept;
  void deactivate() noexcept;
  // One cycle. Always finite, always within limits, whatever comes in.
  Command update(const RobotState& state, double period) noexcept;
  // A reference from a controller upstream, for the next update: rad, rad/s. Ignored where not finite.
  void set_joint_reference(const JointVector& q, const JointVector& qd) noexcept;

  // --- one other thread ---
  // Whole or not at all; throws ArmError and changes nothing where they do not fit.
  void set_parameters(const AdmittanceParameters& parameters);
  // The same, already bound to this arm by whoever answers for them: nothing is checked again.
  void set_settings(const AdmittanceSettings& settings) noexcept { settings_in_.write(settings); }
  // A pose of C for the reference, with its twist and acceleration where it moves: it goes on with them until the next
  // one comes, for at most the control wrench's time-out. False where it is not finite.
  bool set_desired_pose(const Pose& X_BR, const Vector6& twist = Vector6::Zero(),
                        const Vector6& acceleration = Vector6::Zero()) noexcept;
  // The same from a position and a quaternion, which must be of unit length (1e-6).
  bool set_desired_pose(const Vector3& p_BR, const Quaternion& q_BR) noexcept;
  // F_control at C, in C: N, N m. Must be repeated within its time-out. False where it is not finite.
  bool set_control_wrench(const Vector6& F_C) noexcept;
  // hold, run, tare, reset, reference here. False where too many wait already.
  bool request(Request request) noexcept { return requests_.try_push(request); }
  bool take_telemetry(Telemetry& record) noexcept { return telemetry_ring_.try_pop(record); }
  bool take_event(Event& event) noexcept { return events_.try_pop(event); }
  std::string sentence(const Event& event) const;

  // Any thread, approximately.
  SupervisorState state() const noexcept { return published_state_.load(std::memory_order_relaxed); }
  // Records lost because nobody took them.
  long lost_records() const noexcept { return lost_records_.load(std::memory_order_relaxed); }

  const Arm& arm() const noexcept { return *arm_; }
  // The control thread, or where it does not run: the last record.
  const Telemetry& telemetry() const noexcept { return record_; }

 private:
  struct PoseTarget {
    ReferenceSample sample;
  };
  struct ControlWrench {
    Vector6 F_C = Vector6::Zero();
  };

  // The steps of a cycle, in order.
  void take_inputs() noexcept;
  Fault validate(const RobotState& state, double period) noexcept;
  Fault update_kinematics() noexcept;
  Fault update_wrench() noexcept;
  void apply_law() noexcept;
  void supervise(const Fault& fault) noexcept;
  void limit() noexcept;
  Command command() noexcept;
  void record() noexcept;

  void apply_settings(const AdmittanceSettings& settings) noexcept;
  ReferenceSample reference_on_body(const std::array<bool, 6>& moves) const noexcept;
  void return_to_reference() noexcept;
  void stiffen_from_here(const Matrix6& K_before, const Matrix6& K_after) noexcept;
  void handle(Request request) noexcept;
  void restart_law() noexcept;
  void take_target(const ReferenceSample& target) noexcept;
  Fault check_force(const Vector6& external_S) const noexcept;
  void tell_tare() noexcept;
  void step_reference() noexcept;
  void step_control_wrench() noexcept;
  void step_stiffness() noexcept;
  void retreat() noexcept;
  void put_back() noexcept;
  void tell(const Event& event) noexcept { events_.try_push(event); }
  Matrix3 axes() const noexcept { return settings_.base_axes ? Matrix3::Identity() : reference_.now().X_BR.R; }

  const Arm* arm_;
  AdmittanceSettings settings_;

  Exchange<AdmittanceSettings> settings_in_;
  Exchange<PoseTarget> target_in_;
  Exchange<ControlWrench> control_wrench_in_;
  Ring<Request, 16> requests_;
  Ring<Telemetry, 1024> telemetry_ring_;
  Ring<Event, 64> events_;
  std::atomic<SupervisorState> published_state_{SupervisorState::kInactive};
  std::atomic<long> lost_records_{0};

  Supervisor supervisor_;
  InputGuard guard_;
  PeriodGuard period_guard_;
  WrenchPipeline wrench_;
  Reference reference_;
  bool reference_live_ = false;
  bool joint_reference_live_ = false;
  std::optional<ReferenceSample> joint_reference_;
  AdmittanceLaw law_;
  Dynamics ramp_from_;
  double ramp_elapsed_ = 0.0;
  double ramp_duration_ = 0.0;
  VirtualBody body_;
  CommandedMotion motion_;
  PressWatch press_;

  double h_ = 0.0;  // this cycle's period, s
  Pose X_BS_;       // measured
  Vector6 external_C_ = Vector6::Zero();
  Vector6 control_C_ = Vector6::Zero();
  Vector6 control_target_ = Vector6::Zero();
  double control_age_ = 0.0;
  Vector6 input_ = Vector6::Zero();
  LimitSet law_limited_;
  double retreat_left_ = 0.0;
  Vector3 retreat_direction_ = Vector3::Zero();
  JointVector last_good_q_;
  Telemetry record_;
};

}  // namespace limber
