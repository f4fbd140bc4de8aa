// Reads a trajectory from YAML: a list of points, each a map.
#include <fmt/format.h>

#include <optional>

#include "config/orientation.hpp"
#include "config/stored_value.hpp"
#include "config/yaml_parameter.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

using Limits = TrajectoryBounds;

// rad: slightly more than one turn is accepted, many turns are not.
constexpr double kMaxAngle = 10.0;

// Bounds of the first three and of the last three of six numbers.
struct SixBounds {
  double linear, angular;
  const char* linear_unit;
  const char* angular_unit;
};
constexpr SixBounds kTwistBounds{Limits::kMaxLinearVelocity, Limits::kMaxAngularVelocity, "m/s", "rad/s"};
constexpr SixBounds kAccelerationBounds{Limits::kMaxLinearAcceleration, Limits::kMaxAngularAcceleration, "m/s²",
                                        "rad/s²"};
constexpr SixBounds kWrenchBounds{Limits::kMaxForce, Limits::kMaxTorque, "N", "N m"};

// The value of a key that has an alias; nothing if neither is given.
std::optional<YamlValue> find_either(const YamlValue& map, const char* key, const char* alias) {
  std::optional<YamlValue> first = map.find(key);
  std::optional<YamlValue> second = map.find(alias);
  if (first && second) second->fail(fmt::format("it means the same as {}; give one", first->path()));
  return first ? first : second;
}

std::optional<Vector6> read_six(const std::optional<YamlValue>& value, const SixBounds& bounds) {
  if (!value) return std::nullopt;
  value->numbers(6);  // checks the length of the list before its elements
  const std::vector<YamlValue> items = value->items();
  Vector6 six;
  for (int i = 0; i < 6; ++i) {
    const YamlValue& item = items[static_cast<std::size_t>(i)];
    six[i] = i < 3 ? item.number(within(bounds.linear), bounds.linear_unit)
                   : item.number(within(bounds.angular), bounds.angular_unit);
  }
  return six;
}

// Checked like the parameter of that name.
std::optional<Matrix6> read_matrix(const std::optional<YamlValue>& value, const char* parameter) {
  if (!value) return std::nullopt;
  ParameterDescriptor descriptor = find_admittance_parameter(parameter)->descriptor;
  descriptor.key = value->path();
  Matrix6 matrix;
  Stored<Matrix6>::write(matrix, read_checked_value(*value, descriptor));
  return matrix;
}

Matrix3 read_orientation(const YamlValue& point) {
  const std::optional<YamlValue> quaternion = point.find("orientation");
  const std::optional<YamlValue> rpy = point.find("rpy");
  if (quaternion && rpy) rpy->fail(fmt::format("{} is given too; give one", quaternion->path()));
  if (rpy) return rotation_of_rpy(rpy->numbers(3, within(kMaxAngle), "rad"));
  if (!quaternion) point.fail("it needs an orientation ([x, y, z, w]) or rpy ([roll, pitch, yaw])");
  const std::vector<double> xyzw = quaternion->numbers(4);
  if (has_unit_length(xyzw)) return rotation_of_quaternion(xyzw);
  quaternion->fail(fmt::format("a quaternion [x, y, z, w] must have the length 1, within {:g}; this one has {:g}",
                               Limits::kRotationTolerance, quaternion_length(xyzw)));
}

CompliantPoint read_point(const YamlValue& map) {
  map.allow_only({"time_from_start", "position", "orientation", "rpy", "twist", "velocity", "acceleration", "wrench",
                  "mass", "inertia", "damping", "stiffness"});
  CompliantPoint point;
  point.time_from_start = map.require("time_from_start").number(from(0).to(Limits::kMaxDuration), "s");
  const std::vector<double> p = map.require("position").numbers(3, within(Limits::kMaxPosition), "m");
  point.X_BR = {read_orientation(map), {p[0], p[1], p[2]}};
  point.twist = read_six(find_either(map, "twist", "velocity"), kTwistBounds);
  point.acceleration = read_six(map.find("acceleration"), kAccelerationBounds);
  point.wrench = read_six(map.find("wrench"), kWrenchBounds);
  point.compliance.mass = read_matrix(find_either(map, "mass", "inertia"), "admittance.mass");
  point.compliance.damping = read_matrix(map.find("damping"), "admittance.damping");
  point.compliance.stiffness = read_matrix(map.find("stiffness"), "admittance.stiffness");
  return point;
}

std::vector<CompliantPoint> read_points(const YamlValue& list) {
  const std::vector<YamlValue> items = list.items();
  std::vector<CompliantPoint> points;
  ErrorCollector errors;
  for (const YamlValue& item : items) errors.attempt([&] { points.push_back(read_point(item)); });
  errors.throw_if_any();
  if (const std::optional<PointProblem> problem = find_problem(points)) {
    const int line = problem->point < items.size() ? items[problem->point].line() : list.line();
    throw ConfigError(fmt::format("{}:{}: {}", list.source(), line, problem->sentence));
  }
  return points;
}

}  // namespace

TrajectoryFile parse_trajectory_yaml(std::string_view text, const std::string& source) {
  const YamlDocument document = YamlDocument::parse(
      text, source, {kMaxTrajectoryYamlBytes, kMaxTrajectoryYamlValues, "trajectory in YAML (write it as CSV)"});
  const YamlValue& root = document.root();
  TrajectoryFile file;
  ErrorCollector errors;
  errors.attempt([&] { root.allow_only({"start_stamp", "frame", "points"}); });
  errors.attempt([&] {
    if (const auto stamp = root.find("start_stamp")) file.start_stamp = stamp->number(from(0), "s");
  });
  errors.attempt([&] {
    if (const auto frame = root.find("frame")) file.frame = frame->text();
    if (root.find("frame") && file.frame.empty()) root.find("frame")->fail("it must be the arm's base, or left out");
  });
  errors.attempt([&] { file.points = read_points(root.require("points")); });
  errors.throw_if_any();
  return file;
}

}  // namespace limber::config
