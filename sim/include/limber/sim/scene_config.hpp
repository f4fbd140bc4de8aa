// What stands around the arm: scenes by name, and plates as a configuration describes them. Places may be given from
// the tool point at the start, so that one description serves arms of every size.
#pragma once

#include <string>
#include <vector>

#include "limber/config/section_schema.hpp"
#include "limber/config/yaml_reader.hpp"
#include "limber/sim/scene.hpp"

namespace limber::sim {

// A plate whose point p_B is counted from the base, or from the tool point at the start.
struct PlateEntry {
  Plate plate;
  bool from_tool = false;
};

struct NamedScene {
  std::string name;
  std::string words;
  std::vector<PlateEntry> plates;
};
const std::vector<NamedScene>& named_scenes();

// `scene:` of a configuration: a name, or {plates: [...]}. Both throw ConfigError.
NamedScene read_scene(const config::YamlValue& value);
NamedScene find_scene(const std::string& name);

const config::SectionSchema& scene_schema();
const config::SectionSchema& plate_schema();

std::vector<Plate> place_plates(const std::vector<PlateEntry>& entries, const Vector3& p_BQ);

}  // namespace limber::sim
