// What an arm finds itself in, as a configuration says it: scene, tool, servo, sensor and hand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "limber/config/section_schema.hpp"
#include "limber/config/yaml_reader.hpp"
#include "limber/sim/scene_config.hpp"
#include "limber/sim/simulated_arm.hpp"

namespace limber::sim {

// s: a run longer than a day is a typing error.
inline constexpr double kLongestRun = 86400.0;

struct ToolEntry {
  std::optional<double> mass;     // kg; absent: what the controller believes
  std::optional<Vector3> com;     // m, in the tip frame; absent: likewise
  Vector3 tip = Vector3::Zero();  // m, in the tip frame: the tool point
  double radius = 0.01;           // m
};

struct World {
  NamedScene scene = find_scene("free");
  ToolEntry tool;
  ServoParameters servo;
  SensorParameters sensor;
  std::vector<Push> hand;
};

// The keys of these five in the section `limber:`, and of the maps below them.
const config::SectionSchema& world_schema();
const config::SectionSchema& tool_schema();
const config::SectionSchema& servo_schema();
const config::SectionSchema& sensor_schema();
const config::SectionSchema& hand_schema();
std::vector<const config::SectionSchema*> world_parts();  // all but the first, those of a scene included

// Reads these keys of a map, and leaves what is not there as it is; what is wrong goes to `errors`.
void read_world(const config::YamlValue& map, World& world, config::ErrorCollector& errors);

}  // namespace limber::sim
