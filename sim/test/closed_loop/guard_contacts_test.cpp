// The contact guard on contacts as they are: a force on the sensor besides that of the wall, hands that carry the tool,
// springs that pull it, foam over a hard core, bodies that are soft along the normal, tools that are not what they are
// told to be, servos that resonate. One second after the touch the force is quiet.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "guard_case.hpp"
#include "high_pass.hpp"

namespace limber::sim {
namespace {

constexpr double kQuietAfter = 1.0;  // s, from the first touch of the hard wall
constexpr double kQuietForce = 1.0;  // N rms above 3 Hz

struct GuardContact {
  std::string what;
  const char* robot = "ur5e";
  double wall = 20e3;      // N/m
  double approach = 0.05;  // m/s
  LoopShape shape{.mass = 1.0, .damping = 30.0, .tool_mass = 0.3};
  Vector3 bias_T = Vector3::Zero();  // N, on the sensor; z along the press
  double press = kPress;             // N, control wrench
  double hand = 0.0;                 // N, that pushes the tool at the wall
  double pull = 0.0;                 // m: how far behind the wall a spring of 1 kN/m pulls
  double foam = 0.0;                 // N/m, in front of the wall
  double told_mass = 1.0;            // of the tool, as a share of the truth
  double off_axis = 0.0;             // m
  double friction = 0.0;
  bool soft_along_normal = false;  // D: 400 on the diagonal, 40 along the normal; the wall is tilted
  bool coupled_mass = false;
  bool resonant = false;
  double watched = 2.0;  // s, from kQuietAfter on; then it rests
};

constexpr double kFoamDepth = 0.004;  // m
constexpr double kBlow = 600.0;       // N: how hard the first blow is, is not what the guard is for

SimulationParameters world_of(const Arm& arm, const GuardContact& c) {
  SimulationParameters simulation = simulation_for(arm, c.shape);
  simulation.tool.p_TQ.x() = c.off_axis;
  if (c.resonant) simulation.servo = {.delay = 0.002, .natural_frequency = 60.0, .damping_ratio = 0.3};
  simulation.sensor.bias.head<3>() = sensor_frame(arm).X_JF.R.transpose() * arm.tip().X_JF.R * c.bias_T;
  Plate wall = surface_ahead(arm, simulation.tool, home(arm), c.wall, 0.02 + kFoamDepth);
  if (c.soft_along_normal) {
    const Vector3 sideways_B = arm.pose(home(arm), arm.tip()).R.col(1);
    wall.normal_B = Eigen::AngleAxisd(0.25 * std::numbers::pi, sideways_B) * wall.normal_B;
  }
  wall.friction = c.friction;
  simulation.scene.plates = {wall};
  if (c.foam > 0.0) {
    Plate foam = wall;
    foam.name = "foam";
    foam.stiffness = c.foam;
    foam.p_B += kFoamDepth * wall.normal_B;
    simulation.scene.plates.push_back(foam);
  }
  return simulation;
}

AdmittanceParameters parameters_of(const Arm& arm, const GuardContact& c) {
  AdmittanceParameters p = parameters_for(arm, c.shape);
  p.contact_guard.lag = c.shape.lag + c.shape.delay;
  p.supervisor.press_approach_speed = c.approach;
  p.supervisor.overforce = kBlow;
  p.wrench.tool_mass *= c.told_mass;
  if (c.pull > 0.0) p.compliance.stiffness(2, 2) = 1000.0;
  if (c.coupled_mass) p.compliance.mass(0, 2) = p.compliance.mass(2, 0) = 0.5 * c.shape.mass;
  if (c.soft_along_normal) {
    // 400 across, 40 along (x, z)/sqrt(2) of C.
    p.compliance.stiffness.topLeftCorner<3, 3>().setZero();
    Matrix6 D = *p.compliance.damping;
    D(0, 0) = D(2, 2) = 0.5 * (40.0 + 760.0);
    D(0, 2) = D(2, 0) = 0.5 * (40.0 - 760.0);
    D(1, 1) = 400.0;
    p.compliance.damping = D;
  }
  return p;
}

struct SeenContact {
  double quiet = 1e9;  // N rms above 3 Hz, from kQuietAfter on
  double peak = 0.0, rest = 0.0, felt = 0.0, guard = 0.0;
  bool touched = false, faulted = false;
};

SeenContact touch(const GuardContact& c, bool guarded) {
  const Arm arm = load_arm(c.robot);
  const SimulationParameters simulation = world_of(arm, c);
  const Vector3 normal_B = simulation.scene.plates[0].normal_B;
  AdmittanceParameters parameters = parameters_of(arm, c);
  parameters.contact_guard.enabled = guarded;
  SimulatedLoop loop(arm, home(arm), parameters, simulation);
  const Pose X_BT = arm.pose(home(arm), arm.tip());
  const Matrix3 R_TS = arm.tip().X_JF.R.transpose() * sensor_frame(arm).X_JF.R;
  const Vector3 press_T = -(X_BT.R.transpose() * normal_B);
  SeenContact seen;
  HighPass above(3.0, loop.period());
  double squares = 0.0, since = -1.0;
  long n = 0, resting = 0;
  while (loop.robot.time() < 110.0 && since < kQuietAfter + c.watched && !seen.faulted) {
    if (c.hand > 0.0) loop.robot.set_push((Vector6() << -c.hand * normal_B, Vector3::Zero()).finished());
    if (c.pull > 0.0) {
      const double last = 0.02 + kFoamDepth + c.pull, way = std::min(0.5 * c.approach * loop.robot.time(), last);
      const double speed = way < last ? 0.5 * c.approach : 0.0;
      loop.controller.set_desired_pose({X_BT.R, X_BT.p - way * normal_B},
                                       (Vector6() << -speed * normal_B, Vector3::Zero()).finished());
    }
    if (c.press > 0.0) {
      loop.controller.set_control_wrench((Vector6() << c.press * press_T, Vector3::Zero()).finished());
    }
    loop.cycle();
    const double force = loop.robot.contact_force().dot(normal_B);
    if (since < 0.0 && !loop.robot.contact_force(0).isZero(0.0)) since = 0.0;
    if (since < 0.0) continue;
    since += loop.period();
    seen.touched = true;
    const double swing = above.step(force);
    seen.peak = std::max(seen.peak, force);
    seen.guard = std::max(seen.guard, loop.controller.telemetry().guard_damping.head<3>().maxCoeff());
    seen.faulted = loop.controller.state() == SupervisorState::kFaulted;
    if (since < kQuietAfter) continue;
    squares += swing * swing;
    ++n;
    if (since < kQuietAfter + c.watched - 0.5) continue;
    ++resting;
    seen.rest += force;
    seen.felt += -press_T.dot(R_TS * loop.controller.telemetry().wrench_external.head<3>());
  }
  if (n > 0) seen.quiet = std::sqrt(squares / static_cast<double>(n));
  if (resting > 0) seen.rest /= static_cast<double>(resting), seen.felt /= static_cast<double>(resting);
  return seen;
}

constexpr std::array<double, 5> kWalls{1e3, 5e3, 20e3, 50e3, 100e3};

// As fast as the lag lets it be below 200 N.
double speed_for(double wall) { return wall > 60e3 ? 0.04 : wall > 30e3 ? 0.05 : 0.1; }

std::vector<GuardContact> on_every_wall(const std::vector<GuardContact>& kinds) {
  std::vector<GuardContact> all;
  for (const GuardContact& kind : kinds) {
    for (const double wall : kWalls) {
      GuardContact c = kind;
      c.wall = wall;
      c.approach = speed_for(wall);
      for (const bool heavy : {false, true}) {
        if (heavy) c.shape.mass = 5.0, c.shape.damping = 45.0;
        // A hand carries a body no faster than its damping lets it.
        c.shape.damping = std::max(c.shape.damping, c.hand / c.approach);
        all.push_back(c);
      }
    }
  }
  return all;
}

std::string words(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

void expect_quiet(const std::vector<GuardContact>& kinds) {
  int quiet = 0, chatters = 0;
  const std::vector<GuardContact> all = on_every_wall(kinds);
  for (const GuardContact& c : all) {
    GuardContact briefly = c;
    briefly.watched = 2.0;
    const SeenContact off = touch(briefly, false), on = touch(c, true);
    EXPECT_TRUE(on.touched) << c.what;
    EXPECT_FALSE(on.faulted) << c.what << ", " << 1e-3 * c.wall << " kN/m";
    chatters += off.quiet > kQuietForce || off.faulted;
    quiet += on.quiet < kQuietForce && !on.faulted;
    // Without a spring across the normal, a bias moves the tool along the wall.
    const bool slides = c.soft_along_normal && !c.bias_T.isZero();
    if (c.press > 0.0 && c.hand == 0.0 && !slides) {
      EXPECT_NEAR(on.felt, c.press, 0.1) << c.what << ", " << c.wall << " N/m";
    }
    if (on.quiet < kQuietForce && !on.faulted) continue;
    ADD_FAILURE() << c.what;
    std::printf(
        "  %-40s %3.0f kN/m M %.0f D %2.0f: off %6.1f N rms, on %6.2f N rms, peak %5.1f N, at rest %5.1f N, +%5.0f N "
        "s/m%s\n",
        c.what.c_str(), 1e-3 * c.wall, c.shape.mass, c.shape.damping, std::min(off.quiet, 999.0),
        std::min(on.quiet, 999.0), on.peak, on.rest, on.guard, on.faulted ? ", fault" : "");
  }
  std::printf("%zu contacts, %d of them chatter without the guard: %d quiet with it\n", all.size(), chatters, quiet);
}

TEST(GuardContacts, AreQuietWithABiasOnTheSensor) {
  std::vector<GuardContact> kinds;
  for (const double bias : {1.2, 2.5, 4.0, 5.0}) {
    for (const Vector3& way : {Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(1, 0, 0), Vector3(0, -1, 0)}) {
      kinds.push_back({.what = "bias of " + words(bias) + " N along " + words(way.x()) + ", " + words(way.y()) + ", " +
                               words(way.z()),
                       .bias_T = bias * way});
    }
  }
  expect_quiet(kinds);
}

TEST(GuardContacts, AreQuietIfAHandCarriesTheToolThere) {
  std::vector<GuardContact> kinds;
  for (const double hand : {5.0, 15.0, 30.0}) {
    kinds.push_back({.what = "hand of " + words(hand) + " N", .press = 0.0, .hand = hand});
    kinds.push_back({.what = "press and hand of " + words(hand) + " N", .hand = hand});
  }
  expect_quiet(kinds);
}

TEST(GuardContacts, AreQuietIfASpringPullsTheToolThere) {
  expect_quiet({{.what = "spring, 5 mm", .press = 0.0, .pull = 0.005},
                {.what = "spring, 20 mm", .press = 0.0, .pull = 0.02},
                {.what = "spring, 20 mm, bias", .bias_T = Vector3(0, 0, 3), .press = 0.0, .pull = 0.02}});
}

TEST(GuardContacts, AreQuietOnFoamOverAHardCore) {
  std::vector<GuardContact> kinds;
  for (const double foam : {300.0, 600.0, 1000.0, 3000.0}) {
    kinds.push_back({.what = "foam of " + words(foam) + " N/m", .foam = foam});
  }
  for (GuardContact& kind : kinds) kind.press = kFoamDepth * kind.foam + 10.0;
  expect_quiet(kinds);
}

TEST(GuardContacts, AreQuietIfTheBodyIsCoupled) {
  expect_quiet({{.what = "D soft along the normal", .soft_along_normal = true, .watched = 30.0},
                {.what = "coupled M", .coupled_mass = true},
                {.what = "D soft along the normal, bias",
                 .bias_T = Vector3(2, 1, 2),
                 .soft_along_normal = true,
                 .watched = 8.0}});
}

TEST(GuardContacts, AreQuietIfTheToolIsNotWhatItIsToldToBe) {
  GuardContact light{.what = "told 20 % too light"}, heavy{.what = "told 20 % too heavy"};
  light.shape.tool_mass = heavy.shape.tool_mass = 1.5;
  light.told_mass = 0.8, heavy.told_mass = 1.2;
  expect_quiet({light,
                heavy,
                {.what = "150 mm off axis", .off_axis = 0.15, .watched = 90.0},
                {.what = "150 mm off axis, bias", .bias_T = Vector3(0, 2, 2), .off_axis = 0.15, .watched = 90.0}});
}

TEST(GuardContacts, AreQuietBehindAServoThatResonates) {
  expect_quiet({{.what = "resonant servo", .resonant = true},
                {.what = "resonant servo, bias", .bias_T = Vector3(0, 0, 2), .resonant = true}});
}

TEST(GuardContacts, AreQuietWithServoLead) {
  GuardContact led{.what = "led"};
  led.shape.lead = 1.0;
  std::vector<GuardContact> kinds{led};
  for (const double bias : {-4.0, 2.5, 5.0}) {
    kinds.push_back(led);
    kinds.back().what = "led, bias of " + words(bias) + " N";
    kinds.back().bias_T = Vector3(1.0, 0.0, bias);
  }
  kinds.push_back(led);
  kinds.back().what = "led, hand of 15 N";
  kinds.back().press = 0.0, kinds.back().hand = 15.0;
  kinds.push_back(led);
  kinds.back().what = "led, foam";
  kinds.back().foam = 1000.0, kinds.back().press = 15.0;
  kinds.push_back(led);
  kinds.back().what = "led, friction";
  kinds.back().friction = 0.3;
  expect_quiet(kinds);
}

}  // namespace
}  // namespace limber::sim
