// The limits with where each comes from, and the supervision in sentences.
#include <fmt/format.h>

#include <cmath>

#include "explain_command.hpp"
#include "safety/motion_limits.hpp"
#include "touch_outlook.hpp"

namespace limber::app {
namespace {

// "URDF" where the maker's number holds, "config" where a tighter one was given.
std::string source(const std::vector<double>& given, double bound, double urdf) {
  return given.empty() || bound == urdf ? "URDF" : "config";
}

// An acceleration may also be held down by a deceleration.
std::string acceleration_source(const LimitParameters& given, double bound, const JointLimits& urdf) {
  if (bound == urdf.acceleration || bound == urdf.deceleration) return "URDF";
  return given.joint_acceleration.empty() && bound == kDefaultJointAcceleration ? "default" : "config";
}

std::string sourced(double value, double otherwise, const char* unit) {
  return fmt::format("{:g} {} ({})", value, unit, value == otherwise ? "default" : "config");
}

std::string angle(double value) { return std::isfinite(value) ? fmt::format("{:.3f}", value) : "-"; }

void print_joint(const MotionPlan& plan, std::size_t i) {
  const Joint& joint = plan.robot.arm.joints()[i];
  const JointBounds& b = plan.settings.joints;
  const LimitParameters& given = plan.parameters.limits;
  const auto n = static_cast<Eigen::Index>(i);
  const std::string range = fmt::format("{} to {}", angle(b.lower[n]), angle(b.upper[n]));
  const bool tighter = source(given.joint_lower, b.lower[n], joint.limits.lower) == "config" ||
                       source(given.joint_upper, b.upper[n], joint.limits.upper) == "config";
  fmt::print("  {:<22} {:>18} ({})  {:>6.3f} ({})  {:>6.1f} ({})  {:>6.1f}\n", joint.name, range,
             tighter ? "config" : "URDF", b.velocity[n],
             source(given.joint_velocity, b.velocity[n], joint.limits.velocity), b.acceleration[n],
             acceleration_source(given, b.acceleration[n], joint.limits), b.deceleration[n]);
}

// What stops the arm: "a force above 150 N or a torque above 20 N m"; empty: neither.
std::string force_words(const SupervisorParameters& s) {
  const std::string force = std::isfinite(s.overforce) ? fmt::format("a force above {:g} N", s.overforce) : "";
  const std::string torque = std::isfinite(s.overtorque) ? fmt::format("a torque above {:g} N m", s.overtorque) : "";
  return force + (force.empty() || torque.empty() ? "" : " or ") + torque;
}

void print_press(const MotionPlan& plan) {
  const SupervisorParameters& s = plan.parameters.supervisor;
  const PressParameters& press = plan.parameters.press;
  fmt::print("  A press approaches at no more than {:g} m/s; after {:g} m without contact it is a fault.\n",
             s.press_approach_speed, s.press_max_travel);
  if (press.regulation == PressRegulation::kNone) {
    fmt::print(
        "  In contact it pushes with the control wrench alone, also if the surface rises or falls "
        "(press.regulation: none).\n");
  } else if (!free_axes(plan).empty()) {
    fmt::print(
        "  In contact it keeps its force along {}, also if the tool is led\n  uphill or downhill; a surface that "
        "moves by itself is followed at up to {:g} m/s.\n",
        press.regulation == PressRegulation::kNormal ? "the normal of the surface, which it finds"
                                                     : "the direction of the control wrench",
        press.max_surface_speed);
  }
  if (press.align != PressAlign::kOff && press.regulation == PressRegulation::kNormal && !free_axes(plan).empty()) {
    fmt::print("  It turns the tool to this normal (press.align), at up to {:g} rad/s.\n", press.align_rate);
  }
  fmt::print("  If it loses the surface, it {}.\n",
             press.on_loss == PressLoss::kEnd ? "ends; a new press acts after one of 0 N" : "approaches again");
}

}  // namespace

void explain_limits(const MotionPlan& plan) {
  const LimitParameters& l = plan.parameters.limits;
  const LimitParameters otherwise;
  fmt::print("\nLimits\n  tool: {}, {}, {}, {}\n", sourced(l.max_linear_velocity, otherwise.max_linear_velocity, "m/s"),
             sourced(l.max_angular_velocity, otherwise.max_angular_velocity, "rad/s"),
             sourced(l.max_linear_acceleration, otherwise.max_linear_acceleration, "m/s²"),
             sourced(l.max_angular_acceleration, otherwise.max_angular_acceleration, "rad/s²"));
  if (l.planes.empty()) fmt::print("  workspace: not limited\n");
  for (const Plane& plane : l.planes) {
    fmt::print("  workspace: ({:g}, {:g}, {:g}) . p <= {:g} m\n", plane.normal.x(), plane.normal.y(), plane.normal.z(),
               plane.offset);
  }
  fmt::print("  {:<22} {:>18}         {:>6}         {:>6}  {}\n", "joint (rad or m)", "position", "speed",
             "acceleration", "in a stop");
  for (std::size_t i = 0; i < plan.robot.arm.joints().size(); ++i) print_joint(plan, i);
  fmt::print("  Near a singularity (below {:g} % of the arm's best conditioning) the inverse is damped.\n",
             100.0 * l.singularity_threshold);
}

void explain_supervision(const MotionPlan& plan) {
  const SupervisorParameters& s = plan.parameters.supervisor;
  fmt::print("\nStart-up and supervision\n");
  fmt::print("  It starts where the arm is, without a bump; stiffness engages over {:g} s.\n", s.stiffness_ramp_time);
  fmt::print("  A reference farther than {:g} m or {:g} rad is approached over at least {:g} s, not jumped to.\n",
             s.max_position_error, s.max_orientation_error, s.trajectory_duration);
  print_press(plan);
  fmt::print("  A control wrench not repeated within {:g} s fades over {:g} s.\n", s.control_wrench_timeout,
             s.control_wrench_ramp);
  const std::string forces = force_words(s);
  const std::string gives_way =
      s.overforce_retreat > 0.0 ? fmt::format(", and gives way to it by up to {:g} m", s.overforce_retreat) : "";
  fmt::print("  {}\n", forces.empty() ? "No force and no torque stops it. It brakes and holds"
                                      : fmt::format("It brakes and holds for {}{};", forces, gives_way));
  fmt::print("  for readings that are not finite or older than {:g} s{}; for a joint {:g} from its command.\n",
             s.stale_timeout, s.expect_noise ? ", or that do not change by one bit" : "", s.tracking);
  fmt::print(
      "  Late cycles are counted only, because this is a simulation; on a robot {} in a row later than {:g} "
      "periods stop it.\n",
      s.max_overruns, s.max_late);
}

}  // namespace limber::app
