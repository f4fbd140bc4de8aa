// The states a controller is in, and who may change them: requests from people, faults from the cycle.
#pragma once

#include <string_view>

#include "limber/safety/fault.hpp"

namespace limber {

enum class SupervisorState { kInactive, kStarting, kRunning, kHolding, kFaulted };

std::string_view name(SupervisorState state) noexcept;

// What people may ask of a running controller.
enum class Request {
  kHold,
  kRun,
  kTare,  // refused if it would take more than wrench.tare_max_force away
  kResetFault,
  kReferenceHere,
  kTareAnyway,  // the same whatever the force: somebody has looked, and nothing touches the tool
};

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
