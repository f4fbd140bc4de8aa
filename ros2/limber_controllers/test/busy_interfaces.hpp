// Interfaces of ros2_control that another thread holds for a while, as hardware with a thread of its own does.
#pragma once

#include <chrono>
#include <future>
#include <hardware_interface/loaned_state_interface.hpp>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace limber_controllers::test {

// Whose turn with its value others can take.
class HeldState : public hardware_interface::LoanedStateInterface {
 public:
  explicit HeldState(hardware_interface::LoanedStateInterface&& loaned) : LoanedStateInterface(std::move(loaned)) {}
  std::shared_mutex& mutex() const { return state_interface_.get_mutex(); }
};

class BusyInterfaces {
 public:
  // All of them are held when this returns, for `time` or until this ends.
  BusyInterfaces(const std::vector<HeldState>& interfaces, std::chrono::microseconds time) {
    std::promise<void> held;
    thread_ = std::thread([this, &held, &interfaces, time, ended = end_.get_future()] {
      const auto begin = std::chrono::steady_clock::now();
      std::vector<std::unique_lock<std::shared_mutex>> locks;
      for (const HeldState& interface : interfaces) locks.emplace_back(interface.mutex());
      held.set_value();
      ended.wait_for(time);
      locks.clear();
      held_for_ = std::chrono::steady_clock::now() - begin;
    });
    held.get_future().wait();
  }
  ~BusyInterfaces() { end(); }
  BusyInterfaces(const BusyInterfaces&) = delete;
  BusyInterfaces& operator=(const BusyInterfaces&) = delete;

  // Lets go of them; returns how long they were held, at most: a busy machine may keep the thread for longer than it
  // wanted to.
  std::chrono::nanoseconds end() {
    if (!thread_.joinable()) return held_for_;
    end_.set_value();
    thread_.join();
    return held_for_;
  }

 private:
  std::promise<void> end_;
  std::chrono::nanoseconds held_for_{0};
  std::thread thread_;
};

}  // namespace limber_controllers::test
