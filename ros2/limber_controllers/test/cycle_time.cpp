// cycle_time [BLOCKS]: how long one update() takes on a UR5e, and what it does that a control cycle had better not:
// core alone, limber_controllers around it, and ros2_controllers' admittance controller, with the same law on the same
// simulated hardware in the same process. They take turns, a block of cycles each; core is given the states that its
// plugin has just had. Besides update() everything of a cycle is done, but not timed. Each lock and each allocation
// is some nanoseconds slower than elsewhere, for all alike: the traps look at them also where nothing is counted.
#include <ament_index_cpp/get_package_share_directory.hpp>
#include <control_msgs/msg/admittance_controller_state.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <geometry_msgs/msg/wrench_stamped.hpp>
#include <limber_msgs/msg/admittance_state.hpp>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "controlled_arm.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/configuration.hpp"
#include "limber/real_time.hpp"
#include "support/rt_traps.hpp"

namespace limber_controllers::test {
namespace {

constexpr int kBackToBackCycles = 2000;  // cycles in a block
constexpr int kPacedCycles = 100;
constexpr int kCountedCycles = 2000;
constexpr double kPush = 20.0;  // N
const std::string kPeer = "admittance_controller/AdmittanceController";

enum class Mode { kBackToBack, kPaced, kCounted };

struct Figures {
  limber::LatencyHistogram back_to_back, paced;
  limber::test::TrapCounts counts;
};

// `cycles` cycles of a controller: `before` and `after` each update, which alone is timed or counted.
struct Cycle {
  std::function<void(int)> before, update, after;
};

void run_block(const Cycle& cycle, Mode mode, int cycles, Figures& figures) {
  limber::LatencyHistogram& histogram = mode == Mode::kPaced ? figures.paced : figures.back_to_back;
  auto next = std::chrono::steady_clock::now();
  for (int i = 0; i < cycles; ++i) {
    if (mode == Mode::kPaced) std::this_thread::sleep_until(next += kPeriod);
    cycle.before(i);
    if (mode == Mode::kCounted) {
      limber::test::RtTrap trap(limber::test::OnTrap::kCount);
      cycle.update(i);
      figures.counts += trap.counts();
    } else {
      const limber::Nanoseconds begin = limber::monotonic_now();
      cycle.update(i);
      histogram.record(limber::monotonic_now() - begin);
    }
    cycle.after(i);
  }
}

// An arm in ROS with a hand on it and somebody who listens.
template <typename State>
class PushedArm {
 public:
  PushedArm(const ControllerChoice& choice, const std::string& state_topic)
      : arm_(kUr, choice),
        hand_(arm_.node()->create_publisher<geometry_msgs::msg::WrenchStamped>(arm_.hardware_topic("push"), 1)),
        ear_(arm_.node()->create_subscription<State>(arm_.controller_topic(state_topic), rclcpp::SystemDefaultsQoS(),
                                                     [](const State&) {})) {}

  void push(double x) {
    geometry_msgs::msg::WrenchStamped message;
    message.wrench.force.x = x;
    hand_->publish(message);
  }

  Cycle cycle(std::vector<limber::RobotState>* record) {
    return {[this](int) { arm_.read(); }, [this](int) { arm_.update(); },
            [this, record](int) {
              arm_.write();
              if (record != nullptr) record->push_back(arm_.state());
            }};
  }

  limber::RobotState state() { return arm_.state(); }
  void stop() { arm_.stop(); }

 private:
  ControlledArm arm_;
  rclcpp::Publisher<geometry_msgs::msg::WrenchStamped>::SharedPtr hand_;
  typename rclcpp::Subscription<State>::SharedPtr ear_;
};

class Comparison {
 public:
  Comparison()
      : ours_({"admittance_controller",
               "limber_controllers/AdmittanceController",
               {config("ur_law.yaml"), config("ur_interfaces.yaml")}},
              "telemetry"),
        arm_(limber::Arm::from_urdf(description_of(kUr), "base_link", "tool0")),
        core_(arm_, limber::config::load_admittance(config("ur_law.yaml"), "admittance_controller")) {
    if (controller_installed(kPeer)) {
      peer_.emplace(ControllerChoice{"admittance_controller", kPeer, {config("ros2_controllers.yaml")}, "/peer"},
                    "status");
    }
    if (!core_.activate(ours_.state())) throw std::runtime_error("core cannot be activated");
  }

  ~Comparison() {
    ours_.stop();
    if (peer_) peer_->stop();
  }

