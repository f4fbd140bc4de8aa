// Reads the program's own section, all but the script and the phases.
#include "program_section.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "yaml_vector.hpp"

namespace limber::app {
namespace {

using config::above;
using config::from;
using config::within;
using config::YamlValue;

// s: a run longer than a day is a typing error.
constexpr double kLongestRun = 86400.0;

void read_robot(const YamlValue& map, ProgramSection& section) {
  if (const auto robot = map.find("robot")) {
    section.robot.robot = robot->text();
    section.robot.place = fmt::format("{}:{}: limber.", robot->source(), robot->line());
    // A URDF may stand beside the file that names it.
    const std::filesystem::path beside = std::filesystem::path(robot->source()).parent_path() / section.robot.robot;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(beside, ignored)) section.robot.robot = beside.string();
  }
  if (const auto base = map.find("base")) section.robot.base = base->text();
  if (const auto tip = map.find("tip")) section.robot.tip = tip->text();
  const auto start = map.find("start");
  if (!start) return;
  if (start->is_scalar()) {
    start->choice({"home"});
  } else {
    start->numbers(within(1000), "rad or m");
    section.start = start;
  }
}

void read_tool(const YamlValue& map, ToolEntry& tool) {
  map.allow_only({"mass", "center_of_mass", "tip", "radius"});
  if (const auto mass = map.find("mass")) tool.mass = mass->number(from(0).to(100), "kg");
  if (const auto com = map.find("center_of_mass")) tool.com = vector3(*com, 2.0, "m");
  if (const auto tip = map.find("tip")) tool.tip = vector3(*tip, 2.0, "m");
  if (const auto radius = map.find("radius")) tool.radius = radius->number(above(0).to(0.5), "m");
}

void read_servo(const YamlValue& map, sim::ServoParameters& servo) {
  map.allow_only({"lag", "delay"});
  if (const auto lag = map.find("lag")) servo.lag = lag->number(from(0).to(10), "s");
  if (const auto delay = map.find("delay")) servo.delay = delay->number(from(0).to(10), "s");
}

void read_sensor(const YamlValue& map, sim::SensorParameters& sensor) {
  map.allow_only({"force_noise", "torque_noise", "bias"});
  if (const auto noise = map.find("force_noise")) sensor.force_noise = noise->number(from(0).to(100), "N");
  if (const auto noise = map.find("torque_noise")) sensor.torque_noise = noise->number(from(0).to(10), "N m");
  if (const auto bias = map.find("bias")) sensor.bias = vector6(*bias, 1000.0, "N, N m");
}

sim::Push read_push(const YamlValue& map) {
  map.allow_only({"at", "for", "force", "torque", "where", "rise"});
  sim::Push push;
  push.start = map.require("at").number(from(0).to(kLongestRun), "s");
  push.duration = map.require("for").number(above(0).to(kLongestRun), "s");
  if (!map.find("force") && !map.find("torque")) map.fail("it needs a force or a torque");
  if (const auto force = map.find("force")) push.F_B.head<3>() = vector3(*force, 1e4, "N");
  if (const auto torque = map.find("torque")) push.F_B.tail<3>() = vector3(*torque, 1e3, "N m");
  if (const auto where = map.find("where")) push.p_TP = vector3(*where, 10.0, "m");
  if (const auto rise = map.find("rise")) push.rise = rise->number(above(0).to(60), "s");
  return push;
}

std::vector<sim::Push> read_hand(const YamlValue& list) {
  std::vector<sim::Push> pushes;
  config::ErrorCollector errors;
  for (const YamlValue& item : list.items()) errors.attempt([&] { pushes.push_back(read_push(item)); });
  errors.throw_if_any();
  return pushes;
}

}  // namespace

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
    map->allow_only({"controller", "robot", "base", "tip", "start", "duration", "scene", "stiffest_contact", "tool",
                     "servo", "sensor", "hand", "script", "phases"});
  });
  read("controller", [&](const YamlValue& v) {
    const bool cartesian = v.choice({"admittance", "cartesian_admittance"}) == "cartesian_admittance";
    section.controller = cartesian ? ControllerKind::kCartesianAdmittance : ControllerKind::kAdmittance;
  });
  errors.attempt([&] { read_robot(*map, section); });
  read("duration", [&](const YamlValue& v) { section.duration = v.number(above(0).to(kLongestRun), "s"); });
  read("scene", [&](const YamlValue& v) { section.scene = read_scene(v); });
  read("stiffest_contact", [&](const YamlValue& v) { section.stiffest_contact = v.number(from(1).to(1e7), "N/m"); });
  read("tool", [&](const YamlValue& v) { read_tool(v, section.tool); });
  read("servo", [&](const YamlValue& v) { read_servo(v, section.servo); });
  read("sensor", [&](const YamlValue& v) { read_sensor(v, section.sensor); });
  read("hand", [&](const YamlValue& v) { section.hand = read_hand(v); });
  read("script", [&](const YamlValue& v) { section.script = read_script(v, parameters, section.controller); });
  read("phases", [&](const YamlValue& v) { section.phases = read_phases(v); });
  errors.throw_if_any();
  return section;
}

}  // namespace limber::app
