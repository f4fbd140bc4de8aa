// The chapters in order.
#include "explain_command.hpp"

namespace limber::app {

void explain_command(const ExplainOptions& options) {
  const RunInput input = read_input(options.plan);
  if (input.drives_torques()) {
    const TorquePlan plan = make_torque_plan(input);
    return options.json ? print(torque_explanation(plan)) : explain_torque_arms(plan);
  }
  const MotionPlan plan = make_motion_plan(input);
  if (options.json) return print(explanation(plan, options));
  explain_arm(plan);
  explain_law(plan);
  explain_limits(plan);
  explain_supervision(plan);
  explain_contact(plan, options.wall);
  explain_touch(plan, options);
  explain_stop(plan, options);
}

}  // namespace limber::app
