// The arm, its frames, the virtual body's axes and the wrench's way to it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "compliance/dynamics.hpp"
#include "contact_loops.hpp"
#include "explain_command.hpp"
#include "fixture_words.hpp"
#include "math/law_matrix.hpp"
#include "wrench/wrench_pipeline.hpp"

namespace limber::app {
namespace {

void print_axis(std::size_t axis, double M, double D, double K, const std::string& source) {
  const std::string frequency = K > 0.0 ? fmt::format("{:.2f} Hz", std::sqrt(K / M) / (2.0 * std::numbers::pi)) : "-";
  const std::string ratio = K > 0.0 ? fmt::format("{:.2f}", D / (2.0 * std::sqrt(M * K))) : "-";
  fmt::print("  {:<8} {:>8.3g} {:>10.4g}  {:<24} {:>10.4g} {:>10} {:>7} {:>9.3f} s\n", kAxisWords[axis], M, D, source,
             K, frequency, ratio, time_constant(M, D, K));
}

// How stiff along x, y, z the points of a trajectory are, where they say so.
std::string stiffness_words(const std::vector<CompliantPoint>& points) {
  double softest = kUnlimited, stiffest = 0.0;
  for (const CompliantPoint& point : points) {
    if (!point.compliance.stiffness) continue;
    const Vector3 K = point.compliance.stiffness->diagonal().head<3>();
    softest = std::min(softest, K.minCoeff());
    stiffest = std::max(stiffest, K.maxCoeff());
  }
  if (softest > stiffest) return "stiffness as below";
  return fmt::format("stiffness from {:g} to {:g} N/m along the way", softest, stiffest);
}

void explain_trajectories(const std::vector<Action>& script) {
  for (const Action& action : script) {
    const auto* start = std::get_if<TrajectoryStart>(&action.what);
    if (start == nullptr) continue;
    fmt::print("  At {:g} s it starts a trajectory of {} points over {:g} s, {}.\n", action.at, start->points.size(),
               start->points.back().time_from_start, stiffness_words(start->points));
  }
}

std::string filter_words(double tau) {
  if (tau == 0.0) return "The wrench is not filtered.";
  return fmt::format("The wrench passes a first-order low-pass of {:.1f} ms ({:.1f} Hz).", 1e3 * tau,
                     1.0 / (2.0 * std::numbers::pi * tau));
}

void explain_tank(const TankParameters& tank) {
  if (tank.enabled) {
    fmt::print("  Changes of mass, stiffness and axes wait for energy: {:g} J to begin with, at most {:g} J.\n",
               tank.first_fill, tank.capacity);
  } else {
    fmt::print("  Changes of mass, stiffness and axes are taken at once and may create energy (tank off).\n");
  }
}

void explain_wrench(const MotionPlan& plan) {
  const WrenchParameters& w = plan.parameters.wrench;
  fmt::print("  {}\n", filter_words(filter_time_constant(plan.settings.wrench, plan.settings.nominal_period)));
  fmt::print("  Forces below {:g} N and torques below {:g} N m do not move it (continuous deadband).\n",
             plan.settings.force_threshold, plan.settings.torque_threshold);
  if (w.tool_mass > 0.0) {
    fmt::print("  The weight of a tool of {:g} kg, centred at ({:g}, {:g}, {:g}) m of the sensor, is taken off.\n",
               w.tool_mass, w.tool_com.x(), w.tool_com.y(), w.tool_com.z());
  } else {
    fmt::print("  No tool weight is taken off.\n");
  }
  if (plan.simulation.tool.mass != w.tool_mass) {
    fmt::print("  The simulated tool weighs {:g} kg.\n", plan.simulation.tool.mass);
  }
  const ComplianceParameters& c = plan.parameters.compliance;
  std::string deaf;
  for (std::size_t i = 0; i < 6; ++i) {
    if (!c.enabled_axes[i]) deaf += fmt::format("{}{}", deaf.empty() ? "" : ", ", kAxisWords[i]);
  }
  if (!deaf.empty()) fmt::print("  These axes do not feel the external wrench: {}.\n", deaf);
  if (c.admittance_ratio < 1.0) fmt::print("  Only {:.0f} % of it is felt (α).\n", 100.0 * c.admittance_ratio);
}

}  // namespace

double time_constant(double M, double D, double K) {
  const double discriminant = D * D - 4.0 * M * K;
  if (K == 0.0) return M / D;
  return discriminant <= 0.0 ? 2.0 * M / D : (D + std::sqrt(discriminant)) / (2.0 * K);
}

std::string damping_source(const ComplianceParameters& c) {
  if (c.damping && c.arm_damping) return "given, with arm_damping";
  if (c.damping) return "given";
  if (c.arm_damping) return "arm_damping only";
  return "derived";
}

void explain_arm(const MotionPlan& plan) {
  const Arm& arm = plan.robot.arm;
  const AdmittanceParameters& p = plan.parameters;
  const auto or_tip = [&](const std::string& name) { return name.empty() ? arm.tip_name() : name; };
  const Pose X_BT = arm.pose(plan.start, arm.tip());
  fmt::print("{}: '{}' on {} with {} joints, {:g} cycles a second.\n\n", plan.file.string(), p.name, plan.robot.name,
             arm.joint_count(), p.update_rate);
  fmt::print("Frames\n  base {}, tip {}, force sensor {}; ", arm.base_name(), arm.tip_name(), or_tip(p.ft_frame));
  fmt::print("mass, damping and stiffness act at {}, in {}.\n",
             plan.settings.base_axes ? arm.tip_name() : or_tip(p.frame_id),
             plan.settings.base_axes ? "the axes of the base" : "axes that turn with it");
  fmt::print("  At the start {} is at ({:.3f}, {:.3f}, {:.3f}) m, its z axis along ({:.2f}, {:.2f}, {:.2f}).\n",
             arm.tip_name(), X_BT.p.x(), X_BT.p.y(), X_BT.p.z(), X_BT.R(0, 2), X_BT.R(1, 2), X_BT.R(2, 2));
  for (const std::string& note : arm_notes(plan.robot, plan.start)) fmt::print("  {}\n", note);
  for (const std::string& warning : plan.warnings) fmt::print("  Warning: {}.\n", warning);
  explain_trajectories(plan.script);
}

void explain_law(const MotionPlan& plan) {
  const Dynamics& d = plan.settings.dynamics;
  const std::string source = damping_source(plan.parameters.compliance);
  fmt::print("\nThe virtual body (kg, N s/m, N/m; kg m², N m s/rad, N m/rad about an axis)\n");
  fmt::print("  {:<8} {:>8} {:>10}  {:<24} {:>10} {:>10} {:>7} {:>11}\n", "axis", "mass", "damping", "", "stiffness",
             "frequency", "ratio", "dies away");
  for (std::size_t i = 0; i < 6; ++i) {
    const auto a = static_cast<Eigen::Index>(i);
    const bool virtual_stiffness = source == "derived" && d.K(a, a) == 0.0;
    print_axis(i, d.M(a, a), d.D(a, a), d.K(a, a), virtual_stiffness ? "derived, for K virtual" : source);
  }
  if (!is_diagonal(d.M) || !is_diagonal(d.D) || !is_diagonal(d.K)) {
    fmt::print("  The matrices couple the axes; the table shows their diagonals.\n");
  }
  explain_tank(plan.parameters.tank);
  const std::vector<std::string> fixtures = fixture_lines(plan.parameters.fixtures);
  if (!fixtures.empty()) fmt::print("\nVirtual fixtures (in the base)\n");
  for (const std::string& line : fixtures) fmt::print("  {}\n", line);
  fmt::print("\nThe wrench\n");
  explain_wrench(plan);
}

}  // namespace limber::app
