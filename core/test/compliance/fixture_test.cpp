// The field of a virtual fixture, against differences of its potential and against plain geometry.
#include "compliance/fixture.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "compliance/drawn_fixture.hpp"
#include "math/so3.hpp"
#include "support/fixture_geometry.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::distance_by_geometry;
using test::FixtureDraw;
using test::potential_by_distance;

TEST(Fixture, StoresWhatASpringOverItsDistanceStores) {
  for (int seed = 0; seed < test::scaled(100'000); ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    const FixtureParameters parameters = draw.parameters();
    const Fixture fixture = make_fixture(parameters);
    const Vector3 p = draw.point(fixture);
    // The core of a sphere is smoothed.
    if (fixture.kind == FixtureKind::kSphere && (p - fixture.point).norm() < 0.1 * fixture.radius) continue;
    const double d = distance_by_geometry(parameters, p), expected = potential_by_distance(parameters, d);
    EXPECT_NEAR(potential(fixture, p), expected, 1e-9 * expected + fixture.stiffness * 1e-15 * (d + 1e-15))
        << "seed " << seed;
  }
}

TEST(Fixture, ActsNowhereThatItAllows) {
  for (int seed = 0; seed < test::scaled(100'000); ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    FixtureParameters parameters = draw.parameters();
    const Fixture fixture = make_fixture(parameters);
    const Vector3 p = draw.point(fixture);
    if (fixture.kind == FixtureKind::kLine) continue;
    // Allowed with some distance from the surface.
    if (fixture.kind == FixtureKind::kPlane) parameters.point -= 1e-9 * fixture.direction;
    if (fixture.kind == FixtureKind::kCone) parameters.point += 1e-7 * fixture.direction;
    if (fixture.kind == FixtureKind::kSphere) parameters.radius += 1e-9;
    if (distance_by_geometry(parameters, p) > 0.0) continue;
    EXPECT_EQ(potential(fixture, p), 0.0) << "seed " << seed;
    EXPECT_TRUE(elastic_force(fixture, p).isZero(0.0)) << "seed " << seed;
    EXPECT_TRUE(step_of(fixture, p, p, 0.002).force.isZero(0.0)) << "seed " << seed;
  }
}

TEST(Fixture, PushesAgainstTheGradientOfItsPotential) {
  for (int seed = 0; seed < test::scaled(100'000); ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    const Fixture fixture = make_fixture(draw.parameters());
    const Vector3 p = draw.point(fixture), force = elastic_force(fixture, p);
    constexpr double kStep = 1e-6;
    for (int i = 0; i < 3; ++i) {
      const Vector3 aside = kStep * Vector3::Unit(i);
      const double slope = (potential(fixture, p + aside) - potential(fixture, p - aside)) / (2.0 * kStep);
      // The force is continuous with a slope of at most K, and K r/core at the centre of a sphere.
      EXPECT_NEAR(force[i], -slope, 1e-5 * force.norm() + 12.0 * fixture.stiffness * kStep) << "seed " << seed;
    }
  }
}

TEST(Fixture, HasAContinuousForceAlsoAtApexesAndCentres) {
  for (int seed = 0; seed < test::scaled(100'000); ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    const Fixture fixture = make_fixture(draw.parameters());
    const Vector3 p = draw.point(fixture), q = p + draw.scale(1e-12, 1e-2) * draw.direction();
    const double steepest = (fixture.kind == FixtureKind::kSphere ? 10.0 : 1.0) * fixture.stiffness;
    EXPECT_LE((elastic_force(fixture, p) - elastic_force(fixture, q)).norm(),
              1.000001 * steepest * (q - p).norm() + steepest * 1e-14)
        << "seed " << seed;
  }
}

TEST(Fixture, DoesTheWorkOfItsPotentialOverAnyStep) {
  for (int seed = 0; seed < test::scaled(300'000); ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    const Fixture fixture = make_fixture(draw.parameters());
    const Vector3 p = draw.point(fixture);
    const Vector3 q = draw.chance(0.3) ? draw.point(fixture) : Vector3(p + draw.scale(1e-12, 0.1) * draw.direction());
    const double h = draw.scale(1e-4, 1e-2);
    const FixtureStep step = step_of(fixture, p, q, h);
    const double before = potential(fixture, p), after = potential(fixture, q);
    EXPECT_GE(step.dissipated, 0.0);
    const double moved = (q - p).norm();
    EXPECT_NEAR(step.force.dot(q - p) + step.dissipated, before - after,
                1e-12 * (before + after + step.dissipated + step.force.norm() * moved) +
                    2e-15 * ((fixture.stiffness + fixture.damping / h) * moved + step.force.norm()))
        << "seed " << seed;
  }
}

TEST(Fixture, NeverPullsToTheForbiddenSide) {
  for (int seed = 0; seed < test::scaled(100'000); ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    const Fixture fixture = make_fixture(draw.parameters());
    const Vector3 p = draw.point(fixture), q = draw.point(fixture);
    const Vector3 force = step_of(fixture, p, q, draw.scale(1e-4, 1e-2)).force;
    const Vector3 middle = 0.5 * (p + q) - fixture.point;
    const double rounding = 1e-12 * force.norm();
    if (fixture.kind == FixtureKind::kPlane) {
      EXPECT_LE(force.dot(fixture.direction), rounding) << "seed " << seed;
    }
    if (fixture.kind == FixtureKind::kSphere) {
      EXPECT_GE(force.dot(middle), -rounding) << "seed " << seed;
    }
    // Along the axis, a cone only ever pushes from behind its apex or from its side into it.
    if (fixture.kind == FixtureKind::kCone) {
      EXPECT_GE(force.dot(fixture.direction), -rounding) << "seed " << seed;
    }
  }
}

TEST(Fixture, IsNeverStrongerThanItsLargestForceAndAlwaysFinite) {
  for (int seed = 0; seed < test::scaled(300'000); ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    Fixture fixture = make_fixture(draw.parameters());
    if (draw.chance(0.1)) fixture = scaled(fixture, draw.scale(1e-323, 1.0));
    Vector3 p = draw.point(fixture), q = draw.point(fixture);
    if (draw.chance(0.1)) q *= draw.scale(1.0, 1e9);
    if (draw.chance(0.1)) q = p;
    const FixtureStep step = step_of(fixture, p, q, draw.scale(1e-6, 1.0));
    ASSERT_TRUE(step.force.allFinite() && std::isfinite(step.dissipated)) << "seed " << seed;
    ASSERT_TRUE(elastic_force(fixture, q).allFinite() && std::isfinite(potential(fixture, q))) << "seed " << seed;
    EXPECT_LE(step.force.norm(), fixture.max_force * (1.0 + 1e-9)) << "seed " << seed;
    EXPECT_LE(elastic_force(fixture, q).norm(), fixture.max_force * (1.0 + 1e-9)) << "seed " << seed;
  }
}

TEST(Fixture, IsTheSameInAllAxes) {
  for (int seed = 0; seed < test::scaled(20'000); ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    const Fixture fixture = make_fixture(draw.parameters());
    const Vector3 p_B = draw.direction(), p = draw.point(fixture), q = draw.point(fixture);
    const Matrix3 R_BC = exp_so3(draw.between(0, 3) * draw.direction()).toRotationMatrix();
    const Fixture seen = seen_from(fixture, p_B, R_BC);
    const auto turned = [&](const Vector3& x) { return Vector3(R_BC.transpose() * (x - p_B)); };
    const double moved = potential(seen, turned(p));
    EXPECT_NEAR(moved, potential(fixture, p), 1e-9 * moved + 1e-14 * fixture.stiffness);
    const Vector3 force = step_of(fixture, p, q, 0.01).force;
    EXPECT_LE((R_BC * step_of(seen, turned(p), turned(q), 0.01).force - force).norm(),
              1e-9 * force.norm() + 1e-11 * (fixture.stiffness + 100.0 * fixture.damping))
        << "seed " << seed;
  }
}

TEST(Fixture, WithoutAKindDoesNothing) {
  EXPECT_EQ(make_fixture({}), Fixture());
  EXPECT_EQ(potential(Fixture(), Vector3::Ones()), 0.0);
  EXPECT_TRUE(step_of(Fixture(), Vector3::Ones(), -Vector3::Ones(), 0.002).force.isZero(0.0));
}

}  // namespace
}  // namespace limber
