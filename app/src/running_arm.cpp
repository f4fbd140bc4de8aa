// The body of the control loop, and the door for actions.
#include "running_arm.hpp"

#include <exception>

namespace limber::app {

void RunningArm::cycle() {
  hand_.step(simulated_);
  const Nanoseconds begin = monotonic_now();
  const Command command = update(simulated_.read(), period_);
  update_times_.record(monotonic_now() - begin);
  observe(simulated_);
  simulated_.write(command);
  simulated_.step(period_);
  time_.store(simulated_.time(), std::memory_order_relaxed);
}

// What a script asked for was tried out before; whoever talks to the run may have changed what it was tried with.
std::string RunningArm::act(const Action& action, double t, std::uint32_t ticket) {
  try {
    return perform(action, t, ticket);
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace limber::app