  void run(Mode mode, int cycles, int block) {
    const double push = block % 2 == 0 ? kPush : -kPush;
    states_.clear();
    states_.reserve(static_cast<std::size_t>(cycles));
    ours_.push(push);
    run_block(ours_.cycle(&states_), mode, cycles, ours);
    const auto state = [this](int i) -> const limber::RobotState& { return states_[static_cast<std::size_t>(i)]; };
    run_block({[](int) {}, [&](int i) { core_.update(state(i), kPeriodSeconds); }, [](int) {}}, mode, cycles, core);
    if (!peer_) return;
    peer_->push(push);
    run_block(peer_->cycle(nullptr), mode, cycles, peer);
  }

  bool has_peer() const { return peer_.has_value(); }

  Figures core, ours, peer;

 private:
  static std::string config(const std::string& file) {
    return ament_index_cpp::get_package_share_directory("limber_controllers") + "/cycle_time/" + file;
  }

  PushedArm<limber_msgs::msg::AdmittanceState> ours_;
  limber::Arm arm_;
  limber::AdmittanceController core_;
  std::optional<PushedArm<control_msgs::msg::AdmittanceControllerState>> peer_;
  std::vector<limber::RobotState> states_;
};

void print_times(const limber::LatencyHistogram& histogram) {
  const auto micro = [](limber::Nanoseconds duration) { return static_cast<double>(duration) * 1e-3; };
  std::printf(" %7.2f %7.2f %7.1f |", micro(histogram.quantile(0.5)), micro(histogram.quantile(0.99)),
              micro(histogram.max()));
}

void print_row(const char* name, const Figures& figures, bool counted) {
  std::printf("%-50s |", name);
  print_times(figures.back_to_back);
  print_times(figures.paced);
  const auto a_cycle = [](std::uint64_t count) { return static_cast<double>(count) / kCountedCycles; };
  const limber::test::TrapCounts& n = figures.counts;
  if (counted) {
    std::printf(" %6.2f %6.2f %6.2f %6.2f %6.2f", a_cycle(n.allocations), a_cycle(n.frees), a_cycle(n.locks),
                a_cycle(n.tries), a_cycle(n.system_calls));
  }
  std::puts("");
}

void print_table(const Comparison& comparison, int blocks, bool counted) {
  std::printf(
      "\nOne update() of a UR5e at 500 Hz, µs; %d cycles of each back to back, %d paced. Locks that wait, tries\n"
      "that do not, and giving either back; allocations and the rest in %d more cycles.\n\n",
      blocks * kBackToBackCycles, blocks * kPacedCycles, kCountedCycles);
  std::printf("%-50s | %-23s | %-23s | %s\n", "", "back to back", "paced at 500 Hz", "a cycle");
  std::printf("%-50s | %7s %7s %7s | %7s %7s %7s | %6s %6s %6s %6s %6s\n", "", "p50", "p99", "max", "p50", "p99", "max",
              "alloc", "free", "locks", "tries", "calls");
  print_row("limber::AdmittanceController, core alone", comparison.core, counted);
  print_row("limber_controllers/AdmittanceController", comparison.ours, counted);
  if (comparison.has_peer()) {
    print_row((kPeer + " (KDL)").c_str(), comparison.peer, counted);
  } else {
    std::printf("%-50s | not installed\n", kPeer.c_str());
  }
  if (!counted) std::printf("Nothing was counted: %s.\n", limber::test::why_no_traps().c_str());
}

void compare(int blocks) {
  const StartedRos ros;
  Comparison comparison;
  const bool counted = limber::test::traps_supported();
  limber::test::run_watchable([&] {
    comparison.run(Mode::kBackToBack, kBackToBackCycles, 0);  // caches and pages
    comparison.core = comparison.ours = comparison.peer = Figures();
    for (int block = 0; block < blocks; ++block) {
      comparison.run(Mode::kBackToBack, kBackToBackCycles, block);
      comparison.run(Mode::kPaced, kPacedCycles, block);
    }
    if (counted) comparison.run(Mode::kCounted, kCountedCycles, 0);
  });
  print_table(comparison, blocks, counted);
}

}  // namespace
}  // namespace limber_controllers::test

int main(int argc, char** argv) try {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 20;
  if (argc > 2 || blocks < 1) {
    std::fputs("Usage: cycle_time [BLOCKS]\nBLOCKS: how often each has its turn, 0.6 s in all; 20 unless said\n",
               stderr);
    return 2;
  }
  limber_controllers::test::compare(blocks);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
