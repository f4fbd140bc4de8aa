// One arm of a run: its controller and its simulation, cycle by cycle, and the actions that reach it. What differs from
// one kind of arm to the other is virtual; motion_arm.hpp and torque_arm.hpp have it.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arm_report.hpp"
#include "config/text_file.hpp"
#include "controller_kind.hpp"
#include "limber/configuration.hpp"
#include "limber/real_time.hpp"
#include "limber/record/arm_recorder.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "live_hand.hpp"
#include "script.hpp"
#include "target_reach.hpp"

namespace limber::app {

// Bytes: a larger one was not read.
inline constexpr std::size_t kLargestUrdf = 64U << 20;

class RunningArm {
 public:
  virtual ~RunningArm() = default;
  RunningArm(const RunningArm&) = delete;
  RunningArm& operator=(const RunningArm&) = delete;

  // --- the control thread ---
  [[nodiscard]] bool activate() noexcept {
    const RobotState& state = simulated_.read();
    const bool active = activate_from(state);
    if (tap_ != nullptr) tap_->put({cycle_number(), true, 0.0, state, {}, inputs_taken(), {}});
    return active;
  }
  // One cycle of the nominal period.
  void cycle() {
    hand_.step(simulated_);
    const Nanoseconds begin = monotonic_now();
    const RobotState& state = simulated_.read();
    const Command command = update(state, period_);
    if (tap_ != nullptr) tap_->put({cycle_number(), false, period_, state, {}, inputs_taken(), command});
    update_times_.record(monotonic_now() - begin);
    observe(simulated_);
    simulated_.write(command);
    simulated_.step(period_);
    time_.store(simulated_.time(), std::memory_order_relaxed);
  }
  virtual void deactivate() noexcept = 0;
  const LatencyHistogram& update_times() const { return update_times_; }

  // --- one other thread, or the same ---
  const std::string& name() const { return name_; }                        // empty: it is the only one, and needs none
  std::string label() const { return name_.empty() ? "" : name_ + ": "; }  // before a sentence
  double time() const { return time_.load(std::memory_order_relaxed); }    // s, of the simulation
  virtual SupervisorState state() const = 0;
  virtual ControllerParameters parameters() const = 0;  // as they are now, changes included
  // What a person should know before it runs, and what to be warned of, a sentence each.
  virtual std::vector<std::string> notes() const = 0;
  virtual std::vector<std::string> warnings() const { return {}; }

  // Of an action that somebody sends; those of a script were tried when the run was planned.
  virtual TargetJudgement judge(const Action& action) = 0;
  // Empty where it may be done now, else why not: then no other arm does it either. The controller is not touched.
  virtual std::string refusal_of(const Action&) const { return ""; }
  // Does it at t (s), or goes on doing it. Empty where it was done, else why not. `ticket`: of the event that tells the
  // outcome of a request.
  std::string act(const Action& action, double t, std::uint32_t ticket) {
    try {
      return perform(action, t, ticket);
    } catch (const std::exception& error) {  // a script was tried before; what it was tried with may have changed
      return error.what();
    }
  }

  virtual bool take_event(Event& event) noexcept = 0;
  virtual std::string sentence(const Event& event) const = 0;
  virtual long lost_records() const noexcept = 0;
  virtual long lost_events() const noexcept = 0;
  virtual std::unique_ptr<ArmReport> make_report(const CsvOptions& csv) = 0;

  // --- recording ---
  // What a replay needs to know of it.
  virtual record::ArmDescription description() const = 0;
  virtual const Arm& arm() const = 0;
  // Both outlive this. Before it is activated.
  void record_to(record::CycleTap& tap, record::ArmRecorder& recorder) {
    tap_ = &tap;
    recorder_ = &recorder;
  }
  // Null: it is not recorded.
  record::ArmRecorder* recorder() const { return recorder_; }
  // Hands on what waits of its cycles; before its telemetry is taken.
  void record_cycles() {
    if (recorder_ != nullptr) recorder_->fetch(*tap_);
  }

 protected:
  // Throws SimulationError.
  RunningArm(std::string name, double period, const Arm& arm, const JointVector& start,
             const sim::SimulationParameters& simulation)
      : name_(std::move(name)), period_(period), simulated_(arm, start, simulation) {}

