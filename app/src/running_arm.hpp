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
#include "controller_kind.hpp"
#include "limber/configuration.hpp"
#include "limber/real_time.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "live_hand.hpp"
#include "script.hpp"
#include "target_reach.hpp"

namespace limber::app {

class RunningArm {
 public:
  virtual ~RunningArm() = default;
  RunningArm(const RunningArm&) = delete;
  RunningArm& operator=(const RunningArm&) = delete;

  // --- the control thread ---
  [[nodiscard]] bool activate() noexcept { return activate_from(simulated_.read()); }
  // One cycle of the nominal period.
  void cycle() {
    hand_.step(simulated_);
    const Nanoseconds begin = monotonic_now();
    const Command command = update(simulated_.read(), period_);
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

 protected:
  // Throws SimulationError.
  RunningArm(std::string name, double period, const Arm& arm, const JointVector& start,
             const sim::SimulationParameters& simulation)
      : name_(std::move(name)), period_(period), simulated_(arm, start, simulation) {}

  virtual bool activate_from(const RobotState& state) noexcept = 0;
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
      return answer ? "" : limber::sentence(answer);
    }
    if (const auto* change = std::get_if<ParameterChange>(&action.what)) {
      const Parameters wanted = changed(*change);
      controller_->set_parameters(wanted);
      parameters_ = wanted;
    }
    return "";
  }

  Parameters parameters_;
  std::unique_ptr<Controller> controller_;
};

}  // namespace limber::app
