// Lets callbacks in until it is closed; closing waits for those inside. ROS may still be running a callback whose
// timer, subscription or service is gone, and what it works on must not go before it.
//
//   node.create_wall_timer(period, [this, pass = gate_.pass()] {
//     if (const auto inside = pass.enter()) publish();
//   });
#pragma once

#include <memory>
#include <shared_mutex>

namespace limber_controllers {

// What whoever wants an answer, and finds the gate closed, is told.
inline constexpr const char* kClosed = "the controller is being cleaned up";

class Gate {
  struct State {
    std::shared_mutex mutex;
    bool open = true;
  };

 public:
  using Inside = std::shared_lock<std::shared_mutex>;

  class Pass {
   public:
    // Owns nothing where the gate is closed.
    Inside enter() const {
      Inside inside(state_->mutex);
      if (!state_->open) inside.unlock();
      return inside;
    }

   private:
    friend class Gate;
    explicit Pass(std::shared_ptr<State> state) : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
  };

  Gate() : state_(std::make_shared<State>()) {}
  ~Gate() { close(); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  Pass pass() const { return Pass(state_); }
  void close() {
    const std::unique_lock lock(state_->mutex);
    state_->open = false;
  }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace limber_controllers
