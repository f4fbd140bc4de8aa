// Reads the program's own section, all but the script and the phases.
#include "program_section.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "config/error_collector.hpp"
#include "program_schema.hpp"

namespace limber::app {
namespace {

void read_start(const config::YamlValue& start, ProgramSection& section) {
  if (start.is_scalar()) {
    start.choice({"home"});
  } else {
    start.numbers(config::within(1000), "rad or m");
    section.start = start;
  }
}

}  // namespace

void read_robot_choice(const config::YamlValue& map, RobotChoice& choice) {
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
  // Without the check of its keys, so that what is right with the others is read all the same.
  const config::SectionReader in = config::SectionReader::unchecked(*map, program_schema());
  errors.attempt([&] { in.check_keys(); });
  errors.attempt([&] {
    std::string controller = name(section.controller);
    in.read("controller", controller);
    const bool cartesian = controller == name(ControllerKind::kCartesianAdmittance);
    section.controller = cartesian ? ControllerKind::kCartesianAdmittance : ControllerKind::kAdmittance;
  });
  errors.attempt([&] { read_robot_choice(*map, section.robot); });
  errors.attempt([&] {
    if (const auto start = in.find("start")) read_start(*start, section);
  });
  errors.attempt([&] { in.read("duration", section.duration); });
  sim::read_world(*map, section.world, errors);
  errors.attempt([&] { in.read("stiffest_contact", section.stiffest_contact); });
  errors.attempt([&] {
    if (const auto script = in.find("script")) section.script = read_script(*script, parameters, section.controller);
  });
  errors.attempt([&] {
    if (const auto phases = in.find("phases")) section.phases = read_phases(*phases);
  });
  errors.throw_if_any();
  return section;
}

}  // namespace limber::app
