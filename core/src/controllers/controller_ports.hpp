// Interface between a controller and the other thread, the same for every controller: requests in; telemetry, events
// and the state out. Nothing waits here: if a queue is full, a request is refused, lost records and lost
// events are counted.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "limber/arm.hpp"
#include "limber/event.hpp"
#include "limber/input_counts.hpp"
#include "limber/lock_free.hpp"
#include "safety/period_guard.hpp"
#include "safety/supervisor.hpp"

namespace limber {

// Record: a CycleTelemetry and more.
template <typename Record>
class ControllerPorts {
 public:
  ControllerPorts(const ControllerPorts&) = delete;
  ControllerPorts& operator=(const ControllerPorts&) = delete;

  // --- one other thread ---
  // Refused while inactive, or if the queue is full. The outcome is an event with `ticket`.
  Answer request(Request request, std::uint32_t ticket = 0) noexcept {
    const std::uint32_t life = this->life();
    if (state() == SupervisorState::kInactive) return inactive("request");
    if (requests_.try_push({request, life, ticket})) return {};
    return {Answer::Code::kQueueFull, "request", 0, static_cast<double>(kMaxRequests), 0.0, ""};
  }
  bool take_telemetry(Record& record) noexcept { return telemetry_ring_.try_pop(record); }
  bool take_event(Event& event) noexcept { return events_.try_pop(event); }
  std::string sentence(const Event& event) const { return limber::sentence(event, joint_of(event.fault)); }

  // Any thread; it may be a cycle old.
  SupervisorState state() const noexcept { return published_state_.load(std::memory_order_relaxed); }
  // Records and events that were lost because they were not taken in time.
  long lost_records() const noexcept { return lost_records_.load(std::memory_order_relaxed); }
  long lost_events() const noexcept { return lost_events_.load(std::memory_order_relaxed); }

  const Arm& arm() const noexcept { return *arm_; }
  // The last record; for the control thread, or while that does not run.
  const Record& telemetry() const noexcept { return record_; }

 protected:
  explicit ControllerPorts(const Arm& arm) noexcept : arm_(&arm) {}
  ~ControllerPorts() = default;

  // The number of this activation. Every input carries the number of the activation that it is meant for, and acts in
  // no other. The other thread must read it before it checks whether the controller is active.
  std::uint32_t life() const noexcept { return life_.load(std::memory_order_acquire); }
  // Null if the fault is not one of a joint.
  const Joint* joint_of(const Fault& fault) const noexcept {
    return fault.index >= 0 && fault.index < arm_->joint_count()
               ? &arm_->joints()[static_cast<std::size_t>(fault.index)]
               : nullptr;
  }
  static Answer inactive(const char* what) noexcept { return {Answer::Code::kInactive, what, 0, 0.0, 0.0, ""}; }

  // Requests handed in (the other thread), and taken (the control thread).
  std::uint64_t requests_given() const noexcept { return requests_.pushed(); }
  std::uint64_t requests_taken() const noexcept { return requests_.popped(); }

  // --- the control thread ---
  void begin_life() noexcept { life_.fetch_add(1, std::memory_order_acq_rel); }
  template <typename Handle>
  void take_requests(Handle&& handle) noexcept {
    Asked asked;
    while (requests_.try_pop(asked)) {
      if (asked.life != life()) continue;
      ticket_ = asked.ticket;
      handle(asked.request);
    }
  }
  void tell(const Event& event) noexcept {
    if (!events_.try_push(event)) lost_events_.fetch_add(1, std::memory_order_relaxed);
  }
  void tell(Event::Kind kind, double value) noexcept { tell_outcome(kind, value, 0); }
  // The outcome of the request that is being handled, or of the one with this ticket.
  void tell_outcome(Event::Kind kind, double value) noexcept { tell_outcome(kind, value, ticket_); }
  void tell_outcome(Event::Kind kind, double value, std::uint32_t ticket, double turning = 0.0) noexcept {
    tell({kind, {}, supervisor_.state(), value, turning, ticket, Event::Sight::kAll});
  }
  // The outcome of a request that the state does not allow: the state is already the requested one, or it is refused.
  void tell_not_done(Request request) noexcept {
    const bool holds = request == Request::kHold && supervisor_.state() == SupervisorState::kHolding;
    const bool runs = request == Request::kRun && supervisor_.follows_law();
    tell_outcome(holds || runs ? Event::Kind::kAlreadySo : Event::Kind::kRequestRefused, static_cast<double>(request));
  }
  std::uint32_t ticket() const noexcept { return ticket_; }
  void tell_fault(const Fault& fault, Event::Sight sight = Event::Sight::kAll) noexcept {
    tell({Event::Kind::kFault, fault, supervisor_.state(), fault.value, 0.0, 0, sight});
  }
  void publish_state() noexcept { published_state_.store(supervisor_.state(), std::memory_order_relaxed); }

  // The common part of every record; the controller adds its own part and then publishes the record.
  void begin_record(double time, const JointVector& q, const JointVector& qd) noexcept {
    record_.time = time;
    record_.period = h_;
    ++record_.cycle;
    record_.state = supervisor_.state();
    record_.fault = supervisor_.fault().code;
    record_.overruns = period_guard_.overruns();
    record_.q = q;
    record_.qd = qd;
  }
  void publish_record() noexcept {
    publish_state();
    if (!telemetry_ring_.try_push(record_)) lost_records_.fetch_add(1, std::memory_order_relaxed);
  }

  const Arm* arm_;
  Supervisor supervisor_;
  PeriodGuard period_guard_;
  double h_ = 0.0;  // this cycle's period, s
  Record record_;

 private:
  static constexpr std::size_t kMaxRequests = 16;
  struct Asked {
    Request request = Request::kHold;
    std::uint32_t life = 0;
    std::uint32_t ticket = 0;
  };

  std::uint32_t ticket_ = 0;  // of the request that is being handled; control thread
  Ring<Asked, kMaxRequests> requests_;
  Ring<Record, 1024> telemetry_ring_;
  Ring<Event, 64> events_;
  std::atomic<SupervisorState> published_state_{SupervisorState::kInactive};
  std::atomic<long> lost_records_{0}, lost_events_{0};
  std::atomic<std::uint32_t> life_{0};
};

}  // namespace limber
