// `limber run` for torque arms.
#pragma once

#include "run_command.hpp"

namespace limber::app {

// The program's exit code: 0 where every arm ended well, 1 where not, 128 and the signal's number where one ended it.
// Throws ConfigError, ArmError or SimulationError.
int run_torque_command(const RunOptions& options);

}  // namespace limber::app
