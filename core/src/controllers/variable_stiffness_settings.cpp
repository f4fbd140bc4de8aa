// Binds parameters to an arm: names to frames, parameters to bounds and profiles; validates the path.
#include "controllers/variable_stiffness_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "controllers/arm_names.hpp"
#include "limber/configuration.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

// Newton steps for a waypoint in the control thread; the search converges in about six or not at all.
constexpr int kReachIterations = 25;
constexpr int kHomingPoints = 25;
// rad or m between two of these points: a larger step is a flip, not a motion.
constexpr double kLargestHomingJump = 0.6;
// rad or m: joints closer than this to those of the path have the same elbow.
constexpr double kSameElbow = 0.1;

// One number for all joints, or one per joint; from(joint) if none is given.
template <typename From>
JointVector spread(const Arm& arm, const std::vector<double>& values, const char* key, From from) {
  const auto n = static_cast<std::size_t>(arm.joint_count());
  if (values.size() > 1 && values.size() != n) {
    throw ArmError(fmt::format("{} has {} numbers; {} has {} joints", key, values.size(), arm.name(), n));
  }
  JointVector result(arm.joint_count());
  for (std::size_t i = 0; i < n; ++i) {
    result[static_cast<int>(i)] = values.empty() ? from(arm.joints()[i]) : values[values.size() == 1 ? 0 : i];
  }
  return result;
}

// This controller has no parameters for speed limits: the URDF must give them.
void check_velocities(const Arm& arm) {
  for (const Joint& joint : arm.joints()) {
    if (std::isfinite(joint.limits.velocity)) continue;
    throw ArmError(fmt::format("joint '{}' of {} has no velocity limit; give velocity in its <limit>, above 0",
                               joint.name, arm.name()));
  }
}

std::string shared_prefix(const std::string& a, const std::string& b) {
  return a.substr(0, static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin()));
}

bool starts_with_all(const std::string& prefix, const VariableStiffnessParameters& p) {
  const auto has = [&](const std::string& name) { return name.empty() || name.starts_with(prefix); };
  return has(p.root_link) && has(p.tip_link) && std::all_of(p.joints.begin(), p.joints.end(), has);
}

}  // namespace

JointVector effort_limits(const Arm& arm, const VariableStiffnessParameters& parameters) {
  JointVector limit = spread(arm, parameters.torque.effort_limit, "effort_limit",
                             [](const Joint& joint) { return joint.limits.effort; });
  for (int i = 0; i < arm.joint_count(); ++i) {
    const Joint& joint = arm.joints()[static_cast<std::size_t>(i)];
    if (joint.limits.effort > 0.0) limit[i] = std::min(limit[i], joint.limits.effort);
    if (!(limit[i] > 0.0) || !std::isfinite(limit[i])) {
      throw ArmError(fmt::format("joint '{}' of {} has no effort limit; give effort_limit", joint.name, arm.name()));
    }
  }
  return limit;
}

JointVector VariableStiffnessSettings::posture_at(double s) const noexcept {
  const std::vector<PathSample>& samples = report.samples;
  if (!singularity.use_joint_space_trajectory) return samples.front().q;
  const double at = std::clamp(s, 0.0, 1.0) * static_cast<double>(samples.size() - 1);
  const std::size_t before = std::min(static_cast<std::size_t>(at), samples.size() - 1);
  const std::size_t after = std::min(before + 1, samples.size() - 1);
  return samples[before].q + (at - static_cast<double>(before)) * (samples[after].q - samples[before].q);
}

VariableStiffnessSettings bind(const Arm& arm, const VariableStiffnessParameters& parameters,
                               const std::optional<JointVector>& near) {
  const std::vector<std::string> refusals = config::check(parameters);
  if (!refusals.empty()) throw ArmError(refusals.front());
  check_base_name(arm, parameters.root_link, "root_link");
  check_joint_names(arm, parameters.joints);
  VariableStiffnessSettings s;
  s.rotation = task_rotation(arm.joint_count());
  s.tip = frame_on_tool(arm, parameters.tip_link, "tip_link");
  s.path = {parameters.cycle.start_position, parameters.cycle.end_position, config::orientation_of(parameters.cycle)};
  s.times = {parameters.cycle.homing_duration, parameters.cycle.move_duration, parameters.cycle.wait_duration};
  s.stiffness = parameters.stiffness;
  s.singularity = parameters.path;
  s.waypoints = parameters.waypoints;
  s.tank = parameters.tank;
  s.supervisor = parameters.supervisor;
  s.tracking_orientation = parameters.tracking_orientation;
  s.nominal_period = 1.0 / parameters.update_rate;
  check_velocities(arm);
  s.joints = joint_bounds(arm, {});
  const TorqueParameters& torque = parameters.torque;
  s.effort_limit = effort_limits(arm, parameters);
  s.joint_damping =
      spread(arm, torque.joint_damping, "joint_damping", [](const Joint& joint) { return joint.damping; });
  s.torque_rate = torque.rate_limit;
  s.ramp_time = torque.ramp_time;
  s.posture_stiffness = torque.posture_stiffness;
  s.posture_damping = torque.posture_damping;
  s.wall_margin = torque.wall_margin;
  s.gravity = torque.gravity;
  s.report = check_path(arm, s.tip, {s.path.p_start, s.path.p_end, s.path.R}, s.singularity.num_trajectory_samples,
                        s.singularity.min_manipulability_threshold, near, Strength{s.effort_limit, s.gravity});
  return s;
}

