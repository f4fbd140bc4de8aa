// A compliant controller and a simulated arm, cycle by cycle: the base of every closed-loop test and figure.
#pragma once

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "limber/contact_stability.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "limber/telemetry.hpp"
#include "pressing.hpp"
#include "safety/servo_lead.hpp"
#include "wrench/spatial_wrench.hpp"

namespace limber::sim {

inline constexpr double kPress = 10.0;  // N

// Everything that shapes the force loop along one axis.
struct LoopShape {
  double mass = 5.0;       // kg
  double damping = 0.0;    // N s/m
  double stiffness = 0.0;  // N/m
  double filter = 0.005;   // s, time constant of the wrench filter; 0: none
  double rate = 500.0;     // Hz
  double lag = 0.030;      // s
  double delay = 0.002;    // s
  double tool_mass = 0.7;  // kg
  double lead = 0.0;       // of lag and delay, as the controller is told them; 0: it is told nothing

  double period() const { return 1.0 / rate; }
};

// What `limber explain` knows of the loop: the configuration, the servo and the tool, nothing of wall or simulator.
inline ContactLoop contact_loop(const LoopShape& shape) {
  const Lead lead = whole_lead(shape.lead * shape.lag, shape.lead * shape.delay, shape.period());
  return {.mass = shape.mass,
          .damping = shape.damping,
          .stiffness = shape.stiffness,
          .servo_lag = shape.lag,
          .servo_delay = shape.delay,
          .servo_lead = lead.time,
          .servo_lead_square = lead.square,
          .period = shape.period(),
          .filter_time_constant = shape.filter,
          .tool_mass = shape.tool_mass};
}

inline Tool tool_of_mass(double mass) {
  Tool tool;
  tool.mass = mass;
  tool.com = Vector3(0.004, -0.003, 0.05);
  tool.inertia = 5e-4 * Matrix3::Identity();
  tool.p_TQ = Vector3(0, 0, 0.1);
  return tool;
}

// The shape along the tool's own axis, which is z of C; sideways and in rotation the arm is springy. Weight
// compensated.
inline AdmittanceParameters parameters_for(const Arm& arm, const LoopShape& shape) {
  const Tool tool = tool_of_mass(shape.tool_mass);
  constexpr double kSideways = 1000.0;  // N/m
  constexpr double kTurning = 50.0;     // N m/rad
  constexpr double kInertia = 0.5;      // kg m²
  const double d = 2.0 * std::sqrt(shape.mass * kSideways);
  const double d_turning = 2.0 * std::sqrt(kInertia * kTurning);
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.frame_id = "tool0";
  p.update_rate = shape.rate;
  p.compliance.mass =
      (Vector6() << shape.mass, shape.mass, shape.mass, kInertia, kInertia, kInertia).finished().asDiagonal();
  p.compliance.damping = (Vector6() << d, d, shape.damping, d_turning, d_turning, d_turning).finished().asDiagonal();
  p.compliance.stiffness =
      (Vector6() << kSideways, kSideways, shape.stiffness, kTurning, kTurning, kTurning).finished().asDiagonal();
  if (shape.filter > 0.0) p.wrench.filter_cutoff = 1.0 / (2.0 * std::numbers::pi * shape.filter);
  p.servo = {.lag = shape.lead * shape.lag, .delay = shape.lead * shape.delay};
  p.wrench.tool_mass = tool.mass;
  p.wrench.tool_com = sensor_frame(arm).X_JF.inverse() * (arm.tip().X_JF * tool.com);
  return p;
}

inline SimulationParameters simulation_for(const Arm& arm, const LoopShape& shape) {
  SimulationParameters s;
  s.tool = tool_of_mass(shape.tool_mass);
  s.servo.lag = shape.lag;
  s.servo.delay = shape.delay;
  s.sensor.frame = sensor_frame(arm);
  return s;
}

// A surface facing the tool along its axis, `gap` m ahead of the tool point at q.
inline Plate surface_ahead(const Arm& arm, const Tool& tool, const JointVector& q, double stiffness, double gap) {
  const Pose X_BT = arm.pose(q, arm.tip());
  Plate plate{.name = "surface", .stiffness = stiffness};
  plate.normal_B = -(X_BT.R * tool.axis);
  plate.p_B = X_BT * tool.p_TQ - gap * plate.normal_B;
  return plate;
}

// Turns the tool of a UR in the plane of its arm: 0 straight down, pi/2 level and outwards.
inline JointVector tool_pitched_up(const Arm& arm, double angle) {
  JointVector q = home(arm);
  q[3] += angle;
  return q;
}

template <typename Controller>
class SimulatedLoopOf {
 public:
  SimulatedLoopOf(const Arm& arm, const JointVector& q0, const AdmittanceParameters& parameters,
                  const SimulationParameters& simulation)
      : robot(arm, q0, simulation), controller(arm, parameters), period_(1.0 / parameters.update_rate) {
    if (!controller.activate(robot.read())) throw std::runtime_error("the controller cannot be activated");
  }

  void cycle() { cycle(period_); }
  void cycle(double period) {
    robot.write(controller.update(robot.read(), period));
    robot.step(period);
    Telemetry record;
    while (controller.take_telemetry(record)) {
    }
  }
  template <typename EachCycle>
  void run(double seconds, EachCycle&& each_cycle) {
    const long cycles = std::lround(seconds / period_);
    for (long k = 0; k < cycles; ++k) {
      cycle();
      each_cycle();
    }
  }
  void run(double seconds) {
    run(seconds, [] {});
  }
  double period() const { return period_; }

  SimulatedArm robot;
  Controller controller;

 private:
  double period_;  // s
};

using SimulatedLoop = SimulatedLoopOf<AdmittanceController>;
using SimulatedTrajectory = SimulatedLoopOf<CartesianAdmittanceController>;

}  // namespace limber::sim
