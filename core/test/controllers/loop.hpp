// A compliant controller in closed loop with an ideal robot; records every step of its velocity.
#pragma once

#include <algorithm>

#include "closed_loop.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "math/so3.hpp"
#include "motion/reference.hpp"
#include "support/unchecked.hpp"

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
struct LoopOf : ClosedLoop<Controller, IdealRobot> {
  AdmittanceParameters parameters;
  JointVector last_q, last_qd;
  double worst_step = 0.0;  // largest change of a joint's velocity, relative to its acceleration limit

  explicit LoopOf(const AdmittanceParameters& p)
      : ClosedLoop<Controller, IdealRobot>(
            kUr5e, p, [](const Arm& a) { return IdealRobot(a, ready_posture(a), *a.find_frame("ft_frame"), 0.01); }),
        parameters(p) {}
  void activate() {
    ASSERT_TRUE(this->controller.activate(this->robot.read()));
    last_q = this->robot.read().q_interface;
    last_qd = this->robot.read().qd;
  }

 private:
  void watch(const Command& command) override {
    const double stepped = this->record().period;
    const JointVector qd = (command.q - last_q) / stepped;
    worst_step = std::max(worst_step, (qd - last_qd).cwiseAbs().maxCoeff() / (stepped * kDefaultJointAcceleration));
    last_q = command.q;
    last_qd = qd;
  }
};

using WatchedLoop = LoopOf<Unchecked<AdmittanceController>>;
using TrajectoryLoop = LoopOf<CartesianAdmittanceController>;

}  // namespace limber::test
