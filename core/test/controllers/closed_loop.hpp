// A controller and a robot, cycle by cycle; every command is checked.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

#include "limber/event.hpp"
#include "support/ideal_robot.hpp"

namespace limber::test {

template <typename Controller, typename SteppedRobot>
struct ClosedLoop {
  using Record = std::decay_t<decltype(std::declval<Controller&>().telemetry())>;

  Arm arm;
  Controller controller;
  SteppedRobot robot;
  double h = 0.002;

  template <typename Parameters, typename MakeRobot>
  ClosedLoop(const NamedArm& named, const Parameters& parameters, MakeRobot&& make_robot)
      : arm(load_arm(named)), controller(arm, parameters), robot(make_robot(arm)) {
    robot.step(h);
  }
  virtual ~ClosedLoop() = default;

  // One cycle in which `spoil` may falsify the reading of the robot and the period.
  template <typename Spoil>
  Command cycle(Spoil&& spoil) {
    robot.step(h);
    RobotState state = robot.read();
    double period = h;
    spoil(state, period);
    const Command command = controller.update(state, period);
    EXPECT_TRUE(command.q.allFinite() && command.qd.allFinite() && command.effort.allFinite());
    watch(command);
    robot.write(command);
    Record unread;
    while (controller.take_telemetry(unread)) {
    }
    return command;
  }
  Command cycle() {
    return cycle([](RobotState&, double&) {});
  }
  void cycles(int n) {
    for (int k = 0; k < n; ++k) cycle();
  }
  // Events since the last call.
  std::vector<std::string> sentences() {
    std::vector<std::string> all;
    Event event;
    while (controller.take_event(event)) all.push_back(controller.sentence(event));
    return all;
  }
  const Record& record() const { return controller.telemetry(); }

 protected:
  virtual void watch(const Command& command) = 0;
};

}  // namespace limber::test
