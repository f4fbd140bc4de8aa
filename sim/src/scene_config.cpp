// The named scenes, and the reader of plates and surfaces.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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

// A point of a plate or surface; true if it is relative to the tool point.
bool read_place(const SectionReader& in, Vector3& p_B) {
  std::optional<Vector3> position, from_tool;
  in.read("position", position);
  in.read("from_tool", from_tool);
  if (position && from_tool) in.find("from_tool")->fail("position is given too; give one");
  if (!position && !from_tool) in.map().fail("it needs a position, or from_tool");
  p_B = from_tool ? *from_tool : *position;
  return from_tool.has_value();
}

void read_normal(const SectionReader& in, Vector3& normal_B) {
  std::optional<Vector3> normal, uphill;
  std::optional<double> slope;
  in.read("normal", normal);
  in.read("uphill", uphill);
  in.read("slope_deg", slope);
  if (normal && slope) in.find("slope_deg")->fail("normal is given too; give one");
  if (uphill && !slope) in.find("uphill")->fail("it needs a slope_deg");
  if (normal && !(normal->norm() > 1e-9)) in.find("normal")->fail("a normal must not be 0");
  if (normal) normal_B = *normal;
  if (!slope) return;
  const Vector3 direction = uphill.value_or(Vector3::UnitX());
  const Vector3 level(direction.x(), direction.y(), 0.0);
  if (!(level.norm() > 1e-9)) in.find("uphill")->fail("it must point sideways");
  normal_B = sloped_normal(*slope, level.normalized());
}

PlateEntry read_plate(const YamlValue& map) {
  const SectionReader in(map, plate_schema());
  PlateEntry entry;
  Plate& plate = entry.plate;
  plate.name = "table";
  in.read("name", plate.name);
  entry.from_tool = read_place(in, plate.p_B);
  read_normal(in, plate.normal_B);
  in.read("stiffness", plate.stiffness);
  in.read("damping", plate.damping);
  in.read("mass", plate.mass);
  in.read("friction", plate.friction);
  in.read("half_size", plate.half_size);
  return entry;
}

// `shapes`: those that have this key.
void refuse_other_shapes(const SectionReader& in, const char* key, const std::vector<std::string>& shapes) {
  const std::string shape = in.get<std::string>("shape");
  if (!in.find(key) || std::find(shapes.begin(), shapes.end(), shape) != shapes.end()) return;
  in.find(key)->fail(fmt::format("a {} has none; it is for a {}", shape, fmt::join(shapes, " or a ")));
}

// A given axis, or that of the shape; only its part across the normal counts.
void read_axis(const SectionReader& in, const char* key, const Vector3& normal_B, Vector3& axis_B) {
  constexpr double kLeastAngle = 0.02;  // rad, more than the simulation asks for
  in.read(key, axis_B);
  if (axis_B.norm() > 1e-9 && axis_B.normalized().cross(normal_B.normalized()).norm() > kLeastAngle) return;
  (in.find(key) ? *in.find(key) : in.map()).fail(fmt::format("{} must not be 0, or along the normal", key));
}

// Every key that is given is within its bounds, also one that this shape does not have.
void check_shape_keys(const SectionReader& in) {
  std::optional<double> number;
  std::optional<Vector3> vector;
  for (const char* key : {"radius", "amplitude", "wavelength"}) in.read(key, number);
  for (const char* key : {"axis", "along"}) in.read(key, vector);
  refuse_other_shapes(in, "radius", {"cylinder", "sphere"});
  refuse_other_shapes(in, "axis", {"cylinder"});
  for (const char* key : {"amplitude", "wavelength", "along"}) refuse_other_shapes(in, key, {"sine"});
}

void read_shape(const SectionReader& in, Surface& surface) {
  check_shape_keys(in);
  const std::string shape = in.get<std::string>("shape");
  if (shape == "cylinder") {
    CylinderShape cylinder{.radius = in.get<double>("radius")};
    read_axis(in, "axis", surface.normal_B, cylinder.axis_B);
    surface.shape = cylinder;
  } else if (shape == "sphere") {
    surface.shape = SphereShape{in.get<double>("radius")};
  } else if (shape == "sine") {
    SineShape sine{.amplitude = in.get<double>("amplitude"), .wavelength = in.get<double>("wavelength")};
    read_axis(in, "along", surface.normal_B, sine.along_B);
    surface.shape = sine;
  }
}

SurfaceEntry read_surface(const YamlValue& map) {
  const SectionReader in(map, surface_schema());
  SurfaceEntry entry;
  Surface& surface = entry.surface;
  surface.name = in.get<std::string>("shape");
  in.read("name", surface.name);
  entry.from_tool = read_place(in, surface.p_B);
  read_normal(in, surface.normal_B);
  read_shape(in, surface);
  in.read("stiffness", surface.stiffness);
  in.read("damping", surface.damping);
  in.read("friction", surface.friction);
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
  if (!value.is_map()) value.fail("it must be the name of a scene, or a map with plates and surfaces");
  const SectionReader in(value, scene_schema());
  NamedScene scene{"custom", "", {}};
  const auto plates = in.find("plates"), surfaces = in.find("surfaces");
  if (!plates && !surfaces) value.fail("it needs plates, surfaces, or both");
  config::ErrorCollector errors;
  const auto read_each = [&](const std::optional<YamlValue>& list, const auto& reader) {
    if (!list) return;
    for (const YamlValue& item : list->items()) errors.attempt([&] { reader(item); });
  };
  read_each(plates, [&](const YamlValue& item) { scene.plates.push_back(read_plate(item)); });
  read_each(surfaces, [&](const YamlValue& item) { scene.surfaces.push_back(read_surface(item)); });
  errors.throw_if_any();
  return scene;
}

Scene place_scene(const NamedScene& scene, const Vector3& p_BQ) {
  Scene placed;
  for (const PlateEntry& entry : scene.plates) {
    placed.plates.push_back(entry.plate);
    if (entry.from_tool) placed.plates.back().p_B += p_BQ;
  }
  for (const SurfaceEntry& entry : scene.surfaces) {
    placed.surfaces.push_back(entry.surface);
    if (entry.from_tool) placed.surfaces.back().p_B += p_BQ;
  }
  return placed;
}

}  // namespace limber::sim
