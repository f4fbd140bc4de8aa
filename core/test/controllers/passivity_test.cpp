// The tank in the whole controller: changes under load, the energy at the port, and no effect if nothing changes.
#include <random>

#include "limber/telemetry.hpp"
#include "loop.hpp"
#include "math/so3.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::TrajectoryLoop;
using test::WatchedLoop;

// J beyond what was stored at the start (nothing), first filled and metered apart that has left through the port.
double created(const Telemetry& t, double first_fill) {
  return -t.energy_port - first_fill - t.energy_control - t.energy_reference - t.energy_limits;
}

AdmittanceParameters soft() {
  AdmittanceParameters p = test::compliant_ur(100.0);
  p.wrench.min_motion_threshold = 0.0;
  return p;
}

void set_stiffness(WatchedLoop& loop, double K) {
  loop.parameters.compliance.stiffness = Vector6(K, K, K, 20, 20, 20).asDiagonal();
  loop.controller.set_parameters(loop.parameters);
}

// s that the change waited for the tank, by the event that says so; 0 where it never had to.
double waited(WatchedLoop& loop) {
  Event event;
  double time = 0.0;
  while (loop.controller.take_event(event)) {
    if (event.kind == Event::Kind::kChangeArrived) time = event.value;
  }
  return time;
}

TEST(StiffeningUnderLoad, ArrivesAsTheTankPaysAndCreatesNothing) {
  WatchedLoop loop(soft());
  loop.activate();
  loop.cycles(200);
  const double start = loop.robot.tool().p.y();
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 20.0 * Vector6::Unit(1); };
  loop.cycles(3000);
  EXPECT_NEAR(loop.robot.tool().p.y() - start, 0.2, 1e-4);
  loop.sentences();
  set_stiffness(loop, 2000.0);
  double most = -1.0;
  for (int k = 0; k < 5000; ++k) {
    loop.cycle();
    most = std::max(most, created(loop.controller.telemetry(), 1.0));
  }
  const double waiting = waited(loop);
  RecordProperty("seconds_waited", std::to_string(waiting));
  EXPECT_GT(waiting, 0.0);
  EXPECT_EQ(loop.controller.telemetry().stiffness[1], 2000.0);
  EXPECT_NEAR(loop.robot.tool().p.y() - start, 0.01, 1e-4);
  set_stiffness(loop, 100.0);
  loop.cycles(4000);
  EXPECT_NEAR(loop.robot.tool().p.y() - start, 0.2, 1e-3);
  EXPECT_EQ(waited(loop), 0.0) << "softening costs nothing";
  EXPECT_LT(most, 1e-9);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

TEST(ConstantCompliance, IsTheSameBitForBitWithAndWithoutTheTank) {
  AdmittanceParameters p = test::compliant_ur(200.0);
  p.frame_id = "tool0";
  p.compliance.stiffness(0, 0) = 900.0;
  AdmittanceParameters off = p;
  off.tank.enabled = false;
  WatchedLoop with(p), without(off);
  for (WatchedLoop* loop : {&with, &without}) {
    loop->robot.push_B = [](const IdealRobot& r) -> Vector6 {
      return (Vector6() << 12 * std::sin(2 * r.time()), 15, 5, 0.3, 0, 0.2).finished();
    };
    loop->activate();
  }
  for (int k = 0; k < 5000; ++k) {
    if (k == 2000) {
      Pose X = with.robot.tool();
      X.p.x() += 0.05;
      with.controller.set_desired_pose(X);
      without.controller.set_desired_pose(X);
    }
    const Command a = with.cycle(), b = without.cycle();
    ASSERT_EQ(a.q, b.q) << k;
    ASSERT_EQ(a.qd, b.qd) << k;
  }
  EXPECT_GT(with.controller.telemetry().tank_level, 0.0);
}

// Anything at any time: pushes, stiffnesses, masses, frames, references.
double random_run(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.supervisor.stiffness_ramp_time = 0.05;
  p.compliance.damping = (Vector6() << 10, 10, 10, 1, 1, 1).finished().asDiagonal();
  WatchedLoop loop(p);
  Vector6 push = Vector6::Zero();
  loop.robot.push_B = [&](const IdealRobot&) -> Vector6 {
    return push - (Vector6() << 8.0 * loop.controller.telemetry().twist_command.head<3>(), Vector3::Zero()).finished();
  };
  loop.activate();
  double most = -1.0;
  for (int k = 0; k < 1500; ++k) {
    if (k % 40 == 0) {
      push << 8 * uniform(random), 8 * uniform(random), 8 * uniform(random), 0.3 * uniform(random), 0, 0;
      const double K = std::exp(6.5 + 1.5 * uniform(random));
      loop.parameters.compliance.stiffness = Vector6(K, 0.3 * K, K, 20, 5, 20).asDiagonal();
      loop.parameters.compliance.mass =
          std::exp(uniform(random)) * Matrix6(Vector6(4, 4, 4, 0.3, 0.3, 0.3).asDiagonal());
      loop.parameters.frame_id = k % 3 == 0 ? "tool0" : "base_link";
      loop.controller.set_parameters(loop.parameters);
    }
    loop.cycle();
    most = std::max(most, created(loop.controller.telemetry(), p.tank.first_fill));
  }
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  return most;
}

TEST(AnyRun, GivesOutNoMoreThanItTookInAndWasFilledWith) {
  for (int seed = 0; seed < test::scaled(60); ++seed) ASSERT_LT(random_run(static_cast<unsigned>(seed)), 1e-9) << seed;
}

// Stiff on the way home, soft on the way out, with a brake as the load: the pump that a changing spring can be.
double pumped(bool tank) {
  AdmittanceParameters p = soft();
  p.supervisor.stiffness_ramp_time = 0.0;
  p.tank.enabled = tank;
  p.compliance.damping = (Vector6() << 5, 5, 5, 1, 1, 1).finished().asDiagonal();
  WatchedLoop loop(p);
  loop.robot.push_B = [&](const IdealRobot& r) -> Vector6 {
    const double brake = -8.0 * loop.controller.telemetry().twist_command[1];
    return (brake + (r.time() < 1.0 ? 8.0 : 0.0)) * Vector6::Unit(1);
  };
  loop.activate();
  double most = -1.0;
  for (int k = 0; k < 5000; ++k) {
    const Telemetry& t = loop.controller.telemetry();
    if (t.time > 1.0) set_stiffness(loop, t.error[1] * t.error_rate[1] < 0.0 ? 1500.0 : 100.0);
    loop.cycle();
    most = std::max(most, created(t, p.tank.first_fill));
  }
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  return most;
}

TEST(PumpedSpring, GivesOutWhatTheTankHadAndNoMore) {
  EXPECT_LT(pumped(true), 1e-9);
  EXPECT_GT(pumped(false), 0.5) << "J: without the tank it creates energy";
}

}  // namespace
}  // namespace limber
