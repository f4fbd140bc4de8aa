// Reads the program's own section, all but the script and the phases.
#include "program_section.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace limber::app {
namespace {

using config::above;
using config::from;
using config::within;
using config::YamlValue;

void read_start(const YamlValue& start, ProgramSection& section) {
  if (start.is_scalar()) {
    start.choice({"home"});
  } else {
    start.numbers(within(1000), "rad or m");
    section.start = start;
  }
}

}  // namespace

void read_robot_choice(const YamlValue& map, RobotChoice& choice) {
  if (const auto robot = map.find("robot")) {
    choice.robot = robot->text();
    choice.place = fmt::format("{}:{}: limber.", robot->source(), robot->line());
    const std::filesystem::path beside = std::filesystem::path(robot->source()).parent_path() / choice.robot;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(beside, ignored)) choice.robot = beside.string();
  }
  if (const auto base = map.find("base")) choice.base = base->text();
  if (const auto tip = map.find("tip")) choice.tip = tip->text();
}

ProgramSection read_program_section(const config::YamlDocument& document, const AdmittanceParameters& parameters) {
  ProgramSection section;
  const auto map = document.root().find("limber");
  if (!map) return section;
  config::ErrorCollector errors;
  const auto read = [&](const char* key, const auto& reader) {
    errors.attempt([&] {
      if (const auto value = map->find(key)) reader(*value);
    });
  };
  errors.attempt([&] {
    std::vector<std::string> keys{"controller",       "robot",  "base",  "tip", "start", "duration",
                                  "stiffest_contact", "script", "phases"};
    keys.insert(keys.end(), sim::world_keys().begin(), sim::world_keys().end());
    map->allow_only(keys);
  });
  read("controller", [&](const YamlValue& v) {
    const bool cartesian = v.choice({"admittance", "cartesian_admittance"}) == "cartesian_admittance";
    section.controller = cartesian ? ControllerKind::kCartesianAdmittance : ControllerKind::kAdmittance;
  });
  errors.attempt([&] { read_robot_choice(*map, section.robot); });
  read("start", [&](const YamlValue& v) { read_start(v, section); });
  read("duration", [&](const YamlValue& v) { section.duration = v.number(above(0).to(sim::kLongestRun), "s"); });
  sim::read_world(*map, section.world, errors);
  read("stiffest_contact", [&](const YamlValue& v) { section.stiffest_contact = v.number(from(1).to(1e7), "N/m"); });
  read("script", [&](const YamlValue& v) { section.script = read_script(v, parameters, section.controller); });
  read("phases", [&](const YamlValue& v) { section.phases = read_phases(v); });
  errors.throw_if_any();
  return section;
}

}  // namespace limber::app
