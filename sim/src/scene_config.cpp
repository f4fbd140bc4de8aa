// The named scenes, and the reading of plates.
#include "limber/sim/scene_config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

#include "limber/config/yaml_vector.hpp"

namespace limber::sim {
namespace {

using config::above;
using config::from;
using config::vector3;
using config::within;
using config::YamlValue;

// Rises by `slope_deg` towards `uphill` (horizontal, unit).
Vector3 sloped_normal(double slope_deg, const Vector3& uphill) {
  const double slope = slope_deg * std::numbers::pi / 180.0;
  return std::cos(slope) * Vector3::UnitZ() - std::sin(slope) * uphill;
}

PlateEntry named_plate(const std::string& name, const Vector3& p_from_tool, const Vector3& normal) {
  Plate plate;
  plate.name = name;
  plate.p_B = p_from_tool;
  plate.normal_B = normal;
  plate.stiffness = 5e3;
  return {plate, true};
}

void read_place(const YamlValue& map, PlateEntry& entry) {
  const auto position = map.find("position");
  const auto from_tool = map.find("from_tool");
  if (position && from_tool) from_tool->fail("position is given too; give one");
  if (!position && !from_tool) map.fail("it needs a position, or from_tool");
  entry.from_tool = from_tool.has_value();
  entry.plate.p_B = vector3(from_tool ? *from_tool : *position, 10.0, "m");
}

void read_normal(const YamlValue& map, Plate& plate) {
  const auto normal = map.find("normal");
  const auto slope = map.find("slope_deg");
  const auto uphill = map.find("uphill");
  if (normal && slope) slope->fail("normal is given too; give one");
  if (uphill && !slope) uphill->fail("it needs a slope_deg");
  if (normal) plate.normal_B = vector3(*normal, 1e3, "");
  if (normal && !(plate.normal_B.norm() > 1e-9)) normal->fail("a normal must not be 0");
  if (!slope) return;
  const Vector3 direction = uphill ? vector3(*uphill, 1e3, "") : Vector3::UnitX();
  const Vector3 level(direction.x(), direction.y(), 0.0);
  if (!(level.norm() > 1e-9)) uphill->fail("it must point sideways");
  plate.normal_B = sloped_normal(slope->number(within(90), "degrees"), level.normalized());
}

PlateEntry read_plate(const YamlValue& map) {
  map.allow_only({"name", "position", "from_tool", "normal", "slope_deg", "uphill", "stiffness", "damping", "mass",
                  "friction", "half_size"});
  PlateEntry entry;
  Plate& plate = entry.plate;
  plate.name = "table";
  if (const auto name = map.find("name")) plate.name = name->text();
  read_place(map, entry);
  read_normal(map, plate);
  plate.stiffness = map.require("stiffness").number(from(100).to(1e6), "N/m");
  if (const auto damping = map.find("damping")) plate.damping = damping->number(from(0).to(1e5), "N s/m");
  if (const auto mass = map.find("mass")) plate.mass = mass->number(above(0).to(100), "kg");
  if (const auto friction = map.find("friction")) plate.friction = friction->number(from(0).to(2));
  if (const auto size = map.find("half_size")) plate.half_size = size->number(above(0).to(5), "m");
  return entry;
}

}  // namespace

const std::vector<NamedScene>& named_scenes() {
  static const std::vector<NamedScene> kScenes{
      {"free", "nothing within reach", {}},
      {"table",
       "a level table of 5 kN/m, 5 cm below the tool",
       {named_plate("table", {0, 0, -0.05}, Vector3::UnitZ())}},
      {"sloped_table",
       "the same, rising by 10 degrees along the base's x axis",
       {named_plate("table", {0, 0, -0.05}, sloped_normal(10.0, Vector3::UnitX()))}},
      {"wall",
       "an upright wall of 5 kN/m, 5 cm from the tool along the base's x axis",
       {named_plate("wall", {0.05, 0, 0}, -Vector3::UnitX())}},
  };
  return kScenes;
}

NamedScene find_scene(const std::string& name) {
  std::vector<std::string> names;
  for (const NamedScene& scene : named_scenes()) {
    if (scene.name == name) return scene;
    names.push_back(scene.name);
  }
  throw config::ConfigError(fmt::format("scene is '{}'; it must be one of {}", name, fmt::join(names, ", ")));
}

NamedScene read_scene(const YamlValue& value) {
  if (value.is_scalar()) {
    std::vector<std::string> names;
    for (const NamedScene& scene : named_scenes()) names.push_back(scene.name);
    return find_scene(value.choice(names));
  }
  if (!value.is_map()) value.fail("it must be the name of a scene, or a map with plates");
  value.allow_only({"plates"});
  NamedScene scene{"of its own", "", {}};
  config::ErrorCollector errors;
  for (const YamlValue& item : value.require("plates").items()) {
    errors.attempt([&] { scene.plates.push_back(read_plate(item)); });
  }
  errors.throw_if_any();
  return scene;
}

std::vector<Plate> place_plates(const std::vector<PlateEntry>& entries, const Vector3& p_BQ) {
  std::vector<Plate> plates;
  for (const PlateEntry& entry : entries) {
    plates.push_back(entry.plate);
    if (entry.from_tool) plates.back().p_B += p_BQ;
  }
  return plates;
}

}  // namespace limber::sim
