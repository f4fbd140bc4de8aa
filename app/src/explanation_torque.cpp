// What `limber explain` says of torque arms, as JSON.
#include "controllers/variable_stiffness_settings.hpp"
#include "explain_command.hpp"
#include "math/task_axes.hpp"

namespace limber::app {
namespace {

const char* name(TaskRotation rotation) {
  switch (rotation) {
    case TaskRotation::kAll:
      return "position and orientation";
    case TaskRotation::kPitch:
      return "position and pitch";
    case TaskRotation::kNone:
      break;
  }
  return "position";
}

Json profile_of(const std::vector<double>& profile, double otherwise) {
  return profile.empty() ? Json::array().add(otherwise) : Json::array_of(profile);
}

Json stiffness_of(const StiffnessParameters& s) {
  const std::array<const std::vector<double>*, 3> K{&s.stiffness_x, &s.stiffness_y, &s.stiffness_z};
  const std::array<const std::vector<double>*, 3> D{&s.damping_x, &s.damping_y, &s.damping_z};
  Json axes = Json::array();
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    axes.add(Json::object()
                 .set("axis", kAxisWords[i])
                 .set("stiffness_N_per_m", profile_of(*K[i], s.stiffness_homing[axis]))
                 .set("damping_N_s_per_m", profile_of(*D[i], s.damping_default[axis])));
  }
  return axes;
}

Json arm_explanation(const TorqueArmPlan& arm) {
  const VariableStiffnessSettings settings = bind(arm.arm, arm.parameters, arm.start);
  const auto& cycle = arm.parameters.cycle;
  return Json::object()
      .set("name", arm.name)
      .set("joint_count", arm.arm.joint_count())
      .set("base", arm.arm.base_name())
      .set("tip", arm.arm.tip_name())
      .set("rate_Hz", arm.parameters.update_rate)
      .set("task", name(settings.rotation))
      .set("start_position_m", Json::array_of(cycle.start_position))
      .set("end_position_m", Json::array_of(cycle.end_position))
      .set("homing_duration_s", cycle.homing_duration)
      .set("move_duration_s", cycle.move_duration)
      .set("wait_duration_s", cycle.wait_duration)
      .set("axes", stiffness_of(arm.parameters.stiffness))
      .set("max_rise_rate_N_per_m_s", arm.parameters.stiffness.max_rise_rate)
      .set("effort_limit_N_m", Json::array_of(settings.effort_limit))
      .set("torque_rate_N_m_per_s", settings.torque_rate)
      .set("ramp_time_s", settings.ramp_time)
      .set("path_ok", static_cast<bool>(settings.report))
      .set("path_refusal", settings.report ? Json() : Json(settings.report.sentence));
}

}  // namespace

Json torque_explanation(const TorquePlan& plan) {
  Json arms = Json::array();
  for (const TorqueArmPlan& arm : plan.arms) arms.add(arm_explanation(arm));
  return Json::object()
      .set("command", "explain")
      .set("configuration", plan.file.string())
      .set("controller", "variable_stiffness")
      .set("warnings", Json::array_of(plan.warnings))
      .set("arms", arms);
}

}  // namespace limber::app
