// Torque arms and their controllers, cycle by cycle, each on its own; and the actions that reach them from outside.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "controllers/variable_stiffness_settings.hpp"
#include "limber/real_time.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "torque_plan.hpp"

namespace limber::app {

// One arm. The control thread cycles it; one other thread takes its records and acts on it.
class TorqueArm {
 public:
  // `plan` outlives this. Throws ArmError or SimulationError.
  TorqueArm(const TorqueArmPlan& plan, double period);

  [[nodiscard]] bool activate() noexcept { return controller_.activate(arm_.read()); }
  void cycle();
  const LatencyHistogram& update_times() const { return update_times_; }

  const std::string& name() const { return plan_->name; }
  VariableStiffnessController& controller() { return controller_; }
  const VariableStiffnessParameters& parameters() const { return parameters_; }
  double time() const { return time_.load(std::memory_order_relaxed); }  // s
  // N: the largest that a plate has pushed back with so far.
  double largest_contact_force() const { return largest_contact_force_.load(std::memory_order_relaxed); }
  // Empty where it may be done, else why not. The controller is not touched; waypoints that are refused are counted.
  std::string refusal_of(const TorqueAction& action);
  long waypoints_refused() const { return waypoints_refused_; }
  // Of what may be done. Empty where it was, else why not. `ticket`: of the event that tells the outcome of a request.
  std::string act(const TorqueAction& action, std::uint32_t ticket = 0);

 private:
  VariableStiffnessParameters changed(const ParameterChange& change) const;
  std::string refusal_of(const ParameterChange& change) const;
  std::string refusal_of(Request request) const;

  const TorqueArmPlan* plan_;
  double period_;
  VariableStiffnessParameters parameters_;
  VariableStiffnessSettings settings_;  // with the path that waypoints are checked against
  VariableStiffnessController controller_;
  sim::SimulatedArm arm_;
  LatencyHistogram update_times_;
  LiveHand hand_;
  long waypoints_refused_ = 0;  // before they reached the controller
  std::atomic<double> time_{0.0};
  std::atomic<double> largest_contact_force_{0.0};
};

class TorqueRun {
 public:
  explicit TorqueRun(const TorquePlan& plan);

  // --- the control thread ---
  // One cycle of every arm; false when the time is over.
  bool cycle();

  // --- one other thread, or the same ---
  std::vector<std::unique_ptr<TorqueArm>>& arms() { return arms_; }
  double time() const { return arms_.front()->time(); }
  std::vector<NamedParameters> parameters() const;
  // What is due of the script; returns what went wrong, a sentence each.
  std::vector<std::string> play();
  // By every arm that it is for, or by none. Returns what was refused, a sentence each.
  std::vector<std::string> act(const TorqueAction& action);
  // What would be refused, a sentence each. No controller is touched.
  std::vector<std::string> refusals_of(const TorqueAction& action);
  // Those that it is for. A reset for all is for those that have a fault, if any has.
  std::vector<TorqueArm*> arms_of(const TorqueAction& action);

 private:
  const TorquePlan* plan_;
  std::vector<std::unique_ptr<TorqueArm>> arms_;
  long cycles_ = 0, last_cycle_;
  std::size_t next_action_ = 0;
};

}  // namespace limber::app
