// Virtual fixtures in the whole controller: rest against a hand, live changes, stops, the energy at the port, the
// control thread, and refusals.
#include <random>

#include "compliance/fixture.hpp"
#include "limber/configuration.hpp"
#include "limber/telemetry.hpp"
#include "loop.hpp"
#include "support/rt_traps.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::WatchedLoop;

constexpr double kHand = 30.0;  // N

// Free in translation, without a deadband.
AdmittanceParameters led_by_hand() {
  AdmittanceParameters p = test::compliant_ur(0.0);
  p.wrench.min_motion_threshold = 0.0;
  return p;
}

FixtureParameters fixture_of(FixtureKind kind, const Vector3& point, const Vector3& direction) {
  FixtureParameters f;
  f.kind = kind;
  f.point = point;
  f.direction = direction;
  return f;
}

// A hand that begins to push when the stiffness has engaged.
void push_from_half_a_second(WatchedLoop& loop, const Vector3& F_B) {
  loop.robot.push_B = [F_B](const IdealRobot& r) -> Vector6 {
    return (Vector6() << (r.time() > 0.5 ? F_B : Vector3(Vector3::Zero())), Vector3::Zero()).finished();
  };
}

double fixture_energy(const Telemetry& t, const AdmittanceParameters& p) {
  double sum = 0.0;
  for (const FixtureParameters& f : p.fixtures) sum += potential(make_fixture(f), t.p_command);
  return sum;
}

TEST(HandAtAFixture, RestsAtItsForceOverTheStiffnessAndThereTheFieldBalancesIt) {
  const AdmittanceParameters plain = led_by_hand();
  const Vector3 start = WatchedLoop(plain).robot.tool().p, aside = Vector3(1, 2, -1).normalized();
  for (const FixtureKind kind : {FixtureKind::kPlane, FixtureKind::kLine, FixtureKind::kSphere, FixtureKind::kCone}) {
    AdmittanceParameters p = plain;
    FixtureParameters& f = p.fixtures[2];
    f = fixture_of(kind, start + 0.01 * aside, aside);
    if (kind == FixtureKind::kLine) f.direction = aside.unitOrthogonal();
    if (kind == FixtureKind::kSphere) f.point += f.radius * aside;
    if (kind == FixtureKind::kCone) f.direction = -aside;
    WatchedLoop loop(p);
    push_from_half_a_second(loop, kHand * aside);
    if (kind == FixtureKind::kSphere) {  // a straight push would slide off it
      loop.robot.push_B = [&f](const IdealRobot& r) -> Vector6 {
        return (Vector6() << kHand * (f.point - r.tool().p).normalized(), Vector3::Zero()).finished();
      };
    }
    loop.activate();
    loop.cycles(3000);
    const Telemetry& t = loop.controller.telemetry();
    const double expected = 0.01 + kHand / f.stiffness;
    EXPECT_NEAR((loop.robot.tool().p - start).dot(aside), expected, 0.01 * expected) << static_cast<int>(kind);
    EXPECT_LE(loop.robot.read().qd.cwiseAbs().maxCoeff(), 1e-3);  // the sensor's noise
    EXPECT_EQ(t.fixtures_acting, 4);
    EXPECT_LE((t.fixture_force + t.wrench_law.head<3>()).norm(), 0.3);  // both in the axes of the law
    EXPECT_NEAR(t.energy_fixtures, fixture_energy(t, p), 1e-6);
    EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  }
}

TEST(FixtureSwitchedOnLive, PushesTheToolOutWithoutAJumpAndCanBeSwitchedOff) {
  WatchedLoop loop(led_by_hand());
  loop.activate();
  loop.cycles(200);
  const Vector3 start = loop.robot.tool().p;
  loop.parameters.fixtures[0] = fixture_of(FixtureKind::kPlane, start - 0.02 * Vector3::UnitY(), Vector3::UnitY());
  loop.controller.set_parameters(loop.parameters);
  loop.cycle();
  EXPECT_LE(loop.controller.telemetry().fixture_force.norm(), 100.0 * 0.002 / 0.2 + 1e-6);
  loop.cycles(3000);
  EXPECT_LE(loop.robot.tool().p.y(), start.y() - 0.02 + 1e-5);
  EXPECT_GE(loop.robot.tool().p.y(), start.y() - 0.03);  // it coasts a little
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  loop.parameters.fixtures[0] = {};
  loop.controller.set_parameters(loop.parameters);
  push_from_half_a_second(loop, 5.0 * Vector3::UnitY());
  loop.cycles(1000);
  EXPECT_GT(loop.robot.tool().p.y(), start.y());
  EXPECT_EQ(loop.controller.telemetry().fixtures_acting, 0);
  EXPECT_EQ(loop.controller.telemetry().energy_fixtures, 0.0);
}

