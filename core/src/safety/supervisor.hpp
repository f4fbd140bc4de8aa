// The states a controller is in, and who may change them: requests from people, faults from the cycle.
#pragma once

#include "limber/event.hpp"

namespace limber {

// Starting and Running follow the law; Holding and Faulted brake and then stand.
class Supervisor {
 public:
  SupervisorState state() const noexcept { return state_; }
  const Fault& fault() const noexcept { return fault_; }  // the one that stopped it, latched until reset
  bool follows_law() const noexcept {
    return state_ == SupervisorState::kStarting || state_ == SupervisorState::kRunning;
  }

  void activate() noexcept;
  void deactivate() noexcept { state_ = SupervisorState::kInactive; }

  // True where the fault is new: the first of a stop counts, later ones are its consequences.
  bool raise(const Fault& fault) noexcept;

  // True where it changed the state.
  bool start_done() noexcept;
  bool hold() noexcept;
  bool run() noexcept;
  bool reset() noexcept;

 private:
  SupervisorState state_ = SupervisorState::kInactive;
  Fault fault_;
};

}  // namespace limber
