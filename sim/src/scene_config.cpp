// The named scenes, and the reader of plates.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>
#include <optional>

#include "world_schema.hpp"

namespace limber::sim {
namespace {

using config::SectionReader;
using config::YamlValue;

// A surface that rises by `slope_deg` towards `uphill` (horizontal, unit).
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

void read_place(const SectionReader& in, PlateEntry& entry) {
  std::optional<Vector3> position, from_tool;
  in.read("position", position);
  in.read("from_tool", from_tool);
  if (position && from_tool) in.find("from_tool")->fail("position is given too; give one");
  if (!position && !from_tool) in.map().fail("it needs a position, or from_tool");
  entry.from_tool = from_tool.has_value();
  entry.plate.p_B = from_tool ? *from_tool : *position;
}

void read_normal(const SectionReader& in, Plate& plate) {
  std::optional<Vector3> normal, uphill;
  std::optional<double> slope;
  in.read("normal", normal);
  in.read("uphill", uphill);
  in.read("slope_deg", slope);
  if (normal && slope) in.find("slope_deg")->fail("normal is given too; give one");
  if (uphill && !slope) in.find("uphill")->fail("it needs a slope_deg");
  if (normal && !(normal->norm() > 1e-9)) in.find("normal")->fail("a normal must not be 0");
  if (normal) plate.normal_B = *normal;
  if (!slope) return;
  const Vector3 direction = uphill.value_or(Vector3::UnitX());
  const Vector3 level(direction.x(), direction.y(), 0.0);
  if (!(level.norm() > 1e-9)) in.find("uphill")->fail("it must point sideways");
  plate.normal_B = sloped_normal(*slope, level.normalized());
}

PlateEntry read_plate(const YamlValue& map) {
  const SectionReader in(map, plate_schema());
  PlateEntry entry;
  Plate& plate = entry.plate;
  plate.name = "table";
  in.read("name", plate.name);
  read_place(in, entry);
  read_normal(in, plate);
  in.read("stiffness", plate.stiffness);
  in.read("damping", plate.damping);
  in.read("mass", plate.mass);
  in.read("friction", plate.friction);
  in.read("half_size", plate.half_size);
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
  const SectionReader in(value, scene_schema());
  NamedScene scene{"custom", "", {}};
  config::ErrorCollector errors;
  for (const YamlValue& item : in.find("plates")->items()) {
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