bool same_path(const VariableStiffnessSettings& a, const VariableStiffnessSettings& b) noexcept {
  if (a.path.p_start != b.path.p_start || a.path.p_end != b.path.p_end || a.path.R != b.path.R) return false;
  if (a.tip.X_JF.p != b.tip.X_JF.p || a.tip.X_JF.R != b.tip.X_JF.R) return false;
  if (!a.report || !b.report) return !a.report && !b.report;
  return (a.report.samples.front().q - b.report.samples.front().q).cwiseAbs().maxCoeff() < kSameElbow;
}

VariableStiffnessSettings rebind(const Arm& arm, const VariableStiffnessParameters& parameters,
                                 const VariableStiffnessSettings& running) {
  std::optional<JointVector> near;
  if (!running.report.samples.empty()) near = running.report.samples.front().q;
  VariableStiffnessSettings next = limber::bind(arm, parameters, near);
  if (!next.report) throw ArmError("the path cannot be followed: " + next.report.sentence);
  if (!same_path(next, running)) {
    throw ArmError(
        "start_position, end_position, orientation and tip_link cannot change while the controller runs; "
        "stop it first");
  }
  return next;
}

bool can_reach(const Arm& arm, const VariableStiffnessSettings& settings, const Vector3& p_B,
               const JointVector& start) noexcept {
  JointVector q;
  if (!find_task_joints(arm, settings.tip, {settings.path.R, p_B}, start, q, kReachIterations)) return false;
  return (q - settings.joints.lower).minCoeff() >= 0.0 && (settings.joints.upper - q).minCoeff() >= 0.0;
}

bool can_home_straight(const Arm& arm, const VariableStiffnessSettings& settings, const JointVector& q) noexcept {
  const Pose from = arm.pose(q, settings.tip);
  const Vector3 turn = log_so3(Matrix3(settings.path.R * from.R.transpose()));
  JointVector at = q;
  for (int i = 1; i <= kHomingPoints; ++i) {
    const double s = static_cast<double>(i) / kHomingPoints;
    const Pose X{exp_so3(s * turn).toRotationMatrix() * from.R, from.p + s * (settings.path.p_start - from.p)};
    JointVector next;
    if (!find_task_joints(arm, settings.tip, X, at, next, kReachIterations)) return false;
    const bool inside =
        (next - settings.joints.lower).minCoeff() >= 0.0 && (settings.joints.upper - next).minCoeff() >= 0.0;
    if (!inside || (next - at).cwiseAbs().maxCoeff() > kLargestHomingJump) return false;
    at = next;
  }
  // Redundant joints may end elsewhere: the posture leads them home.
  const bool spare = arm.joint_count() > task_rows(settings.rotation);
  return spare || (at - settings.report.samples.front().q).cwiseAbs().maxCoeff() < kSameElbow;
}

std::string name_prefix(const VariableStiffnessParameters& parameters) {
  std::string prefix = parameters.root_link;
  if (!parameters.tip_link.empty()) prefix = shared_prefix(prefix, parameters.tip_link);
  for (const std::string& joint : parameters.joints) prefix = shared_prefix(prefix, joint);
  const std::size_t end = prefix.find_last_of("_/");
  prefix = end == std::string::npos ? "" : prefix.substr(0, end + 1);
  return starts_with_all(prefix, parameters) ? prefix : "";
}

Arm load_arm(const std::string& urdf_path, const VariableStiffnessParameters& parameters) {
  const std::string prefix = name_prefix(parameters);
  try {
    return Arm::from_urdf_file(urdf_path, parameters.root_link, parameters.tip_link);
  } catch (const ArmError& as_named) {
    if (prefix.empty()) throw;
    try {
      const std::string tip = parameters.tip_link.empty() ? "" : parameters.tip_link.substr(prefix.size());
      return Arm::from_urdf_file(urdf_path, parameters.root_link.substr(prefix.size()), tip).with_prefix(prefix);
    } catch (const ArmError&) {
      throw as_named;  // the user can correct the names as they were given
    }
  }
}

}  // namespace limber
