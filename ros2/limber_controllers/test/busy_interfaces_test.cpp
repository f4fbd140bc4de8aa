// Activation while another thread holds an interface: it waits, within a bound, and says what it could not read.
#include "busy_interfaces.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <memory>
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
constexpr int kTries = 10;  // a machine that is busy may keep the other thread, and what it holds, for longer

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

class BusyActivation : public testing::TestWithParam<ControllerChoice> {};

TEST_P(BusyActivation, Succeeds) {
  const StartedRos ros;
  ControllerChoice choice = GetParam();
  choice.busy = kHeld;
  const bool torque = !choice.name_space.empty();
  int tries = 0;
  for (bool active = false; !active && tries < kTries; ++tries) {
    try {
      ControlledArm arm(torque ? kOpenManipulator : kUr, choice);
      active = true;
    } catch (const std::runtime_error& error) {
      std::puts(error.what());
    }
  }
  EXPECT_LT(tries, kTries) << "activation was refused each time";
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
