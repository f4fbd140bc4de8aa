// What every run is planned from and has, whatever moves its arms: motion_plan.hpp and torque_plan.hpp add the rest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "config/error_collector.hpp"
#include "config/yaml_reader.hpp"
#include "controller_kind.hpp"
#include "program_section.hpp"
#include "script.hpp"
#include "target_reach.hpp"

namespace limber::app {

// What the command line may say over the configuration.
struct PlanOptions {
  std::string configuration;
  std::string robot, base, tip;    // empty: the configuration's
  std::string scene;               // empty: the configuration's
  std::optional<double> duration;  // s
  std::optional<double> rate;      // Hz
  std::uint64_t seed = 1;
};

// The configuration and the command line together, before there is an arm.
struct RunInput {
  PlanOptions options;
  std::filesystem::path file;
  config::YamlDocument document;
  std::vector<std::string> sections;  // of the controllers, by their names in the file; "": its only one
  std::vector<NamedParameters> arms;  // one for each section
  ProgramSection section;
  sim::NamedScene scene;

  bool drives_torques() const { return arms.front().torques(); }
  // The configuration's choice, or the command line's over it.
  RobotChoice robot() const;
  JointVector start_of(const RobotModel& robot) const;
  // What is really mounted: of this mass (kg) with this centre (m, in the tip frame), unless the section says
  // otherwise.
  sim::Tool tool(double mass, const Vector3& com) const;
};

// Throws ConfigError.
RunInput read_input(const PlanOptions& options);

struct RunPlan {
  std::filesystem::path file;
  ControllerKind controller = ControllerKind::kAdmittance;
  std::string who;        // whom the run is of, after its name: " on ur5e", ": 2 arms"
  double duration = 0.0;  // s
  double rate = 0.0;      // Hz, of all arms
  std::uint64_t seed = 1;
  std::string scene_name;
  std::vector<Action> script;
  std::vector<std::string> warnings{};  // of the settings and the script, a sentence each

  double period() const { return 1.0 / rate; }
  long cycles() const;
};

RunPlan plan_of(const RunInput& input, const std::string& who);

// Has `try_out` try all actions that are for one arm, in the order of their times, before anything runs. What it
// refuses or throws goes to `errors`, what it warns of to the plan. `label` is that of the arm: "robot1: ", or nothing.
void try_script(RunPlan& plan, std::size_t arm, const std::string& label, config::ErrorCollector& errors,
                const std::function<TargetJudgement(const Action&)>& try_out);
// Of actions, and pushes of limber.hand, that the run is too short for.
void warn_of_late(RunPlan& plan, const std::vector<sim::Push>& hand);

// The value of a controller's key, if it is given. `section`: the controller's; empty: any.
std::optional<config::YamlValue> find_key(const config::YamlDocument& document, const std::string& section,
                                          const std::string& key);
// "file:line: " of a controller's key, as dotted and indexed at the beginning of a sentence; the file alone where it is
// not given.
std::string place_of_key(const config::YamlDocument& document, const std::string& section, const std::string& sentence);

}  // namespace limber::app
