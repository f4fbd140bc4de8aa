// The states of a controller and their transitions: people send requests, the cycle raises faults.
#pragma once

#include "limber/event.hpp"

namespace limber {

// Starting and Running follow the law; Holding and Faulted brake and then stand.
class Supervisor {
 public:
  SupervisorState state() const noexcept { return state_; }
  const Fault& fault() const noexcept { return fault_; }  // the fault that stopped it; latched until reset
  bool follows_law() const noexcept {
    return state_ == SupervisorState::kStarting || state_ == SupervisorState::kRunning;
  }

  void activate() noexcept;
  void deactivate() noexcept { state_ = SupervisorState::kInactive; }

  // True if the fault is new. The first fault of a stop counts; later ones are its consequences.
  bool raise(const Fault& fault) noexcept;

  // True if the state has changed.
  bool start_done() noexcept;
  bool hold() noexcept;
  bool run() noexcept;
  bool reset() noexcept;

 private:
  SupervisorState state_ = SupervisorState::kInactive;
  Fault fault_;
};

}  // namespace limber
