// The parts of a world, one reader each.
#include "limber/sim/world_config.hpp"

#include "limber/config/yaml_vector.hpp"

namespace limber::sim {
namespace {

using config::above;
using config::from;
using config::vector3;
using config::vector6;
using config::YamlValue;

void read_tool(const YamlValue& map, ToolEntry& tool) {
  map.allow_only({"mass", "center_of_mass", "tip", "radius"});
  if (const auto mass = map.find("mass")) tool.mass = mass->number(from(0).to(100), "kg");
  if (const auto com = map.find("center_of_mass")) tool.com = vector3(*com, 2.0, "m");
  if (const auto tip = map.find("tip")) tool.tip = vector3(*tip, 2.0, "m");
  if (const auto radius = map.find("radius")) tool.radius = radius->number(above(0).to(0.5), "m");
}

void read_servo(const YamlValue& map, ServoParameters& servo) {
  map.allow_only({"lag", "delay"});
  if (const auto lag = map.find("lag")) servo.lag = lag->number(from(0).to(10), "s");
  if (const auto delay = map.find("delay")) servo.delay = delay->number(from(0).to(10), "s");
}

void read_sensor(const YamlValue& map, SensorParameters& sensor) {
  map.allow_only({"force_noise", "torque_noise", "bias"});
  if (const auto noise = map.find("force_noise")) sensor.force_noise = noise->number(from(0).to(100), "N");
  if (const auto noise = map.find("torque_noise")) sensor.torque_noise = noise->number(from(0).to(10), "N m");
  if (const auto bias = map.find("bias")) sensor.bias = vector6(*bias, 1000.0, "N, N m");
}

Push read_push(const YamlValue& map) {
  map.allow_only({"at", "for", "force", "torque", "where", "rise"});
  Push push;
  push.start = map.require("at").number(from(0).to(kLongestRun), "s");
  push.duration = map.require("for").number(above(0).to(kLongestRun), "s");
  if (!map.find("force") && !map.find("torque")) map.fail("it needs a force or a torque");
  if (const auto force = map.find("force")) push.F_B.head<3>() = vector3(*force, 1e4, "N");
  if (const auto torque = map.find("torque")) push.F_B.tail<3>() = vector3(*torque, 1e3, "N m");
  if (const auto where = map.find("where")) push.p_TP = vector3(*where, 10.0, "m");
  if (const auto rise = map.find("rise")) push.rise = rise->number(above(0).to(60), "s");
  return push;
}

std::vector<Push> read_hand(const YamlValue& list) {
  std::vector<Push> pushes;
  config::ErrorCollector errors;
  for (const YamlValue& item : list.items()) errors.attempt([&] { pushes.push_back(read_push(item)); });
  errors.throw_if_any();
  return pushes;
}

}  // namespace

const std::vector<std::string>& world_keys() {
  static const std::vector<std::string> kKeys{"scene", "tool", "servo", "sensor", "hand"};
  return kKeys;
}

void read_world(const YamlValue& map, World& world, config::ErrorCollector& errors) {
  const auto read = [&](const char* key, const auto& reader) {
    errors.attempt([&] {
      if (const auto value = map.find(key)) reader(*value);
    });
  };
  read("scene", [&](const YamlValue& v) { world.scene = read_scene(v); });
  read("tool", [&](const YamlValue& v) { read_tool(v, world.tool); });
  read("servo", [&](const YamlValue& v) { read_servo(v, world.servo); });
  read("sensor", [&](const YamlValue& v) { read_sensor(v, world.sensor); });
  read("hand", [&](const YamlValue& v) { world.hand = read_hand(v); });
}

}  // namespace limber::sim
