// Tries lengths and directions, the longest and sideways first.
#include "torque_path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "arm/reach.hpp"
#include "arm/task_path.hpp"
#include "controllers/variable_stiffness_settings.hpp"

namespace limber::app {
namespace {

// To four digits, so that what is printed is what runs.
Vector3 rounded(const Vector3& p) {
  return p.unaryExpr([](double x) { return 1e-4 * std::round(1e4 * x); });
}

std::optional<CycleParameters> find_path(const Arm& arm, const VariableStiffnessParameters& parameters,
                                         const JointVector& start, const std::optional<Strength>& strength) {
  const Pose X = arm.pose(start, arm.tip());
  const Quaternion q(X.R);
  const double reach = reach_of(arm, arm.tip()).radius;
  const PathParameters& path = parameters.path;
  for (const double share : {0.2, 0.1, 0.05, 0.02}) {
    for (const Vector3& direction : {Vector3(Vector3::UnitY()), Vector3(Vector3::UnitX()), Vector3(Vector3::UnitZ())}) {
      const Vector3 half = 0.5 * share * reach * direction;
      CycleParameters cycle = parameters.cycle;
      cycle.start_position = rounded(X.p - half);
      cycle.end_position = rounded(X.p + half);
      cycle.orientation = {q.x(), q.y(), q.z(), q.w()};
      const TaskPath line{cycle.start_position, cycle.end_position, X.R};
      if (check_path(arm, arm.tip(), line, path.num_trajectory_samples, path.min_manipulability_threshold, start,
                     strength)) {
        return cycle;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

// An arm that no path is light enough for gets one all the same, so that what refuses it names its weight.
std::optional<CycleParameters> choose_cycle_path(const Arm& arm, const VariableStiffnessParameters& parameters,
                                                 const JointVector& start) {
  const Strength strength{effort_limits(arm, parameters), parameters.torque.gravity};
  const std::optional<CycleParameters> light = find_path(arm, parameters, start, strength);
  return light ? light : find_path(arm, parameters, start, std::nullopt);
}

std::string path_words(const CycleParameters& path) {
  const auto list = [](const auto& numbers, const char* format) {
    std::string words;
    for (const double number : numbers) {
      words += (words.empty() ? "" : ", ") + fmt::format(fmt::runtime(format), number);
    }
    return "[" + words + "]";
  };
  return fmt::format("start_position: {}, end_position: {}, orientation: {}", list(path.start_position, "{:.4f}"),
                     list(path.end_position, "{:.4f}"), list(path.orientation, "{:.7f}"));
}

}  // namespace limber::app
