// The keys of scene, tool, servo, sensor and hand in a configuration, and their readers.
#pragma once

#include <vector>

#include "config/error_collector.hpp"
#include "config/section_schema.hpp"
#include "config/yaml_reader.hpp"
#include "limber/sim/world.hpp"

namespace limber::sim {

// s: more than a day is a typing error.
inline constexpr double kLongestRun = 86400.0;

// The keys of these parts in the section `limber:`, and of the maps below them.
const config::SectionSchema& world_schema();
const config::SectionSchema& scene_schema();
const config::SectionSchema& plate_schema();
const config::SectionSchema& surface_schema();
const config::SectionSchema& tool_schema();
const config::SectionSchema& servo_schema();
const config::SectionSchema& sensor_schema();
const config::SectionSchema& hand_schema();
std::vector<const config::SectionSchema*> world_parts();  // all but the first, including those of a scene

// Reads these keys of a map; missing ones keep their values. Adds errors to `errors`.
void read_world(const config::YamlValue& map, World& world, config::ErrorCollector& errors);
// `scene:` of a configuration: a name, or {plates: [...], surfaces: [...]}. Throws ConfigError.
NamedScene read_scene(const config::YamlValue& value);

}  // namespace limber::sim
