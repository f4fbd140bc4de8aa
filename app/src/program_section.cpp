// Reads the program's own section, all but the actions of its script.
#include "program_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "config/error_collector.hpp"
#include "program_schema.hpp"
#include "script_reader.hpp"

namespace limber::app {
namespace {

using config::SectionReader;
using config::YamlValue;

void read_controller(const SectionReader& in, ControllerKind& controller) {
  std::string given = name(controller);
  in.read("controller", given);
  const auto* found = std::find(kControllerNames.begin(), kControllerNames.end(), given);
  controller = static_cast<ControllerKind>(found - kControllerNames.begin());
}

// `robot`, `base` and `tip`; a URDF may stand beside the file that names it.
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

void read_start(const YamlValue& start, ProgramSection& section) {
  if (start.is_scalar()) {
    start.choice({"home"});
  } else {
    start.numbers(config::within(1000), "rad or m");
    section.start = start;
  }
}

void read_drive(const YamlValue& map, ProgramSection& section) {
  const SectionReader in(map, drive_schema());
  sim::SimulationParameters& simulation = section.drive;
  sim::TorqueDriveParameters& drive = simulation.torque;
  const auto read_for_all = [&](const char* key, JointVector& joints) {
    if (in.find(key)) joints = JointVector::Constant(1, in.get<double>(key));
  };
  read_for_all("armature", drive.armature);
  read_for_all("damping", drive.damping);
  read_for_all("friction", drive.friction);
  if (in.find("effort_step")) section.effort_step = in.get<double>("effort_step");
  in.read("delay", drive.delay);
  in.read("effort_noise", drive.effort_noise);
  in.read("mass_scale", simulation.mass_scale);
  bool encoder = false;
  in.read("encoder", encoder);
  if (encoder) simulation.encoder = {sim::kXm430PositionStep, sim::kXm430VelocityStep};
}

Phase read_phase(const YamlValue& item) {
  const SectionReader in(item, phase_schema());
  Phase phase{in.get<std::string>("name"), in.get<double>("from"), in.get<double>("until")};
  if (!(phase.until > phase.from)) in.find("until")->fail(fmt::format("it must be above from, {:g} s", phase.from));
  in.read("finds_contact", phase.finds_contact);
  in.read("leaves_contact", phase.leaves_contact);
  in.read("yields", phase.yields);
  in.read("yields_at_most", phase.yields_at_most);
  in.read("comes_back", phase.comes_back);
  if (const auto map = in.find("holds")) {
    const SectionReader holds(*map, held_force_schema());
    phase.holds = HeldForce{holds.get<double>("force"), holds.get<double>("within"), 0.0};
    holds.read("after", phase.holds->after);
  }
  return phase;
}

// The script and, for torque arms, the file of waypoints.
std::vector<YamlValue> action_lists(const SectionReader& in, bool torques) {
  std::vector<YamlValue> lists;
  if (const auto script = in.find("script")) lists.push_back(*script);
  const auto file = torques ? in.find("waypoints") : std::nullopt;
  if (!file) return lists;
  const std::filesystem::path beside = std::filesystem::path(file->source()).parent_path() / file->text();
  lists.push_back(read_waypoint_file(config::YamlDocument::load(beside.string())));
  return lists;
}

}  // namespace

ProgramSection torque_defaults() {
  ProgramSection section;
  section.controller = ControllerKind::kVariableStiffness;
  section.robot.robot = kTorqueRobot;
  section.duration = 30.0;
  return section;
}

ProgramSection read_program_section(const config::YamlDocument& document, const std::vector<NamedParameters>& arms) {
  const bool torques = arms.front().torques();
  ProgramSection section = torques ? torque_defaults() : ProgramSection();
  const auto map = document.root().find("limber");
  if (!map) return section;
  config::ErrorCollector errors;
  // Without the check of its keys, so that what is right with the others is read all the same.
  const SectionReader in = SectionReader::unchecked(*map, torques ? torque_program_schema() : program_schema());
  errors.attempt([&] { in.check_keys(); });
  errors.attempt([&] { read_controller(in, section.controller); });
  errors.attempt([&] { read_robot_choice(*map, section.robot); });
  errors.attempt([&] {
    if (const auto start = in.find("start")) read_start(*start, section);
  });
  errors.attempt([&] { in.read("duration", section.duration); });
  sim::read_world(*map, section.world, errors);
  errors.attempt([&] { section.script = read_script(action_lists(in, torques), section.controller, arms); });
  if (torques) {
    errors.attempt([&] {
      if (const auto drive = in.find("drive")) read_drive(*drive, section);
    });
  } else {
    errors.attempt([&] { in.read("stiffest_contact", section.stiffest_contact); });
    const auto phases = map->find("phases");
    errors.attempt([&] {
      for (const YamlValue& item : phases ? phases->items() : std::vector<YamlValue>()) {
        errors.attempt([&] { section.phases.push_back(read_phase(item)); });
      }
    });
  }
  errors.throw_if_any();
  return section;
}

}  // namespace limber::app
