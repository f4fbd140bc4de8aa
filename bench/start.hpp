// Activates a controller before it is measured: one that refuses would be measured doing nothing.
#pragma once

#include <stdexcept>

#include "limber/robot.hpp"

namespace limber::bench {

template <typename Controller>
void start(Controller& controller, const RobotState& state) {
  if (!controller.activate(state)) throw std::runtime_error("a controller to be measured cannot be activated");
}

}  // namespace limber::bench
