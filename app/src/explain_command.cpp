// The chapters in order.
#include "explain_command.hpp"

#include "torque_plan.hpp"

namespace limber::app {

void explain_command(const ExplainOptions& options) {
  if (drives_torques(options.plan)) {
    return options.json ? print(torque_explanation(options.plan)) : explain_torque_arms(options.plan);
  }
  const RunPlan plan = make_plan(options.plan);
  if (options.json) return print(explanation(plan, options));
  explain_arm(plan);
  explain_law(plan);
  explain_limits(plan);
  explain_supervision(plan);
  explain_contact(plan, options.wall);
  explain_stop(plan, options);
}

}  // namespace limber::app
