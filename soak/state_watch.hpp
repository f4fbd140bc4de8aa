// Checks the states of a controller: only allowed transitions, only after a request or a fault, and finite telemetry.
#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "limber/telemetry.hpp"
#include "safety/supervisor.hpp"
#include "verdict.hpp"

namespace limber::soak {

class StateWatch {
 public:
  explicit StateWatch(Tally& tally) : tally_(tally) {}

  void start() {
    state_ = SupervisorState::kStarting;
    started_ = true;
  }
  // For the next cycle.
  void requested(Request request) {
    hold_ = hold_ || request == Request::kHold;
    run_ = run_ || request == Request::kRun;
    reset_ = reset_ || request == Request::kResetFault;
  }
  // The controller was asked to continue in this cycle.
  bool asked() const { return run_ || reset_; }
  // `stands`: the robot is paused.
  void see(const CycleTelemetry& t, bool stands = false) {
    stood_ = std::exchange(stands_, stands);
    tally_.expect(Check::kState, legal(t.state), "a change of state that nobody asked for");
    tally_.expect(Check::kState, (t.state == SupervisorState::kFaulted) == (t.fault != FaultCode::kNone),
                  "state and fault do not fit");
    tally_.expect(Check::kTelemetry, started_ || t.cycle == cycle_ + 1, "a cycle without a record");
    if (t.state == SupervisorState::kRunning) ++tally_.running_cycles;
    state_ = t.state;
    cycle_ = t.cycle;
    started_ = hold_ = run_ = reset_ = false;
  }
  void see_fault(const Fault& fault) {
    ++tally_.raised[std::string(name(fault.code))];
    tally_.expect(Check::kNoInternalFault, fault.code != FaultCode::kInternal && fault.code != FaultCode::kKinematics,
                  "the controller could not go on by itself");
  }
  template <typename Record>
  void see_every_field(const Record& t) {
    for_each_field(t, [&](const std::string& field, double value) {
      // NaN means that the robot reports no effort.
      const bool may_be_nan = field.starts_with("torque_measured");
      tally_.expect(Check::kTelemetry, std::isfinite(value) || may_be_nan, field.c_str());
    });
  }

 private:
  static bool follows(SupervisorState s) { return s == SupervisorState::kStarting || s == SupervisorState::kRunning; }

  bool legal(SupervisorState next) const {
    using enum SupervisorState;
    if (next == kInactive) return false;
    if (next == state_ || next == kFaulted) return true;
    if (state_ == kStarting && next == kRunning) return true;
    if (next == kHolding) return (hold_ || stands_) && (follows(state_) || reset_ || run_);
    if (state_ == kHolding) return run_ || (stood_ && !stands_);
    if (state_ == kFaulted) return reset_;
    return hold_ && run_;  // Running to Starting
  }

  Tally& tally_;
  SupervisorState state_ = SupervisorState::kInactive;
  std::int64_t cycle_ = 0;
  bool started_ = false;
  bool stands_ = false, stood_ = false;  // whether the robot is paused, in the last cycle and in the one before
  bool hold_ = false, run_ = false, reset_ = false;
};

}  // namespace limber::soak
