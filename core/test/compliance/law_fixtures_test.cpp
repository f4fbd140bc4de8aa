// Virtual fixtures in the admittance law: closed forms of a mass at a spring, the exact energy balance, and rest where
// hand and field balance.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "compliance/admittance_law.hpp"
#include "compliance/drawn_fixture.hpp"
#include "compliance/dynamics.hpp"
#include "math/so3.hpp"
#include "support/decompositions.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::FixtureDraw;

Dynamics free_body(double mass, double damping) {
  const Vector6 m = (Vector6() << Vector3::Constant(mass), Vector3::Constant(0.1 * mass)).finished();
  const Vector6 d = (Vector6() << Vector3::Constant(damping), Vector3::Constant(0.1 * damping)).finished();
  return make_dynamics(m.asDiagonal(), d.asDiagonal(), Matrix6::Zero());
}

FixtureParameters plane_at(double z, double stiffness, double damping) {
  FixtureParameters p;
  p.kind = FixtureKind::kPlane;
  p.point = Vector3(0, 0, z);
  p.direction = -Vector3::UnitZ();
  p.stiffness = stiffness;
  p.damping = damping;
  return p;
}

FixtureField field_of(const FixtureParameters& p) {
  FixtureField field;
  field.add(make_fixture(p));
  return field;
}

Vector6 force_of(const Vector3& force) { return (Vector6() << force, Vector3::Zero()).finished(); }

// A mass that flies at 0.2 m/s at a plane bounces as from a spring: it goes in by v/ω and is out again after π/ω.
TEST(MassAtAPlane, BouncesAsTheClosedFormOfASpringSays) {
  for (const double stiffness : {1e3, 5e3, 20e3, 50e3}) {
    for (const double mass : {1.0, 5.0}) {
      for (const double h : {0.001, 0.002, 0.01}) {
        const double omega = std::sqrt(stiffness / mass), v = 0.2;
        AdmittanceLaw law;
        law.set_dynamics(free_body(mass, 0.0));
        law.set_fixtures(field_of(plane_at(0.0, stiffness, 0.0)));
        Offset offset;
        offset.velocity[2] = -v;
        double deepest = 0.0, time = 0.0;
        while (offset.p[2] < 0.0 || time == 0.0) {
          law.step(offset, Vector6::Zero(), h);
          time += h;
          deepest = std::max(deepest, -offset.p[2]);
          ASSERT_LT(time, 1.0);
        }
        const double out_at = time - offset.p[2] / v;
        EXPECT_NEAR(out_at, std::numbers::pi / omega, 0.03 * std::numbers::pi / omega)
            << stiffness << " " << mass << " " << h;
        // The deepest of the samples is at most that of the motion between them, and is near it if they are close.
        EXPECT_LE(deepest, 1.02 * v / omega);
        if (h * omega < 0.3) {
          EXPECT_GE(deepest, 0.97 * v / omega);
        }
        EXPECT_NEAR(offset.velocity[2], v, 1e-9);
      }
    }
  }
}

// Springs and masses of the three forms of the law.
Dynamics any_body(FixtureDraw& draw, bool damped) {
  const Vector6 m =
      Vector6::NullaryExpr([&](Eigen::Index i) { return i < 3 ? draw.scale(1, 20) : draw.scale(0.1, 2); });
  const Vector6 k = Vector6::NullaryExpr(
      [&](Eigen::Index i) { return draw.chance(0.5) ? 0.0 : draw.scale(1, i < 3 ? 2000.0 : 100.0); });
  const Vector6 d = damped ? Vector6::NullaryExpr([&] { return draw.scale(0.1, 100); }) : Vector6(Vector6::Zero());
  if (draw.chance(0.5)) return make_dynamics(m.asDiagonal(), d.asDiagonal(), k.asDiagonal());
  const auto turned = [&](const Vector6& values) {
    const Matrix6 Q = test::orthogonal_part(Matrix6::NullaryExpr([&] { return draw.between(-1, 1); }));
    const Matrix6 A = Q * values.asDiagonal() * Q.transpose();
    return Matrix6(0.5 * (A + A.transpose()));
  };
  return make_dynamics(turned(m), damped ? turned(d) : Matrix6::Zero(), turned(k));
}

