// What `limber explain` says of the arm, its law, its limits and its supervision, as JSON.
#include <cmath>
#include <numbers>

#include "compliance/dynamics.hpp"
#include "contact_loops.hpp"
#include "explain_command.hpp"
#include "fixture_words.hpp"
#include "math/law_matrix.hpp"
#include "safety/motion_limits.hpp"
#include "wrench/wrench_pipeline.hpp"

namespace limber::app {
namespace {

Json frames_of(const MotionPlan& plan) {
  const Arm& arm = plan.robot.arm;
  const AdmittanceParameters& p = plan.parameters;
  const auto or_tip = [&](const std::string& name) { return name.empty() ? arm.tip_name() : name; };
  const Pose X_BT = arm.pose(plan.start, arm.tip());
  return Json::object()
      .set("base", arm.base_name())
      .set("tip", arm.tip_name())
      .set("force_sensor", or_tip(p.ft_frame))
      .set("compliance", plan.settings.base_axes ? arm.tip_name() : or_tip(p.frame_id))
      .set("axes_of", plan.settings.base_axes ? "base" : "tool")
      .set("tip_position_at_start_m", Json::array_of(X_BT.p))
      .set("tip_z_axis_at_start", Json::array_of(Vector3(X_BT.R.col(2))));
}

Json axis_of_body(const MotionPlan& plan, std::size_t axis) {
  const auto a = static_cast<Eigen::Index>(axis);
  const Dynamics& d = plan.settings.dynamics;
  const double M = d.M(a, a), D = d.D(a, a), K = d.K(a, a);
  const bool linear = axis<3, sprung = K> 0.0;
  const std::optional<double> none;
  return Json::object()
      .set("axis", kAxisWords[axis])
      .set(linear ? "mass_kg" : "inertia_kg_m2", M)
      .set(linear ? "damping_N_s_per_m" : "damping_N_m_s_per_rad", D)
      .set("damping_is", damping_source(plan.parameters.compliance))
      .set(linear ? "stiffness_N_per_m" : "stiffness_N_m_per_rad", K)
      .set("frequency_Hz", sprung ? std::sqrt(K / M) / (2.0 * std::numbers::pi) : none)
      .set("damping_ratio", sprung ? D / (2.0 * std::sqrt(M * K)) : none)
      .set("dies_away_s", time_constant(M, D, K))
      .set("feels_the_wrench", plan.parameters.compliance.enabled_axes[axis]);
}

Json body_of(const MotionPlan& plan) {
  const Dynamics& d = plan.settings.dynamics;
  Json axes = Json::array();
  for (std::size_t i = 0; i < 6; ++i) axes.add(axis_of_body(plan, i));
  return Json::object()
      .set("axes", axes)
      .set("axes_are_coupled", !is_diagonal(d.M) || !is_diagonal(d.D) || !is_diagonal(d.K))
      .set("tank_enabled", plan.parameters.tank.enabled)
      .set("tank_first_fill_J", plan.parameters.tank.first_fill)
      .set("tank_capacity_J", plan.parameters.tank.capacity);
}

Json wrench_of(const MotionPlan& plan) {
  const WrenchParameters& w = plan.parameters.wrench;
  return Json::object()
      .set("filter_time_constant_s", filter_time_constant(plan.settings.wrench, plan.settings.nominal_period))
      .set("force_deadband_N", plan.settings.force_threshold)
      .set("torque_deadband_N_m", plan.settings.torque_threshold)
      .set("tool_mass_kg", w.tool_mass)
      .set("tool_center_of_mass_m", Json::array_of(w.tool_com))
      .set("simulated_tool_mass_kg", plan.simulation.tool.mass)
      .set("admittance_ratio", plan.parameters.compliance.admittance_ratio);
}

Json joint_limits_of(const MotionPlan& plan) {
  const JointBounds& b = plan.settings.joints;
  Json joints = Json::array();
  for (std::size_t i = 0; i < plan.robot.arm.joints().size(); ++i) {
    const auto n = static_cast<Eigen::Index>(i);
    joints.add(Json::object()
                   .set("name", plan.robot.arm.joints()[i].name)
                   .set("lower", b.lower[n])
                   .set("upper", b.upper[n])
                   .set("velocity", b.velocity[n])
                   .set("acceleration", b.acceleration[n])
                   .set("deceleration", b.deceleration[n]));
  }
  return joints;
}

Json limits_of(const MotionPlan& plan) {
  const LimitParameters& l = plan.parameters.limits;
  Json planes = Json::array();
  for (const Plane& plane : l.planes) {
    planes.add(Json::object().set("normal", Json::array_of(plane.normal)).set("offset_m", plane.offset));
  }
  return Json::object()
      .set("linear_velocity_m_per_s", l.max_linear_velocity)
      .set("angular_velocity_rad_per_s", l.max_angular_velocity)
      .set("linear_acceleration_m_per_s2", l.max_linear_acceleration)
      .set("angular_acceleration_rad_per_s2", l.max_angular_acceleration)
      .set("workspace_planes", planes)
      .set("joints_rad_or_m", joint_limits_of(plan))
      .set("singularity_threshold", l.singularity_threshold);
}

Json supervision_of(const SupervisorParameters& s) {
  return Json::object()
      .set("stiffness_ramp_time_s", s.stiffness_ramp_time)
      .set("max_position_error_m", s.max_position_error)
      .set("max_orientation_error_rad", s.max_orientation_error)
      .set("trajectory_duration_s", s.trajectory_duration)
      .set("press_approach_speed_m_per_s", s.press_approach_speed)
      .set("press_max_travel_m", s.press_max_travel)
      .set("control_wrench_timeout_s", s.control_wrench_timeout)
      .set("control_wrench_ramp_s", s.control_wrench_ramp)
      .set("overforce_N", s.overforce)
      .set("overtorque_N_m", s.overtorque)
      .set("overforce_retreat_m", s.overforce_retreat)
      .set("stale_timeout_s", s.stale_timeout)
      .set("expect_noise", s.expect_noise)
      .set("tracking_rad_or_m", s.tracking)
      .set("max_overruns", s.max_overruns)
      .set("max_late_periods", s.max_late);
}

Json trajectories_of(const MotionPlan& plan) {
  Json list = Json::array();
  for (const Action& action : plan.script) {
    const auto* start = std::get_if<TrajectoryStart>(&action.what);
    if (start == nullptr) continue;
    list.add(Json::object()
                 .set("at_s", action.at)
                 .set("points", start->points.size())
                 .set("duration_s", start->points.back().time_from_start));
  }
  return list;
}

}  // namespace

Json explanation(const MotionPlan& plan, const ExplainOptions& options) {
  return Json::object()
      .set("command", "explain")
      .set("configuration", plan.file.string())
      .set("controller", name(plan.controller))
      .set("section", plan.parameters.name)
      .set("robot", plan.robot.name)
      .set("joint_count", plan.robot.arm.joint_count())
      .set("rate_Hz", plan.parameters.update_rate)
      .set("frames", frames_of(plan))
      .set("trajectories", trajectories_of(plan))
      .set("warnings", Json::array_of(plan.warnings))
      .set("virtual_body", body_of(plan))
      .set("fixtures", fixtures_as_json(plan.parameters.fixtures))
      .set("wrench", wrench_of(plan))
      .set("limits", limits_of(plan))
      .set("supervision", supervision_of(plan.parameters.supervisor))
      .set("contact", contact_explanation(plan, options));
}

}  // namespace limber::app
