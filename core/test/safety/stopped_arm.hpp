// An arm that a fault has stopped, pressed by a spring.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "math/so3.hpp"
#include "safety/fault_stop.hpp"
#include "support/ideal_robot.hpp"

namespace limber::test {

inline constexpr double kStopPeriod = 0.002;  // s
inline constexpr double kStopForce = 100.0;   // N: the limit

// An arm that does what it is told, pressed by a spring along `push` where it stands.
class StoppedArm {
 public:
  StoppedArm() : motion(arm_, arm_.tip(), limits()) {
    motion.start(ready_posture(arm_), JointVector::Zero(6));
    parameters.overforce = kStopForce;
    settings.X_CS = {exp_so3({0.1, 0.2, 0.3}).toRotationMatrix(), {0.0, 0.01, -0.05}};
    settings.linear_acceleration = 2.0;
    settings.angular_acceleration = 10.0;
    began_ = sensor();
  }

  static LimitParameters limits() {
    LimitParameters limits;
    limits.joint_acceleration = {5.0};
    limits.joint_deceleration = {20.0};
    return limits;
  }
  Pose sensor() const { return motion.X_BC() * settings.X_CS; }
  double way() const { return push.dot(sensor().p - began_.p); }  // m along the push
  double aside() const { return (sensor().p - began_.p - way() * push).norm(); }
  SensorWrench wrench() const {
    SensorWrench w;
    w.X_BS = sensor();
    w.F_B.head<3>() = std::max(0.0, force - stiffness * way()) * push;
    return w;
  }
  Fault overforce() const {
    Fault fault;
    fault.code = FaultCode::kOverforce;
    fault.value = wrench().F_B.head<3>().norm();
    fault.limit = kStopForce;
    fault.index = 0;
    return fault.value > kStopForce ? fault : Fault();
  }
  void begin(const Fault& fault) {
    stop.begin(fault, parameters, motion.q());
    stop.see(fault, parameters, wrench());
  }
  void cycle() {
    stop.pass_time(kStopPeriod);
    ASSERT_TRUE(motion.update_kinematics());
    stop.move(motion, settings, wrench(), measured.size() > 0 ? measured : motion.q(), kStopPeriod);
  }
  void run(double time) {
    for (double t = 0.0; t < time; t += kStopPeriod) cycle();
  }

 private:
  const Arm arm_ = load_arm(kUr5e);
  Pose began_;

 public:
  CommandedMotion motion;
  FaultStop stop;
  StopSettings settings;
  SupervisorParameters parameters;
  Vector3 push = Vector3(1, -2, 2) / 3.0;
  double force = 0.0, stiffness = 10e3;  // N, N/m
  JointVector measured;                  // empty: the command
};

}  // namespace limber::test