// stored' - stored = F·δ - dissipated, to 1e-9 of the energies, with any fixtures, springs, periods of 1 to 10 ms with
// jitter; the body's own damping can only take.
TEST(LawWithFixtures, BalancesItsEnergyToRounding) {
  long unconverged = 0;
  for (int seed = 0; seed < test::scaled(3000); ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    const bool damped = draw.chance(0.5);
    const Dynamics dynamics = any_body(draw, damped);
    AdmittanceLaw law;
    law.set_dynamics(dynamics);
    FixtureField field;
    for (int count = 1 + draw.pick(4); count > 0; --count) field.add(make_fixture(draw.parameters()));
    law.set_fixtures(field);
    Offset offset;
    offset.p = draw.between(0.0, 0.3) * draw.direction();
    offset.q = exp_so3(draw.between(0.0, 2.0) * draw.direction());
    offset.velocity << draw.between(0, 1) * draw.direction(), draw.between(0, 3) * draw.direction();
    const double period = draw.scale(0.001, 0.01);
    for (int k = 0; k < 50; ++k) {
      const double before = stored_energy(dynamics, offset) + field.potential(offset.p);
      const Vector6 F = (Vector6() << draw.between(0, 50) * draw.direction(), draw.direction()).finished();
      const Vector6 moved = law.step(offset, F, period * draw.between(0.5, 1.5));
      ASSERT_TRUE(offset.p.allFinite() && offset.velocity.allFinite()) << "seed " << seed;
      ASSERT_TRUE(law.fixture_step().force.allFinite()) << "seed " << seed;
      const double after = stored_energy(dynamics, offset) + field.potential(offset.p);
      const double lost = before + F.dot(moved) - after, taken = law.fixture_step().dissipated;
      const double size = before + after + std::abs(F.dot(moved)) + taken;
      EXPECT_GE(taken, 0.0);
      EXPECT_GE(lost - taken, -1e-9 * size) << "seed " << seed << ", step " << k;
      if (!damped && law.unconverged() == 0) {
        EXPECT_LE(lost - taken, 1e-9 * size) << "seed " << seed << ", step " << k;
      }
    }
    // (A rotational spring need not converge beyond half a turn.)
    if (!dynamics.turns_back) unconverged += law.unconverged();
  }
  EXPECT_EQ(unconverged, 0);
}

TEST(LawWithFixtures, DoesNotChangeOneBitWhereNoFixtureActs) {
  for (int seed = 0; seed < test::scaled(1000); ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    const Dynamics dynamics = any_body(draw, true);
    AdmittanceLaw with, without;
    with.set_dynamics(dynamics);
    without.set_dynamics(dynamics);
    with.set_fixtures(field_of(plane_at(-100.0, 5000, 300)));
    Offset a, b;
    for (int k = 0; k < 20; ++k) {
      const Vector6 F = (Vector6() << draw.between(0, 50) * draw.direction(), draw.direction()).finished();
      const double h = draw.scale(0.001, 0.01);
      with.step(a, F, h);
      without.step(b, F, h);
      ASSERT_TRUE(a.p == b.p && a.q.coeffs() == b.q.coeffs() && a.velocity == b.velocity) << "seed " << seed;
    }
  }
}

// With the damping of at least ζ = 1, a hand that leans on a plane goes no farther than F/K.
TEST(HandAtAPlane, GoesNoFartherThanItsForceOverTheStiffness) {
  for (const double stiffness : {1e3, 5e3, 20e3, 50e3}) {
    for (const double mass : {1.0, 5.0}) {
      for (const double h : {0.001, 0.002, 0.01}) {
        AdmittanceLaw law;
        law.set_dynamics(free_body(mass, 20.0));
        law.set_fixtures(field_of(plane_at(0.0, stiffness, 2.0 * std::sqrt(stiffness * mass))));
        Offset offset;
        double deepest = 0.0;
        for (double time = 0.0; time < 3.0; time += h) {
          law.step(offset, force_of({1.0, 0.0, -30.0}), h);
          deepest = std::max(deepest, -offset.p[2]);
        }
        EXPECT_LE(deepest, 1.02 * 30.0 / stiffness);
        EXPECT_NEAR(-offset.p[2], 30.0 / stiffness, 1e-6 * 30.0 / stiffness) << stiffness << " " << mass << " " << h;
        EXPECT_NEAR(law.fixture_step().force[2], 30.0, 1e-5);
        EXPECT_NEAR(offset.velocity[0], 1.0 / 20.0, 1e-6);  // nothing holds it along the plane
      }
    }
  }
}

TEST(HandAtAPlane, CrossesItOnlyWithMoreThanTheLargestForce) {
  FixtureParameters plane = plane_at(0.0, 5000, 300);
  plane.max_force = 20.0;
  for (const double push : {19.0, 21.0}) {
    AdmittanceLaw law;
    law.set_dynamics(free_body(5.0, 20.0));
    law.set_fixtures(field_of(plane));
    Offset offset;
    for (int k = 0; k < 5000; ++k) law.step(offset, force_of({0, 0, -push}), 0.002);
    if (push < 20.0) {
      EXPECT_NEAR(-offset.p[2], push / 5000, 1e-6);
    }
    if (push > 20.0) {
      EXPECT_NEAR(offset.velocity[2], -(push - 20.0) / 20.0, 1e-3);
    }
  }
}

