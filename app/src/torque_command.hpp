// `limber run` and `limber validate` for torque arms.
#pragma once

#include "run_command.hpp"

namespace limber::app {

// The program's exit code: 0 where every arm ended well, 1 where not, 128 and the signal's number where one ended it.
// Throws ConfigError, ArmError or SimulationError.
int run_torque_command(const RunOptions& options);

// Checks a configuration and its script. Of torque arms it prints the path as a table, and the first bad point by
// name; 0 where all may run, 1 where not. Throws ConfigError or ArmError.
int validate_command(const PlanOptions& options);

}  // namespace limber::app
