// `limber push-test`: finds out whether a force sensor reports what the world does to the tool, or the opposite.
#pragma once

#include "run_plan.hpp"

namespace limber::app {

// The arm holds still, a hand pushes the tool along the base's x axis, and the change of the reading tells. True where
// the configured wrench_sign is right.
bool push_test_command(const PlanOptions& options);

}  // namespace limber::app
