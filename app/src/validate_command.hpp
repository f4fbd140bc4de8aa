// `limber validate`: checks a configuration and its script, and the path of torque arms point by point.
#pragma once

#include "run_plan.hpp"

namespace limber::app {

// Of torque arms it prints the path as a table, and the first bad point by name; 0 where all may run, 1 where not.
// Throws ConfigError or ArmError.
int validate_command(const PlanOptions& options, bool as_json);

}  // namespace limber::app
