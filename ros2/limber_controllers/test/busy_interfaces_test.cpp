// Activation while another thread holds an interface: it waits, within a bound, and says what it could not read.
#include "busy_interfaces.hpp"

#include <gtest/gtest.h>
#include <rcutils/logging.h>

#include <array>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "controlled_arm.hpp"
#include "robot_ports.hpp"

namespace limber_controllers::test {
namespace {

using namespace std::chrono_literals;

constexpr auto kHeld = 1ms;
constexpr int kTries = 10;

// Two joints with a position each: 0.1 and 0.2 rad.
class TwoJoints {
 public:
  TwoJoints() {
    for (const auto& [joint, position] : {std::pair("joint1", "0.1"), std::pair("joint2", "0.2")}) {
      hardware_interface::InterfaceInfo info;
      info.name = "position";
      info.data_type = "double";
      info.initial_value = position;
      const auto state = interfaces_.emplace_back(
          std::make_shared<hardware_interface::StateInterface>(hardware_interface::InterfaceDescription(joint, info)));
      states.emplace_back(state);
      held.emplace_back(hardware_interface::LoanedStateInterface(state));
    }
  }

 private:
  std::vector<std::shared_ptr<hardware_interface::StateInterface>> interfaces_;  // outlive those who borrow them

 public:
  RobotPorts::States states;
  std::vector<HeldState> held;
  RobotPorts ports{PortNames{{"joint1", "joint2"}, {"position"}, {}, "", "", "", ""}};
};

TEST(BusyInterface, IsReadAsSoonAsItIsFree) {
  TwoJoints robot;
  const BusyInterfaces busy(robot.held, kHeld);
  EXPECT_TRUE(robot.ports.start({}, robot.states, 1min).empty());
  EXPECT_EQ(robot.ports.state().q[0], 0.1);
  EXPECT_EQ(robot.ports.state().q[1], 0.2);
}

TEST(BusyInterface, IsNamedIfItStaysBusy) {
  TwoJoints robot;
  const BusyInterfaces busy(robot.held, 1h);
  const std::vector<std::string> expected{"joint1/position", "joint2/position"};
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(robot.ports.start({}, robot.states, 5ms), expected);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 5ms);
}

// What is logged as an error while it lives.
class LoggedErrors {
 public:
  LoggedErrors() {
    lines().clear();
    rcutils_logging_set_output_handler([](const rcutils_log_location_t*, int severity, const char*,
                                          rcutils_time_point_value_t, const char* format, va_list* args) {
      std::array<char, 2048> line{};
      va_list copy;
      va_copy(copy, *args);
      std::vsnprintf(line.data(), line.size(), format, copy);
      va_end(copy);
      const std::scoped_lock lock(turn());
      if (severity >= RCUTILS_LOG_SEVERITY_ERROR) lines() += line.data() + std::string("\n");
    });
  }
  ~LoggedErrors() { rcutils_logging_set_output_handler(before_); }
  LoggedErrors(const LoggedErrors&) = delete;
  LoggedErrors& operator=(const LoggedErrors&) = delete;

  std::string all() const {
    const std::scoped_lock lock(turn());
    return lines();
  }

 private:
  static std::mutex& turn() {
    static std::mutex mutex;
    return mutex;
  }
  static std::string& lines() {
    static std::string said;
    return said;
  }
  rcutils_logging_output_handler_t before_ = rcutils_logging_get_output_handler();
};

class BusyActivation : public testing::TestWithParam<ControllerChoice> {
 protected:
  // False where it was refused. `longest_held`: how long the interfaces were really held.
  static bool succeeds(std::chrono::microseconds busy, std::chrono::nanoseconds& longest_held) {
    ControllerChoice choice = GetParam();
    choice.busy = busy;
    choice.longest_held = &longest_held;
    const bool torque = !choice.name_space.empty();
    try {
      const ControlledArm arm(torque ? kOpenManipulator : kUr, choice);
      return true;
    } catch (const std::runtime_error& error) {
      std::puts(error.what());
      return false;
    }
  }
};

// Each time, but where a busy machine kept the other thread, and what it held, for longer than activation waits.
TEST_P(BusyActivation, SucceedsEachTimeIfWhatItReadsIsHeldForShort) {
  const StartedRos ros;
  int late = 0;
  for (int i = 0; i < kTries; ++i) {
    std::chrono::nanoseconds longest_held{0};
    if (succeeds(kHeld, longest_held)) continue;
    EXPECT_GE(longest_held, RobotPorts::kPatience) << "refused though it was held for less";
    ++late;
  }
  EXPECT_LE(late, kTries / 2) << "the machine was too busy to tell";
}

TEST_P(BusyActivation, IsRefusedInTimeWithASentenceIfWhatItReadsStaysBusy) {
  const StartedRos ros;
  const LoggedErrors errors;
  std::chrono::nanoseconds longest_held{0};
  EXPECT_FALSE(succeeds(1h, longest_held));
  EXPECT_GE(longest_held, RobotPorts::kPatience);
  EXPECT_LT(longest_held, 5s) << "it waited for longer than its patience, and than any machine is busy";
  EXPECT_NE(errors.all().find("activation refused: "), std::string::npos) << errors.all();
  EXPECT_NE(errors.all().find("/position could not be read for 20 ms: another thread"), std::string::npos)
      << errors.all();
}

INSTANTIATE_TEST_SUITE_P(Controllers, BusyActivation,
                         testing::Values(ControllerChoice{"admittance_controller",
                                                          "limber_controllers/AdmittanceController",
                                                          {std::string(BRINGUP_CONFIG) + "ur_controllers.yaml"}},
                                         ControllerChoice{"variable_stiffness_controller",
                                                          "limber_controllers/VariableStiffnessController",
                                                          {std::string(BRINGUP_CONFIG) + "omx_controllers.yaml"},
                                                          "/omx"}),
                         [](const auto& choice) { return choice.param.name; });

}  // namespace
}  // namespace limber_controllers::test
