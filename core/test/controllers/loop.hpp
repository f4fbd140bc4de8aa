// A compliant controller in closed loop with an ideal robot, and an eye on every step of its velocity.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "limber/controllers/admittance_controller.hpp"
#include "limber/controllers/cartesian_admittance_controller.hpp"
#include "support/ideal_robot.hpp"

namespace limber::test {

inline AdmittanceParameters compliant_ur(double stiffness) {
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.frame_id = "base_link";
  p.compliance.mass = (Vector6() << 5, 5, 5, 0.3, 0.3, 0.3).finished().asDiagonal();
  p.compliance.damping = (Vector6() << 60, 60, 60, 4, 4, 4).finished().asDiagonal();
  p.compliance.stiffness = (Vector6() << stiffness, stiffness, stiffness, 20, 20, 20).finished().asDiagonal();
  p.supervisor.stiffness_ramp_time = 0.2;
  return p;
}

template <typename Controller>
struct LoopOf {
  Arm arm = load_arm(kUr5e);
  AdmittanceParameters parameters;
  Controller controller;
  IdealRobot robot;
  double h = 0.002;
  JointVector last_q, last_qd;
  double worst_step = 0.0;  // largest change of a joint's velocity, as a share of what its acceleration allows
  bool started = false;

  explicit LoopOf(const AdmittanceParameters& p)
      : parameters(p), controller(arm, p), robot(arm, ready_posture(arm), *arm.find_frame("ft_frame"), 0.01) {
    robot.step(h);
  }
  void activate() {
    ASSERT_TRUE(controller.activate(robot.read()));
    last_q = robot.read().q_interface;
    last_qd = robot.read().qd;
  }
  // One cycle in which `spoil` may falsify what the robot says, and the period with it.
  template <typename Spoil>
  Command cycle(Spoil&& spoil) {
    robot.step(h);
    RobotState state = robot.read();
    double period = h;
    spoil(state, period);
    const Command command = controller.update(state, period);
    EXPECT_TRUE(command.q.allFinite() && command.qd.allFinite());
    const double stepped = controller.telemetry().period;
    const JointVector qd = (command.q - last_q) / stepped;
    worst_step = std::max(worst_step, (qd - last_qd).cwiseAbs().maxCoeff() / (stepped * kDefaultJointAcceleration));
    last_q = command.q;
    last_qd = qd;
    robot.write(command);
    Telemetry record;
    while (controller.take_telemetry(record)) {
    }
    return command;
  }
  Command cycle() {
    return cycle([](RobotState&, double&) {});
  }
  void cycles(int n) {
    for (int k = 0; k < n; ++k) cycle();
  }
  void forget_events() {
    Event event;
    while (controller.take_event(event)) {
    }
  }
};

using WatchedLoop = LoopOf<AdmittanceController>;
using TrajectoryLoop = LoopOf<CartesianAdmittanceController>;

}  // namespace limber::test
