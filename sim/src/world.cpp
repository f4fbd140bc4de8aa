// One reader for each part of a world.
#include "world_schema.hpp"

namespace limber::sim {
namespace {

using config::SectionReader;
using config::YamlValue;

void read_tool(const YamlValue& map, ToolEntry& tool) {
  const SectionReader in(map, tool_schema());
  in.read("mass", tool.mass);
  in.read("center_of_mass", tool.com);
  in.read("tip", tool.tip);
  in.read("radius", tool.radius);
}

void read_servo(const YamlValue& map, ServoParameters& servo) {
  const SectionReader in(map, servo_schema());
  in.read("lag", servo.lag);
  in.read("delay", servo.delay);
}

void read_sensor(const YamlValue& map, SensorParameters& sensor) {
  const SectionReader in(map, sensor_schema());
  in.read("force_noise", sensor.force_noise);
  in.read("torque_noise", sensor.torque_noise);
  in.read("bias", sensor.bias);
}

Push read_push(const YamlValue& map) {
  const SectionReader in(map, hand_schema());
  if (!in.find("force") && !in.find("torque")) map.fail("it needs a force or a torque");
  Push push;
  Vector3 force = Vector3::Zero(), torque = Vector3::Zero();
  in.read("at", push.start);
  in.read("for", push.duration);
  in.read("force", force);
  in.read("torque", torque);
  push.F_B << force, torque;
  in.read("where", push.p_TP);
  in.read("rise", push.rise);
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

World load_world(const std::string& path) {
  World world;
  const config::YamlDocument document = config::YamlDocument::load(path);
  config::ErrorCollector errors;
  if (const auto section = document.root().find("limber")) read_world(*section, world, errors);
  errors.throw_if_any();
  return world;
}

}  // namespace limber::sim
