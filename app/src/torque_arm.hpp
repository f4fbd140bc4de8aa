// A torque arm, and the waypoints that lead it.
#pragma once

#include <atomic>
#include <memory>

#include "controllers/variable_stiffness_settings.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "running_arm.hpp"
#include "torque_plan.hpp"

namespace limber::app {

class TorqueArm : public ControlledArm<VariableStiffnessController, VariableStiffnessParameters> {
 public:
  // `plan` outlives this. Throws ArmError or SimulationError.
  TorqueArm(const TorqueArmPlan& plan, double period);

  const TorqueArmPlan& plan() const { return *plan_; }
  std::vector<std::string> notes() const override { return plan_->notes; }
  // Waypoints that are refused are counted.
  TargetJudgement judge(const Action& action) override;
  std::string refusal_of(const Action& action) const override;
  std::unique_ptr<ArmReport> make_report(const CsvOptions& csv) override;
  record::ArmDescription description() const override;
  long waypoints_refused() const { return waypoints_refused_; }
  // N: the largest that what it touches has pushed back with so far.
  double largest_contact_force() const { return largest_contact_force_.load(std::memory_order_relaxed); }

 private:
  void observe(const sim::SimulatedArm& arm) override;
  std::string perform(const Action& action, double t, std::uint32_t ticket) override;

  const TorqueArmPlan* plan_;
  VariableStiffnessSettings settings_;  // with the path that waypoints are checked against
  long waypoints_refused_ = 0;          // before they reached the controller
  std::atomic<double> largest_contact_force_{0.0};
};

std::vector<std::unique_ptr<RunningArm>> make_arms(const TorquePlan& plan);

}  // namespace limber::app