TEST(HandAtALine, IsFreeAlongItAndComesBackAcross) {
  FixtureParameters line;
  line.kind = FixtureKind::kLine;
  line.point = Vector3(0.1, -0.2, 0.05);
  line.direction = Vector3(1, 2, -1);
  line.stiffness = 2000;
  line.damping = 200;
  const Vector3 along = line.direction.normalized(), across = along.cross(Vector3::UnitX()).normalized();
  AdmittanceLaw law;
  law.set_dynamics(free_body(5.0, 20.0));
  law.set_fixtures(field_of(line));
  Offset offset;
  offset.p = line.point + 0.05 * across;
  for (int k = 0; k < 2000; ++k) law.step(offset, Vector6::Zero(), 0.002);
  EXPECT_LE((offset.p - line.point).norm(), 1e-6);
  for (int k = 0; k < 2000; ++k) law.step(offset, force_of(10.0 * along + 30.0 * across), 0.002);
  // Steady: along it, only the body's own damping resists; across it, the spring balances the hand.
  EXPECT_NEAR(offset.velocity.head<3>().dot(along), 10.0 / 20.0, 1e-5);
  EXPECT_NEAR((offset.p - line.point).dot(across), 30.0 / 2000, 1e-5);
}

TEST(HandAtACone, IsKeptInsideAlsoAtTheApex) {
  FixtureParameters cone;
  cone.kind = FixtureKind::kCone;
  cone.direction = Vector3(0, 0, 3);
  cone.angle = 0.4;
  cone.stiffness = 5000;
  cone.damping = 300;
  for (int seed = 0; seed < 200; ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    const Vector3 hand = (seed == 0 ? Vector3(0, 0, -30) : Vector3(30.0 * draw.direction()));
    AdmittanceLaw law;
    law.set_dynamics(free_body(5.0, 20.0));
    law.set_fixtures(field_of(cone));
    Offset offset;
    offset.p = Vector3(0, 0, 0.1);
    for (int k = 0; k < 4000; ++k) law.step(offset, force_of(hand), 0.002);
    const double off = std::atan2(offset.p.head<2>().norm(), offset.p[2]) - 0.4;
    const double outside = off <= 0.0 ? 0.0 : offset.p.norm() * std::sin(std::min(off, 0.5 * std::numbers::pi));
    EXPECT_LE(outside, 1.02 * 30.0 / 5000) << "seed " << seed;
    if (hand[2] < -30.0 * std::sin(0.6)) {
      EXPECT_LE(offset.velocity.norm(), 1e-3) << "seed " << seed;  // at the apex
    }
  }
}

TEST(HandAtASphere, IsKeptOutAndLeavesItsCentre) {
  FixtureParameters sphere;
  sphere.kind = FixtureKind::kSphere;
  sphere.radius = 0.1;
  sphere.stiffness = 5000;
  sphere.damping = 300;
  for (int seed = 0; seed < 200; ++seed) {
    FixtureDraw draw(static_cast<std::uint64_t>(seed));
    AdmittanceLaw law;
    law.set_dynamics(free_body(5.0, 20.0));
    law.set_fixtures(field_of(sphere));
    Offset offset;
    if (seed % 2 == 0) offset.p = 0.3 * draw.direction();
    for (int k = 0; k < 2000; ++k) {
      const Vector3 inwards = offset.p.norm() > 1e-9 ? Vector3(-offset.p.normalized()) : draw.direction();
      law.step(offset, force_of(30.0 * inwards), 0.002);
    }
    EXPECT_NEAR(offset.p.norm(), 0.1 - 30.0 / 5000, 1e-4) << "seed " << seed;
  }
}

// Three planes that meet at a corner, pushed into all of them.
TEST(HandInACorner, RestsWhereAllPlanesBalanceIt) {
  FixtureField field;
  for (int i = 0; i < 3; ++i) {
    FixtureParameters plane = plane_at(0.0, 20e3, 600.0);
    plane.direction = -Vector3::Unit(i);
    plane.point.setZero();
    field.add(make_fixture(plane));
  }
  AdmittanceLaw law;
  law.set_dynamics(free_body(2.0, 20.0));
  law.set_fixtures(field);
  Offset offset;
  offset.p.setConstant(0.05);
  for (int k = 0; k < 1000; ++k) law.step(offset, force_of({-10, -20, -30}), 0.005);
  EXPECT_LE((offset.p - Vector3(-10, -20, -30) / 20e3).norm(), 1e-7);
}

}  // namespace
}  // namespace limber