  virtual bool activate_from(const RobotState& state) noexcept = 0;
  virtual std::int64_t cycle_number() const noexcept = 0;  // of the last cycle
  virtual InputCounts inputs_taken() const noexcept = 0;
  virtual Command update(const RobotState& state, double period) noexcept = 0;
  // What only the simulation knows of the state that the update has seen.
  virtual void observe(const sim::SimulatedArm& arm) = 0;
  virtual std::string perform(const Action& action, double t, std::uint32_t ticket) = 0;
  LiveHand& hand() { return hand_; }

 private:
  std::string name_;
  double period_;  // s
  sim::SimulatedArm simulated_;
  LiveHand hand_;
  LatencyHistogram update_times_;
  std::atomic<double> time_{0.0};
  record::CycleTap* tap_ = nullptr;
  record::ArmRecorder* recorder_ = nullptr;
};

// What is the same of all controllers but for their types.
template <class Controller, class Parameters>
class ControlledArm : public RunningArm {
 public:
  void deactivate() noexcept override { controller_->deactivate(); }
  SupervisorState state() const override { return controller_->state(); }
  ControllerParameters parameters() const override { return parameters_; }
  bool take_event(Event& event) noexcept override { return controller_->take_event(event); }
  std::string sentence(const Event& event) const override { return controller_->sentence(event); }
  long lost_records() const noexcept override { return controller_->lost_records(); }
  long lost_events() const noexcept override { return controller_->lost_events(); }
  const Arm& arm() const override { return controller_->arm(); }
  Controller& controller() { return *controller_; }

 protected:
  ControlledArm(std::string name, double period, const JointVector& start, const sim::SimulationParameters& simulation,
                const Parameters& parameters, std::unique_ptr<Controller> controller)
      : RunningArm(std::move(name), period, controller->arm(), start, simulation),
        parameters_(parameters),
        controller_(std::move(controller)) {}

  bool activate_from(const RobotState& state) noexcept override { return controller_->activate(state); }
  Command update(const RobotState& state, double period) noexcept override {
    return controller_->update(state, period);
  }
  std::int64_t cycle_number() const noexcept override { return controller_->telemetry().cycle; }
  InputCounts inputs_taken() const noexcept override { return controller_->inputs_taken(); }
  // The controller has just accepted it.
  void handed_in(record::RecordedInput input) {
    if (recorder() != nullptr) recorder()->hand_in(std::move(input), controller_->inputs_given());
  }
  record::ArmDescription describe(const std::string& kind, const std::string& urdf_file) const {
    record::ArmDescription description;
    description.name = name();
    description.controller = kind;
    description.urdf = config::read_text_file(urdf_file, kLargestUrdf);
    description.base = arm().base_name();
    description.tip = arm().tip_name();
    description.freezes = !arm().frozen_joints().empty();
    description.parameters = record::yaml_of(parameters_);
    description.counts_lateness_only = parameters_.supervisor.count_lateness_only;
    description.rate = parameters_.update_rate;
    return description;
  }
  Parameters changed(const ParameterChange& change) const {
    Parameters wanted = parameters_;
    config::set(wanted, change.changes, config::Change::kLive);
    return wanted;
  }
  // Pushes, requests and changes; what else there is, is the arm's own.
  std::string perform(const Action& action, double, std::uint32_t ticket) override {
    if (const auto* push = std::get_if<HandPush>(&action.what)) hand().push(*push);
    if (const auto* request = std::get_if<Request>(&action.what)) {
      const Answer answer = controller_->request(*request, ticket);
      if (!answer) return limber::sentence(answer);
      handed_in({.kind = record::InputKind::kRequest, .request = *request, .ticket = ticket});
    }
    if (const auto* change = std::get_if<ParameterChange>(&action.what)) {
      const Parameters wanted = changed(*change);
      controller_->set_parameters(wanted);
      parameters_ = wanted;
      handed_in({.kind = record::InputKind::kSettings, .yaml = record::yaml_of(wanted)});
    }
    return "";
  }

  Parameters parameters_;
  std::unique_ptr<Controller> controller_;
};

}  // namespace limber::app
