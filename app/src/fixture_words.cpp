#include "fixture_words.hpp"

#include <fmt/format.h>

#include "limber/configuration.hpp"

namespace limber::app {
namespace {

std::string vector_words(const Vector3& v) { return fmt::format("({:g}, {:g}, {:g})", v.x(), v.y(), v.z()); }

std::string place_words(const FixtureParameters& f) {
  const std::string point = vector_words(f.point), direction = vector_words(f.direction);
  switch (f.kind) {
    case FixtureKind::kNone:
      return "is off";
    case FixtureKind::kPlane:
      return fmt::format("keeps C behind the plane through {} m with the normal {}", point, direction);
    case FixtureKind::kLine:
      return fmt::format("pulls C to the line through {} m along {}", point, direction);
    case FixtureKind::kCone:
      return fmt::format("keeps C inside the cone with apex {} m, axis {} and half angle {:g} rad", point, direction,
                         f.angle);
    case FixtureKind::kSphere:
      return fmt::format("keeps C out of the sphere of {:g} m about {} m", f.radius, point);
  }
  return "";
}

Json fixture_as_json(const FixtureParameters& f, const std::string& key, const std::string& kind) {
  Json json = Json::object().set("key", key).set("kind", kind).set("point_m", Json::array_of(f.point));
  if (f.kind != FixtureKind::kSphere) json.set("direction", Json::array_of(f.direction));
  if (f.kind == FixtureKind::kCone) json.set("half_angle_rad", f.angle);
  if (f.kind == FixtureKind::kSphere) json.set("radius_m", f.radius);
  json.set("stiffness_N_per_m", f.stiffness).set("damping_N_s_per_m", f.damping);
  if (f.max_force > 0.0) json.set("max_force_N", f.max_force);
  return json;
}

}  // namespace

std::vector<std::string> fixture_lines(const FixtureList& fixtures) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < fixtures.size(); ++i) {
    const FixtureParameters& f = fixtures[i];
    if (f.kind == FixtureKind::kNone) continue;
    const std::string most = f.max_force > 0.0 ? fmt::format(", at most {:g} N", f.max_force) : "";
    lines.push_back(
        fmt::format("fixture_{} {}: {:g} N/m, {:g} N s/m{}", i + 1, place_words(f), f.stiffness, f.damping, most));
  }
  return lines;
}

Json fixtures_as_json(const FixtureList& fixtures) {
  AdmittanceParameters parameters;
  parameters.fixtures = fixtures;
  Json list = Json::array();
  for (std::size_t i = 0; i < fixtures.size(); ++i) {
    if (fixtures[i].kind == FixtureKind::kNone) continue;
    const std::string key = fmt::format("fixture_{}", i + 1);
    const auto kind = config::find_admittance_parameter(key + ".kind")->read(parameters);
    list.add(fixture_as_json(fixtures[i], key, std::get<std::string>(*kind)));
  }
  return list;
}

}  // namespace limber::app
