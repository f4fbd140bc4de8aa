// An arm that presses on a table or a slope and is led across it, for tests of the regulated press.
#pragma once

#include <algorithm>
#include <functional>

#include "safety/motion_limits.hpp"
#include "simulated_loop.hpp"

namespace limber::sim {

inline constexpr LoopShape kPressing{.mass = 3.0, .damping = 200.0, .lead = 1.0};

inline AdmittanceParameters regulated(const LoopShape& shape, const char* robot = "ur5e") {
  AdmittanceParameters p = parameters_for(load_arm(robot), shape);
  p.press.regulation = PressRegulation::kNormal;
  return p;
}

// A plane under the tool that rises by `degrees` along the x axis of the tool.
inline SimulationParameters slope_under(const LoopShape& shape, double degrees, double stiffness, double gap = 0.01) {
  const Arm arm = load_arm("ur5e");
  SimulationParameters simulation = simulation_for(arm, shape);
  const Pose X_BT = arm.pose(home(arm), arm.tip());
  const double slope = degrees * std::numbers::pi / 180.0;
  Surface& ground = simulation.scene.surfaces.emplace_back();
  ground.stiffness = stiffness;
  ground.p_B = X_BT * simulation.tool.p_TQ + gap * X_BT.R.col(2);
  ground.normal_B = -std::cos(slope) * X_BT.R.col(2) - std::sin(slope) * X_BT.R.col(0);
  return simulation;
}

class PressedArm {
 public:
  PressedArm(const SimulationParameters& simulation_in, const AdmittanceParameters& parameters_in)
      : arm(load_arm("ur5e")),
        simulation(simulation_in),
        parameters(parameters_in),
        loop(arm, home(arm), parameters, simulation),
        X_BT_(arm.pose(home(arm), arm.tip())),
        bounds_(joint_bounds(arm, parameters.limits)) {}

  // The reference accelerates to this speed along the x axis of the tool.
  void lead(double speed) {
    goal_ = speed;
    leads_ = true;
  }
  // Presses with this force, along the axis of the tool.
  void press(double newtons, double seconds) {
    press(newtons, seconds, [] {});
  }
  template <typename Each>
  void press(double newtons, double seconds, Each&& each) {
    loop.run(seconds, [&] {
      loop.controller.set_control_wrench(newtons * Vector6::Unit(2));
      if (leads_) move_reference();
      watch();
      each();
    });
  }
  template <typename ChangeParameters>
  void change(ChangeParameters&& change_parameters) {
    change_parameters(parameters);
    loop.controller.set_parameters(parameters);
  }

  // N, true.
  double force() {
    if (simulation.scene.surfaces.empty()) return loop.robot.contact_force().dot(simulation.scene.plates[0].normal_B);
    const SurfaceContact contact = loop.robot.surface_contact(0);
    return contact.force_B.dot(contact.normal_B);
  }
  // N: the largest deviation of the force from `newtons` within the next `seconds` of a press of kPress.
  double worst_off(double newtons, double seconds) {
    double worst = 0.0;
    press(kPress, seconds, [&] { worst = std::max(worst, std::abs(force() - newtons)); });
    return worst;
  }
  // m/s: the largest speed into the surface within the next `seconds`.
  double fastest_in(double newtons, double seconds) {
    const Vector3 down_B = X_BT_.R.col(2);
    double fastest = 0.0;
    press(newtons, seconds, [&] { fastest = std::max(fastest, loop.robot.tool_velocity().head<3>().dot(down_B)); });
    return fastest;
  }
  bool faulted() const { return static_cast<bool>(loop.controller.telemetry().fault); }

  Arm arm;
  SimulationParameters simulation;
  AdmittanceParameters parameters;
  SimulatedLoop loop;
  double worst_step = 0.0;  // largest change of a joint's commanded velocity, as a share of its deceleration

 private:
  void move_reference() {
    constexpr double kLeadAcceleration = 0.5;  // m/s²
    const double h = loop.period(), most = h * kLeadAcceleration;
    const double change = std::clamp(goal_ - speed_, -most, most);
    speed_ += change;
    way_ += h * speed_;
    Vector6 twist = Vector6::Zero(), acceleration = Vector6::Zero();
    twist.head<3>() = speed_ * X_BT_.R.col(0);
    acceleration.head<3>() = change / h * X_BT_.R.col(0);
    loop.controller.set_desired_pose({X_BT_.R, X_BT_.p + way_ * X_BT_.R.col(0)}, twist, acceleration);
  }
  void watch() {
    const JointVector& qd = loop.controller.telemetry().qd_command;
    if (before_.size() == qd.size()) {
      const JointVector share = ((qd - before_) / loop.period()).cwiseQuotient(bounds_.deceleration);
      worst_step = std::max(worst_step, share.cwiseAbs().maxCoeff());
    }
    before_ = qd;
  }

  Pose X_BT_;
  JointBounds bounds_;
  JointVector before_;
  bool leads_ = false;
  double goal_ = 0.0, speed_ = 0.0, way_ = 0.0;  // m/s, m/s, m of the reference
};

}  // namespace limber::sim
