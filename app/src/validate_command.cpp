// Reads a configuration as `limber run` does, and says what it found.
#include "validate_command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "controllers/variable_stiffness_settings.hpp"
#include "json.hpp"
#include "motion_plan.hpp"
#include "torque_plan.hpp"

namespace limber::app {
namespace {

// Every tenth of the way: how far each joint is from its nearer limit, and the task's smallest singular value.
void print_path(const TorqueArmPlan& arm, const PathReport& path) {
  fmt::print("{}: {} points{}; margins to the joint limits in rad (m)\n  {:>5}", arm.name, path.samples.size(),
             path ? ", all good" : "", "s");
  for (const Joint& joint : arm.arm.joints()) fmt::print("  {:>14}", joint.name);
  fmt::print("  {:>9}\n", "sigma_min");
  const std::size_t step = std::max<std::size_t>(1, path.samples.size() / 10);
  for (std::size_t i = 0; i < path.samples.size(); ++i) {
    if (i % step != 0 && i + 1 != path.samples.size()) continue;
    fmt::print("  {:5.2f}", path.samples[i].s);
    for (const double margin : path.samples[i].margin) fmt::print("  {:14.3f}", margin);
    fmt::print("  {:9.4f}\n", path.samples[i].smallest_singular_value);
  }
  if (!path) fmt::print("  refused: {}\n", path.sentence);
}

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) fmt::print("Warning: {}.\n", warning);
}

Json json_of(const TorqueArmPlan& arm, const PathReport& path) {
  Json joints = Json::array(), points = Json::array();
  for (const Joint& joint : arm.arm.joints()) joints.add(joint.name);
  for (const PathSample& sample : path.samples) {
    points.add(Json::object()
                   .set("s", sample.s)
                   .set("margins", Json::array_of(sample.margin))
                   .set("smallest_singular_value", sample.smallest_singular_value));
  }
  return Json::object()
      .set("name", arm.name)
      .set("ok", static_cast<bool>(path))
      .set("notes", Json::array_of(arm.notes))
      .set("refusal", path ? Json() : Json(path.sentence))
      .set("joints", joints)
      .set("path", points);
}

Json head_of(const RunPlan& plan, bool good) {
  return Json::object()
      .set("command", "validate")
      .set("configuration", plan.file.string())
      .set("controller", name(plan.controller))
      .set("ok", good)
      .set("actions", plan.script.size())
      .set("warnings", Json::array_of(plan.warnings));
}

int validate(const TorquePlan& plan, bool as_json) {
  bool good = true;
  Json arms = Json::array();
  for (const TorqueArmPlan& arm : plan.arms) {
    const VariableStiffnessSettings settings = bind(arm.arm, arm.parameters, arm.start);
    good = good && settings.report;
    arms.add(json_of(arm, settings.report));
    if (as_json) continue;
    for (const std::string& note : arm.notes) fmt::print("{}: {}\n", arm.name, note);
    print_path(arm, settings.report);
  }
  if (as_json) {
    print(head_of(plan, good).set("arms", arms));
  } else {
    print_warnings(plan.warnings);
  }
  return good ? 0 : 1;
}

std::string script_words(const MotionPlan& plan) {
  const std::size_t actions = plan.script.size();
  if (!plan.warnings.empty()) return "; see the warnings";
  if (actions == 0) return "; it has no script";
  return actions == 1 ? ", and so may the action of its script"
                      : fmt::format(", and so may the {} actions of its script", actions);
}

int validate(const MotionPlan& plan, bool as_json) {
  if (as_json) {
    print(head_of(plan, true).set("robot", plan.robot.name));
    return 0;
  }
  print_warnings(plan.warnings);
  fmt::print("{} may run on {}{}.\n", plan.file.stem().string(), plan.robot.name, script_words(plan));
  return 0;
}

}  // namespace

int validate_command(const PlanOptions& options, bool as_json) {
  const RunInput input = read_input(options);
  return input.drives_torques() ? validate(make_torque_plan(input), as_json)
                                : validate(make_motion_plan(input), as_json);
}

}  // namespace limber::app
