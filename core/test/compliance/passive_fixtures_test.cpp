// Virtual fixtures in the energy account: whoever switches, moves and changes them at will gets no energy out, and a
// fixture that is switched on around C grows as the tank pays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "compliance/drawn_fixture.hpp"
#include "compliance/dynamics.hpp"
#include "compliance/engaged_fixtures.hpp"
#include "compliance/passive_law.hpp"
#include "math/so3.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::FixtureDraw;

constexpr double kFixtureCycle = 0.002;  // s

Dynamics body_of(double mass, double damping) {
  const Vector6 m = (Vector6() << Vector3::Constant(mass), Vector3::Constant(0.1 * mass)).finished();
  const Vector6 d = (Vector6() << Vector3::Constant(damping), Vector3::Constant(0.1 * damping)).finished();
  return make_dynamics(m.asDiagonal(), d.asDiagonal(), Matrix6::Zero());
}

// A law with fixtures, and a body at rest relative to a reference that may move.
struct Pushed {
  explicit Pushed(const TankParameters& tank, const Dynamics& dynamics = body_of(5, 20)) {
    law.start(tank, dynamics, Matrix3::Identity());
    law.place(p_R);
    law.reopen(body);
  }
  void begin() {
    law.place(p_R);
    law.open(body);
    law.change(body);
  }
  void cycle(const Vector3& hand, double growth) {
    begin();
    law.engage_fixtures(body, growth);
    Offset offset = body.offset_in(law.axes());
    law.step(offset, (Vector6() << hand, Vector3::Zero()).finished(), Vector6::Zero(), kFixtureCycle);
    body.set_offset_from(offset, law.axes());
    law.close(body, Vector6::Zero(), false, kFixtureCycle);
  }
  Vector3 p() const { return p_R + body.offset_in(Matrix3::Identity()).p; }

  PassiveLaw law;
  VirtualBody body;
  Vector3 p_R = Vector3::Zero();
};

// Switches and moves fixtures, moves the reference, and pushes so as to get energy out. Returns what is left of the
// bound in J, or far below zero if the account does not balance.
double left_of_the_bound(std::uint64_t seed, bool with_tank) {
  FixtureDraw draw(seed);
  const TankParameters tank{with_tank, draw.between(0.0, 2.0), 10.0};
  Pushed pushed(tank, body_of(draw.scale(1, 10), draw.scale(1, 50)));
  FixtureSet fixtures;
  const double allowed = tank.first_fill, growth = draw.scale(0.001, 1.0);
  double least = allowed;
  for (int k = 0; k < 60; ++k) {
    if (draw.pick(4) == 0) {
      const auto i = static_cast<std::size_t>(draw.pick(3));
      fixtures[i] = draw.chance(0.3) ? Fixture() : make_fixture(draw.parameters());
      // Closely around C, so that it acts.
      if (draw.chance(0.5)) fixtures[i].point = pushed.p() + draw.scale(1e-3, 0.1) * draw.direction();
      pushed.law.want_fixtures(fixtures);
    }
    if (draw.pick(20) == 0) pushed.law.restart_fixtures();
    if (draw.pick(5) == 0) pushed.p_R += 1e-3 * draw.direction();
    // Somebody who brakes takes energy out.
    const Vector3 hand =
        draw.chance(0.8) ? Vector3(-20.0 * pushed.body.velocity().head<3>()) : Vector3(30.0 * draw.direction());
    pushed.cycle(hand, growth);
    const EnergyAccount& account = pushed.law.account();
    least = std::min(least, allowed + account.reference + account.port);
    const double level = pushed.law.tank().level();
    if (!(level >= 0.0 && level <= tank.capacity && account.fixtures >= 0.0 && account.fixture_dampers >= 0.0)) {
      return -1e9;
    }
  }
  return least;
}

TEST(EnergyAtThePortWithFixtures, IsNeverMoreThanWasStoredTakenInAndFirstFilled) {
  for (int seed = 0; seed < test::scaled(20'000); ++seed) {
    ASSERT_GE(left_of_the_bound(static_cast<std::uint64_t>(seed), true), -1e-9) << "seed " << seed;
  }
}

TEST(EnergyAtThePortWithFixtures, IsCreatedWithoutTheTank) {
  int created = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) created += left_of_the_bound(seed, false) < -0.1 ? 1 : 0;
  EXPECT_GT(created, 20);
}

Fixture plane_against(double offset, double stiffness, double damping = 0.0) {
  FixtureParameters p;
  p.kind = FixtureKind::kPlane;
  p.point = Vector3(offset, 0, 0);
  p.direction = Vector3::UnitX();
  p.stiffness = stiffness;
  p.damping = damping;
  return make_fixture(p);
}

// 20 mm inside a plane of 5 kN/m: 1 J, of which a tank of 0.3 J can pay a share of 0.3. The body is held still.
TEST(FixtureSwitchedOnAroundC, GrowsAsFarAsTheTankPaysAndTheRestWaits) {
  Pushed pushed({true, 0.3, 10.0});
  pushed.law.want_fixtures({plane_against(-0.02, 5000)});
  for (int k = 0; k < 200; ++k) {
    pushed.begin();
    const double stored = pushed.law.account().fixtures, level = pushed.law.tank().level();
    pushed.law.engage_fixtures(pushed.body, 0.01);
    const double grown = pushed.law.account().fixtures - stored;
    EXPECT_LE(grown, 0.01 * 1.0 + 1e-12);  // at most the growth of a cycle
    EXPECT_NEAR(level - pushed.law.tank().level(), grown, 1e-12);
  }
  EXPECT_NEAR(pushed.law.account().fixtures, 0.3, 1e-9);
  EXPECT_NEAR(pushed.law.tank().level(), 0.0, 1e-9);
  EXPECT_EQ(pushed.law.account().waits.bits, WaitSet::kFixtures);
  EXPECT_NEAR(pushed.law.account().missing, 0.01, 1e-9);
}

