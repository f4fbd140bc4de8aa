// Following a table of 5 kN/m sloped by 10 degrees at 0.05 m/s, with a press of 10 N: the true contact force is kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

// Distance, speed and acceleration along a straight way that gets up to `speed` within 0.2 s on a cosine.
struct Progress {
  double s, v, a;
};
Progress progress(double speed, double t) {
  constexpr double kRise = 0.2;
  if (t >= kRise) return {speed * (t - 0.5 * kRise), speed, 0.0};
  const double w = std::numbers::pi / kRise;
  return {0.5 * speed * (t - std::sin(w * t) / w), 0.5 * speed * (1.0 - std::cos(w * t)),
          0.5 * speed * w * std::sin(w * t)};
}

// Whether whoever leads the reference knows the slope: it then moves along the surface, with the tool upright on it
// and K = 0 along the normal. Else it moves level, the tool straight down and K = 0 along the vertical, and the force
// alone has to find the way up or down.
enum class Reference { kAlongTheSurface, kLevel };

struct FollowCase {
  const char* robot;
  Reference reference;
  bool uphill;
  double mass;                                                    // kg
  double slope = 10.0;                                            // degrees
  double speed = 0.05;                                            // m/s
  double stiffness = 5e3;                                         // N/m
  double approach = SupervisorParameters().press_approach_speed;  // m/s
};

struct Forces {
  double lowest = 1e9, highest = -1e9, at_start = 0.0;
};

Forces follow(const FollowCase& c, const LoopShape& shape) {
  const Arm arm = load_arm(c.robot);
  const bool along = c.reference == Reference::kAlongTheSurface;
  const double slope = c.slope * std::numbers::pi / 180.0;
  const JointVector q0 = tool_pitched_up(arm, along ? slope : 0.0);
  const Pose X_BT = arm.pose(q0, arm.tip());
  SimulationParameters simulation = simulation_for(arm, shape);
  Plate& table = simulation.scene.plates.emplace_back(surface_ahead(arm, simulation.tool, q0, c.stiffness, 0.01));
  // The tool pitched up leans over a surface that rises outwards, in the vertical plane of its own axis.
  const Vector3 pitched_B = arm.pose(tool_pitched_up(arm, slope), arm.tip()).R.col(2);
  table.normal_B = -pitched_B;
  const Vector3 outwards_B = (pitched_B - pitched_B.z() * Vector3::UnitZ()).normalized();
  const Vector3 uphill_B =
      along ? Vector3((outwards_B - outwards_B.dot(pitched_B) * pitched_B).normalized()) : outwards_B;
  const Vector3 way_B = c.uphill ? uphill_B : Vector3(-uphill_B);

  AdmittanceParameters parameters = parameters_for(arm, shape);
  parameters.supervisor.press_approach_speed = c.approach;
  SimulatedLoop loop(arm, q0, parameters, simulation);
  const auto force = [&] { return loop.robot.contact_force().norm(); };
  const auto press = [&] { loop.controller.set_control_wrench(kPress * Vector6::Unit(2)); };
  while (loop.robot.time() < 3.0) {
    press();
    loop.run(0.02);
  }
  Forces seen;
  seen.at_start = force();
  const double started = loop.robot.time();
  double t = 0.0;
  while (t < 3.0) {
    press();
    t = loop.robot.time() - started;
    const Progress now = progress(c.speed, t);
    Vector6 twist = Vector6::Zero(), acceleration = Vector6::Zero();
    twist.head<3>() = now.v * way_B;
    acceleration.head<3>() = now.a * way_B;
    loop.controller.set_desired_pose({X_BT.R, X_BT.p + now.s * way_B}, twist, acceleration);
    loop.cycle();
    if (t < 0.5) continue;
    seen.lowest = std::min(seen.lowest, force());
    seen.highest = std::max(seen.highest, force());
  }
  EXPECT_EQ(name(loop.controller.telemetry().fault), "none");
  const Vector3 moved = loop.robot.tool_pose().p - (X_BT * simulation.tool.p_TQ);
  EXPECT_NEAR(moved.dot(way_B), c.speed * 2.9, 0.01);
  return seen;
}

class Following : public testing::TestWithParam<FollowCase> {};

TEST_P(Following, HoldsTheForceOnASlopedTable) {
  const FollowCase c = GetParam();
  LoopShape shape;
  shape.mass = c.mass;
  shape.damping = damping_for_wall(contact_loop(shape), c.stiffness);
  const Forces seen = follow(c, shape);
  std::printf("%-6s %-8s, reference %-17s M %4.1f kg D %6.1f N s/m: %5.2f N at the start, then %5.2f to %5.2f N\n",
              c.robot, c.uphill ? "uphill" : "downhill",
              c.reference == Reference::kLevel ? "level" : "along the surface", c.mass, shape.damping, seen.at_start,
              seen.lowest, seen.highest);
  EXPECT_GT(seen.lowest, kPress - 2.5);
  EXPECT_LT(seen.highest, kPress + 2.5);
}

std::vector<FollowCase> follow_cases() {
  std::vector<FollowCase> all;
  for (const char* robot : {"ur5e", "ur3e", "ur10e"}) {
    for (const Reference reference : {Reference::kAlongTheSurface, Reference::kLevel}) {
      for (const bool uphill : {true, false}) all.push_back({robot, reference, uphill, 5.0});
    }
  }
  all.push_back({"ur5e", Reference::kLevel, true, 2.0});
  all.push_back({"ur5e", Reference::kLevel, false, 2.0});
  return all;
}

INSTANTIATE_TEST_SUITE_P(SlopedTable, Following, testing::ValuesIn(follow_cases()));

// A soft surface that falls away faster than a press may approach one: in contact it is followed all the same.
TEST(SteepWayDown, IsFollowedFasterThanAPressApproaches) {
  const FollowCase c{"ur5e", Reference::kLevel, false, 5.0, 32.0, 0.1, 1e3};
  LoopShape shape;
  shape.mass = c.mass;
  shape.damping = 80.0;
  const Forces seen = follow(c, shape);
  std::printf("down 32 degrees at 0.1 m/s: %5.2f N at the start, then %5.2f to %5.2f N\n", seen.at_start, seen.lowest,
              seen.highest);
  EXPECT_GT(seen.lowest, 2.0);
}

// A damping that leaves little of the press on the way down, and a press that would approach more slowly than that.
TEST(SteepWayDown, IsFollowedWithWhatTheDamperLeavesOfThePress) {
  for (const double degrees : {10.0, 15.0, 20.0}) {
    const FollowCase c{"ur5e", Reference::kLevel, false, 5.0, degrees, 0.1, 5e3, 0.025};
    LoopShape shape;
    shape.mass = c.mass;
    shape.damping = 210.0;
    const Forces seen = follow(c, shape);
    const double slope = degrees * std::numbers::pi / 180.0;
    const double left = (kPress - shape.damping * c.speed * std::tan(slope)) / std::cos(slope);
    std::printf("down %.0f degrees at 0.1 m/s: %5.2f N at the start, then %5.2f to %5.2f N; the law leaves %.2f N\n",
                degrees, seen.at_start, seen.lowest, seen.highest, left);
    // The tool tilts under the contact, which takes some of it; without contact there would be none.
    EXPECT_GT(seen.lowest, 0.4 * left);
  }
}

}  // namespace
}  // namespace limber::sim
