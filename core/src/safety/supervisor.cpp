// Transitions of the supervisor.
#include "safety/supervisor.hpp"

namespace limber {

std::string_view name(SupervisorState state) noexcept {
  switch (state) {
    case SupervisorState::kInactive:
      return "inactive";
    case SupervisorState::kStarting:
      return "starting";
    case SupervisorState::kRunning:
      return "running";
    case SupervisorState::kHolding:
      return "holding";
    case SupervisorState::kFaulted:
      return "faulted";
  }
  return "faulted";
}

void Supervisor::activate() noexcept {
  state_ = SupervisorState::kStarting;
  fault_ = Fault();
}

bool Supervisor::start_done() noexcept {
  if (state_ != SupervisorState::kStarting) return false;
  state_ = SupervisorState::kRunning;
  return true;
}

bool Supervisor::raise(const Fault& fault) noexcept {
  if (!fault || state_ == SupervisorState::kInactive || state_ == SupervisorState::kFaulted) return false;
  fault_ = fault;
  state_ = SupervisorState::kFaulted;
  return true;
}

bool Supervisor::hold() noexcept {
  if (!follows_law()) return false;
  state_ = SupervisorState::kHolding;
  return true;
}

bool Supervisor::run() noexcept {
  if (state_ != SupervisorState::kHolding) return false;
  state_ = SupervisorState::kStarting;
  return true;
}

bool Supervisor::reset() noexcept {
  if (state_ != SupervisorState::kFaulted) return false;
  activate();
  return true;
}

}  // namespace limber