TEST(FixtureSwitchedOnAroundC, StartsWithoutAForceAndPushesOutInTheEnd) {
  Pushed pushed({true, 1.0, 10.0});
  pushed.law.want_fixtures({plane_against(-0.01, 5000, 300)});
  double last = 0.0, fastest_rise = 0.0;
  for (int k = 0; k < 3000; ++k) {
    pushed.cycle(Vector3::Zero(), kFixtureCycle / 2.0);
    const double force = pushed.law.fixture_force().norm();
    fastest_rise = std::max(fastest_rise, force - last);
    last = force;
  }
  // 50 N over the growth of 2 s, per cycle.
  EXPECT_LE(fastest_rise, 1.1 * 50.0 * kFixtureCycle / 2.0);
  EXPECT_LE(pushed.p().x(), -0.01 + 1e-6);
  EXPECT_FALSE(pushed.law.account().waits.any());
}

TEST(FixtureThatDoesNotAct, EngagesAtOnceWithAnEmptyTank) {
  Pushed pushed({true, 0.0, 10.0});
  pushed.law.want_fixtures({plane_against(0.001, 5000, 2.0 * std::sqrt(5000 * 5.0))});
  double farthest = 0.0;
  for (int k = 0; k < 3000; ++k) {
    pushed.cycle({30, 0, 0}, kFixtureCycle / 2.0);
    farthest = std::max(farthest, pushed.p().x());
  }
  EXPECT_LE(farthest, 0.001 + 1.1 * 30.0 / 5000);
  EXPECT_NEAR(pushed.p().x(), 0.001 + 30.0 / 5000, 1e-6);
}

TEST(FixtureChangedWhileItActs, KeepsItsEnergyAtTheChange) {
  Pushed pushed({true, 0.0, 10.0});
  pushed.law.want_fixtures({plane_against(0.001, 2000, 200)});
  for (int k = 0; k < 3000; ++k) pushed.cycle({30, 0, 0}, kFixtureCycle / 2.0);
  const double stored = pushed.law.account().fixtures;
  EXPECT_NEAR(stored, 0.5 * 30.0 * 30.0 / 2000, 1e-6);
  // Stiffer, moved inwards, a sphere: each starts with the energy that is there; growth of 0 keeps it so.
  Fixture sphere = plane_against(0.0, 20e3);
  sphere.kind = FixtureKind::kSphere;
  sphere.radius = 0.1;
  for (const Fixture& next : {plane_against(0.001, 8000), plane_against(-0.01, 8000), sphere}) {
    pushed.law.want_fixtures({next});
    pushed.begin();
    pushed.law.engage_fixtures(pushed.body, 0.0);
    EXPECT_NEAR(pushed.law.account().fixtures, stored, 1e-9 * stored);
  }
}

TEST(FixtureSwitchedOff, GivesItsEnergyToTheTank) {
  Pushed pushed({true, 0.0, 10.0});
  pushed.law.want_fixtures({plane_against(0.001, 2000, 200)});
  for (int k = 0; k < 3000; ++k) pushed.cycle({30, 0, 0}, kFixtureCycle / 2.0);
  const double stored = pushed.law.account().fixtures;
  pushed.begin();
  const double level = pushed.law.tank().level();
  pushed.law.want_fixtures({});
  pushed.law.engage_fixtures(pushed.body, kFixtureCycle / 2.0);
  EXPECT_EQ(pushed.law.account().fixtures, 0.0);
  EXPECT_NEAR(pushed.law.tank().level(), level + stored, 1e-9);
}

// The reference carries C against a plane: the energy is that of the reference, not of the law.
TEST(ReferenceThatMovesAgainstAFixture, IsCountedAsReference) {
  Pushed pushed({true, 0.0, 10.0});
  pushed.law.want_fixtures({plane_against(0.0, 5000)});
  pushed.cycle(Vector3::Zero(), 1.0);
  pushed.p_R.x() += 0.01;
  pushed.cycle(Vector3::Zero(), 1.0);
  EXPECT_NEAR(pushed.law.account().reference, 0.5 * 5000 * 0.01 * 0.01, 1e-12);
}

TEST(EngagedFixtures, NamesThoseThatAct) {
  EngagedFixtures fixtures;
  EnergyTank tank;
  tank.fill({true, 1.0, 10.0});
  fixtures.want({plane_against(-0.01, 100), plane_against(0.01, 100), plane_against(-0.02, 100)});
  EXPECT_EQ(fixtures.acting(Vector3::Zero()), 0);
  fixtures.engage(Vector3::Zero(), 1.0, tank);
  EXPECT_EQ(fixtures.acting(Vector3::Zero()), 0b101);
  EXPECT_EQ(fixtures.acting(-Vector3::UnitX()), 0);
}

}  // namespace
}  // namespace limber
