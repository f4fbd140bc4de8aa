// The rows of the virtual fixtures, one group per fixture: fixture_1 to fixture_8. A schema has fixed keys, as have the
// parameters of a ROS node; a fixture that is added while the controller runs needs a key that exists.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "config/admittance_schema.hpp"
#include "math/definite_inverse.hpp"

namespace limber::config {

template <>
struct Stored<FixtureKind> {
  static void describe(ParameterDescriptor& d) {
    d.type = ParameterType::kText;
    d.choices = {"none", "plane", "line", "cone", "sphere"};
  }
  // In the order of the choices.
  static std::optional<ParameterValue> read(const FixtureKind& member) {
    ParameterDescriptor d;
    describe(d);
    return d.choices[static_cast<std::size_t>(member)];
  }
  static void write(FixtureKind& member, const ParameterValue& value) {
    ParameterDescriptor d;
    describe(d);
    const auto& word = std::get<std::string>(value);
    for (std::size_t i = 0; i < d.choices.size(); ++i) {
      if (d.choices[i] == word) member = static_cast<FixtureKind>(i);
    }
  }
};

namespace {

using Problems = std::vector<ParameterProblem>;

// Shorter directions are those of nothing.
constexpr double kLeastDirection = 1e-9;
// The law takes at most 64 substeps in a cycle, each at most half the fastest time constant of the fixtures.
constexpr double kMostRate = 32.0;  // per cycle

std::string fixture_key(std::size_t index, const std::string& name) {
  return fmt::format("fixture_{}.{}", index + 1, name);
}

AdmittanceTable place_rows(std::size_t index) {
  return {
      row([index](auto& p) -> auto& { return p.fixtures[index].kind; },
          {.key = fixture_key(index, "kind"),
           .description = "What the virtual fixture does with C: keeps it behind a plane, pulls it to a line, keeps it "
                          "inside a cone or out of a sphere; none: off."}),
      row([index](auto& p) -> auto& { return p.fixtures[index].point; },
          {.key = fixture_key(index, "point"),
           .unit = "m",
           .noun = "a coordinate",
           .bounds = within(100),
           .description = "A point of the plane or the line, the apex of the cone, or the centre of the sphere, in the "
                          "base."}),
      row([index](auto& p) -> auto& { return p.fixtures[index].direction; },
          {.key = fixture_key(index, "direction"),
           .noun = "a number of a direction",
           .bounds = within(1000),
           .description = "The normal of the plane, out of the allowed side; the direction of the line; the axis of "
                          "the cone, from its apex into it. In the base, of any length."}),
      row([index](auto& p) -> auto& { return p.fixtures[index].angle; },
          {.key = fixture_key(index, "angle"),
           .unit = "rad",
           .noun = "an angle",
           .bounds = above(0).to(1.57),
           .description = "Angle between the axis of the cone and its side."}),
      row([index](auto& p) -> auto& { return p.fixtures[index].radius; },
          {.key = fixture_key(index, "radius"),
           .unit = "m",
           .noun = "a radius",
           .bounds = above(0).to(100),
           .description = "Radius of the sphere."}),
  };
}

AdmittanceTable field_rows(std::size_t index) {
  return {
      row([index](auto& p) -> auto& { return p.fixtures[index].stiffness; },
          {.key = fixture_key(index, "stiffness"),
           .unit = "N/m",
           .noun = "a stiffness",
           .bounds = above(0).to(100000),
           .description = "Stiffness of the field: its force per distance from what is allowed."}),
      row([index](auto& p) -> auto& { return p.fixtures[index].damping; },
          {.key = fixture_key(index, "damping"),
           .unit = "N s/m",
           .noun = "a damping",
           .bounds = from(0).to(10000),
           .description = "Damping of the motion against the field, only while it acts; it never pulls to the "
                          "forbidden side."}),
      row([index](auto& p) -> auto& { return p.fixtures[index].max_force; },
          {.key = fixture_key(index, "max_force"),
           .unit = "N",
           .noun = "a force",
           .bounds = from(0).to(10000),
           .description = "Largest force of the field: a larger one crosses it. 0: no bound."}),
  };
}

std::string direction_word(FixtureKind kind) {
  return kind == FixtureKind::kPlane  ? "the normal of a plane"
         : kind == FixtureKind::kLine ? "the direction of a line"
                                      : "the axis of a cone";
}

// kg: the least mass that C has in any direction.
double least_mass(const Matrix6& M) {
  Matrix6 inverse = Matrix6::Zero();
  if (!invert_definite(M, inverse)) return 0.0;
  return 1.0 / inverse.topLeftCorner<3, 3>().cwiseAbs().rowwise().sum().maxCoeff();
}

}  // namespace

AdmittanceTable fixture_table() {
  std::vector<AdmittanceTable> parts;
  for (std::size_t i = 0; i < kMaxFixtures; ++i) {
    parts.push_back(place_rows(i));
    parts.push_back(field_rows(i));
  }
  return joined(parts);
}

// Fixtures that act together add their stiffness and damping.
void check_fixtures(const AdmittanceParameters& p, Problems& problems) {
  const double mass = least_mass(p.compliance.mass), rate = kMostRate * p.update_rate;
  const double most_stiffness = rate * rate * mass, most_damping = rate * mass;
  double stiffness = 0.0, damping = 0.0;
  for (std::size_t i = 0; i < p.fixtures.size(); ++i) {
    const FixtureParameters& f = p.fixtures[i];
    if (f.kind == FixtureKind::kNone) continue;
    if (f.kind != FixtureKind::kSphere && !(f.direction.norm() > kLeastDirection)) {
      const std::string key = fixture_key(i, "direction");
      problems.push_back({key, -1, fmt::format("{} is 0; {} must not be 0", key, direction_word(f.kind))});
    }
    stiffness += f.stiffness;
    damping += f.damping;
    const bool too_stiff = stiffness > most_stiffness;
    if (!too_stiff && !(damping > most_damping)) continue;
    const std::string key = fixture_key(i, too_stiff ? "stiffness" : "damping");
    problems.push_back({key, -1,
                        fmt::format("{} is {:g} {}, {:g} with the fixtures before it; with a mass of {:g} kg at an "
                                    "update_rate of {:g} Hz all of them together may have {:g} {}",
                                    key, too_stiff ? f.stiffness : f.damping, too_stiff ? "N/m" : "N s/m",
                                    too_stiff ? stiffness : damping, mass, p.update_rate,
                                    too_stiff ? most_stiffness : most_damping, too_stiff ? "N/m" : "N s/m")});
    return;
  }
}

}  // namespace limber::config