// After a hold the force that stood before begins again at zero, like that of a spring.
TEST(FixtureAfterAHold, GrowsAgainFromZero) {
  AdmittanceParameters p = led_by_hand();
  p.supervisor.stiffness_ramp_time = 1.0;
  const Vector3 start = WatchedLoop(p).robot.tool().p;
  p.fixtures[0] = fixture_of(FixtureKind::kPlane, start + 0.005 * Vector3::UnitY(), Vector3::UnitY());
  WatchedLoop loop(p);
  push_from_half_a_second(loop, kHand * Vector3::UnitY());
  loop.activate();
  loop.cycles(1500);
  EXPECT_NEAR(loop.controller.telemetry().fixture_force.norm(), kHand, 0.1);
  loop.controller.request(Request::kHold);
  loop.cycles(200);
  EXPECT_EQ(loop.controller.telemetry().fixture_force.norm(), 0.0);
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return Vector6::Zero(); };
  loop.controller.request(Request::kRun);
  double last = 0.0, fastest_rise = 0.0;
  for (int k = 0; k < 1500; ++k) {
    loop.cycle();
    const double force = loop.controller.telemetry().fixture_force.norm();
    fastest_rise = std::max(fastest_rise, force - last);
    last = force;
  }
  EXPECT_LE(fastest_rise, 1.2 * kHand * 0.002);
  EXPECT_LE(loop.robot.tool().p.y(), start.y() + 0.005 + 1e-5);
}

// J beyond what was stored at the start, first filled and metered apart that has left through the port.
double given_away(const Telemetry& t, double first_fill) {
  return -t.energy_port - first_fill - t.energy_control - t.energy_reference - t.energy_limits;
}

// Pushes, fixtures, references, holds and compliance at any time, and a hand that brakes.
double random_run_with_fixtures(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto vector = [&] { return Vector3(uniform(random), uniform(random), uniform(random)); };
  AdmittanceParameters p = test::compliant_ur(seed % 2 == 0 ? 0.0 : 200.0);
  p.supervisor.stiffness_ramp_time = 0.05;
  p.compliance.damping = (Vector6() << 10, 10, 10, 1, 1, 1).finished().asDiagonal();
  WatchedLoop loop(p);
  Vector3 push = Vector3::Zero();
  loop.robot.push_B = [&](const IdealRobot&) -> Vector6 {
    const Vector3 brake = 8.0 * loop.controller.telemetry().twist_command.head<3>();
    return (Vector6() << push - brake, Vector3::Zero()).finished();
  };
  loop.activate();
  double most = -1.0;
  for (int k = 0; k < 1500; ++k) {
    if (k % 40 == 0) {
      push = 20.0 * vector();
      FixtureParameters& f = loop.parameters.fixtures[random() % 3];
      f = fixture_of(static_cast<FixtureKind>(random() % 5), loop.robot.tool().p + 0.05 * vector(), vector());
      f.stiffness = std::exp(7.5 + 3.0 * uniform(random));
      f.damping = random() % 2 == 0 ? 0.0 : 500.0;
      f.max_force = random() % 3 == 0 ? 20.0 : 0.0;
      loop.controller.set_parameters(loop.parameters);
    }
    if (k % 300 == 150) loop.controller.request(Request::kHold);
    if (k % 300 == 200) loop.controller.request(Request::kRun);
    if (k % 200 == 100) {
      Pose X = loop.robot.tool();
      X.p += 0.05 * vector();
      loop.controller.set_desired_pose(X);
    }
    loop.cycle();
    EXPECT_TRUE(loop.controller.telemetry().fixture_force.allFinite());
    most = std::max(most, given_away(loop.controller.telemetry(), p.tank.first_fill));
  }
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  return most;
}

TEST(AnyRunWithFixtures, GivesOutNoMoreThanItTookInAndWasFilledWith) {
  for (int seed = 0; seed < test::scaled(60); ++seed) {
    ASSERT_LT(random_run_with_fixtures(static_cast<unsigned>(seed)), 1e-9) << seed;
  }
}

TEST(CycleWithFixtures, AllocatesNothingLocksNothingAndCallsNoSystem) {
  if (!test::traps_supported()) GTEST_SKIP() << test::why_no_traps();
  AdmittanceParameters p = led_by_hand();
  p.compliance.stiffness(3, 4) = p.compliance.stiffness(4, 3) = 5.0;
  const Vector3 start = WatchedLoop(p).robot.tool().p;
  for (std::size_t i = 0; i < kMaxFixtures; ++i) {
    p.fixtures[i] =
        fixture_of(static_cast<FixtureKind>(1 + i % 4), start + 0.01 * Vector3::Ones(), Vector3(1, 0.2, 0.3));
    p.fixtures[i].stiffness = 20e3;
  }
  WatchedLoop loop(p);
  ASSERT_TRUE(loop.controller.activate(loop.robot.read()));
  loop.robot.push_B = [](const IdealRobot& r) -> Vector6 {
    return 20.0 * Vector6::Unit(static_cast<int>(2.0 * r.time()) % 3);
  };
  for (int k = 0; k < 2000; ++k) {
    if (k == 600) p.fixtures[3] = {};
    if (k % 500 == 100) loop.controller.set_parameters(p);
    loop.robot.step(0.002);
    const RobotState state = loop.robot.read();
    Command command;
    const test::TrapCounts counts = test::count_traps([&] { command = loop.controller.update(state, 0.002); });
    ASSERT_EQ(counts.total(), 0U) << "cycle " << k << ": " << counts.describe();
    loop.robot.write(command);
  }
  EXPECT_NE(loop.controller.telemetry().fixtures_acting, 0);
}

}  // namespace
}  // namespace limber
