// Reads the program's own section, all but the script and the phases.
#include "program_section.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "program_schema.hpp"

namespace limber::app {
namespace {

void read_robot(const config::SectionReader& in, ProgramSection& section) {
  if (const auto robot = in.find("robot")) {
    section.robot.robot = robot->text();
    section.robot.place = fmt::format("{}:{}: limber.", robot->source(), robot->line());
    // A URDF may stand beside the file that names it.
    const std::filesystem::path beside = std::filesystem::path(robot->source()).parent_path() / section.robot.robot;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(beside, ignored)) section.robot.robot = beside.string();
  }
  in.read("base", section.robot.base);
  in.read("tip", section.robot.tip);
  const auto start = in.find("start");
  if (!start) return;
  if (start->is_scalar()) {
    start->choice({"home"});
  } else {
    start->numbers(config::within(1000), "rad or m");
    section.start = start;
  }
}

}  // namespace

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
  errors.attempt([&] { read_robot(in, section); });
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
