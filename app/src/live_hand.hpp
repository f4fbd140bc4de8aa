// A hand at the tool that people outside move: each push lasts as long as it was asked to.
#pragma once

#include "limber/lock_free.hpp"
#include "limber/sim/simulated_arm.hpp"

namespace limber::app {

// At the tool point: N, N m, axes of the base.
struct HandPush {
  Vector6 F_B = Vector6::Zero();
  double duration = 0.0;  // s
};

class LiveHand {
 public:
  // One other thread.
  void push(const HandPush& push) noexcept { in_.write(push); }

  // The simulation's thread, once a cycle.
  void step(sim::SimulatedArm& arm) {
    if (const HandPush* push = in_.fresh()) {
      arm.set_push(push->F_B);
      until_ = arm.time() + push->duration;
    } else if (until_ > 0.0 && arm.time() >= until_) {
      arm.set_push(Vector6::Zero());
      until_ = 0.0;
    }
  }

 private:
  Exchange<HandPush> in_;
  double until_ = 0.0;  // s
};

}  // namespace limber::app
