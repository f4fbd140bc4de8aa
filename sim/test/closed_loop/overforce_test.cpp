// A tool that is led into a wall: the force at which it stops is not the force that remains. The arm brakes as hard as
// its joints can and gives way, behind a servo with lag.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "safety/motion_limits.hpp"
#include "safety/stopping_force.hpp"
#include "simulated_loop.hpp"
#include "support/scale.hpp"

namespace limber::sim {
namespace {

constexpr double kLimit = 100.0;     // N
constexpr double kAllowed = 0.3;     // s after the fault
constexpr double kRunUp = 0.04;      // m to the wall
constexpr double kNotForEver = 8.0;  // s

AdmittanceParameters deaf_along_the_tool(const Arm& arm, const LoopShape& shape) {
  AdmittanceParameters p = parameters_for(arm, shape);
  p.compliance.enabled_axes[2] = false;
  p.supervisor.overforce = kLimit;
  return p;
}

// Leads the tool along its own axis at a constant speed, as fast as the tool's acceleration allows.
class LedIntoAWall {
 public:
  LedIntoAWall(const Arm& arm, const JointVector& start, const AdmittanceParameters& p,
               const SimulationParameters& simulation, double speed)
      : loop(arm, start, p, simulation), speed_(speed), X_BR_(arm.pose(start, arm.tip())) {
    axis_ = X_BR_.R * simulation.tool.axis;
  }

  void cycle() {
    const double change = 0.9 * LimitParameters().max_linear_acceleration * loop.period();
    led_ = std::min(speed_, led_ + change);
    X_BR_.p += led_ * loop.period() * axis_;
    Vector6 twist = Vector6::Zero();
    twist.head<3>() = led_ * axis_;
    if (!faulted()) loop.controller.set_desired_pose(X_BR_, twist);
    loop.cycle();
    peak = std::max(peak, force());
  }
  void run_until_faulted() {
    while (!faulted() && loop.robot.time() < kNotForEver) cycle();
  }
  bool faulted() const { return loop.controller.state() == SupervisorState::kFaulted; }
  double force() const { return -axis_.dot(loop.robot.contact_force()); }
  const Vector3& axis() const { return axis_; }

  SimulatedLoop loop;
  double peak = 0.0;  // N

 private:
  double speed_, led_ = 0.0;
  Pose X_BR_;
  Vector3 axis_;
};

struct ImpactCase {
  std::string robot = "ur5e";
  double wall = 0.0, speed = 0.0;         // N/m, m/s
  double limit = kLimit, friction = 0.0;  // N
  double pitch = 0.0;                     // rad: 0 with the tool straight down, pi/2 level
  bool feels = false;                     // gives way along its axis, too
};

testing::Message in_words(const ImpactCase& c) {
  return testing::Message() << c.robot << ", " << c.wall << " N/m at " << c.speed << " m/s, limit " << c.limit
                            << " N, friction " << c.friction << ", pitch " << c.pitch << " rad"
                            << (c.feels ? ", feels" : "");
}

struct StopAtAWall {
  double predicted, peak;  // N along the wall's normal
  double above, stands;    // s, N: how long more than the limit was there after the fault; what is left
  double way;              // m, from where it was deepest
};

// What happens within a second of the fault.
StopAtAWall stop_at_a_wall(const ImpactCase& c) {
  const Arm arm = load_arm(c.robot);
  const LoopShape shape{.damping = c.feels ? 200.0 : 1000.0, .stiffness = 1000.0};
  const JointVector start = tool_pitched_up(arm, c.pitch);
  SimulationParameters simulation = simulation_for(arm, shape);
  simulation.scene.plates = {surface_ahead(arm, simulation.tool, start, c.wall, kRunUp)};
  simulation.scene.plates[0].friction = c.friction;
  AdmittanceParameters p = deaf_along_the_tool(arm, shape);
  p.compliance.enabled_axes[2] = c.feels;
  p.supervisor.overforce = c.limit;
  p.supervisor.overtorque = kUnlimited;
  LedIntoAWall led(arm, start, p, simulation, c.speed);
  led.run_until_faulted();
  EXPECT_EQ(name(led.loop.controller.telemetry().fault), "overforce");

  const double deceleration =
      fault_deceleration(arm, led.loop.robot.read().q, arm.tip(), led.axis(), joint_bounds(arm, LimitParameters()));
  StopAtAWall stop{};
  stop.predicted = c.limit + stopping_force({c.speed, c.wall, shape.lag + shape.delay, shape.period(), deceleration});
  const double fault = led.loop.robot.time();
  Vector3 deepest_B = led.loop.robot.tool_pose().p;
  while (led.loop.robot.time() < fault + 1.0) {
    led.cycle();
    const Vector3 p_B = led.loop.robot.tool_pose().p;
    if (led.axis().dot(p_B - deepest_B) > 0.0) deepest_B = p_B;
    stop.way = std::max(stop.way, (p_B - deepest_B).norm());
    stop.stands = led.loop.robot.contact_force().norm();
    if (stop.stands >= c.limit) stop.above = led.loop.robot.time() - fault;
  }
  stop.peak = led.peak;
  EXPECT_EQ(led.loop.controller.state(), SupervisorState::kFaulted);
  return stop;
}

class LedIntoTheWall : public testing::TestWithParam<ImpactCase> {};

TEST_P(LedIntoTheWall, TheForceThatStandsIsBelowTheLimitSoonAfterTheFault) {
  const ImpactCase& c = GetParam();
  const StopAtAWall stop = stop_at_a_wall(c);
  std::printf(
      "%5.0f kN/m at %4.2f m/s: peak %5.0f N (predicted at most %5.0f N), below %3.0f N after %3.0f ms, stands at "
      "%4.1f "
      "N\n",
      1e-3 * c.wall, c.speed, stop.peak, stop.predicted, c.limit, 1e3 * stop.above, stop.stands);
  SCOPED_TRACE(in_words(c));
  EXPECT_LT(stop.above, kAllowed);
  EXPECT_LT(stop.stands, 0.5 * c.limit);
  EXPECT_LT(stop.peak, stop.predicted);
  EXPECT_GT(stop.peak, 0.7 * stop.predicted);
}

std::vector<ImpactCase> impacts() {
  std::vector<ImpactCase> all;
  for (const double wall : {5e3, 20e3, 50e3, 100e3}) {
    for (const double speed : {0.05, 0.1, 0.15, 0.2}) all.push_back({.wall = wall, .speed = speed});
    // Small arms brake and come back less well: their joints turn faster for the same speed of the tool.
    for (const double pitch : {0.0, 0.8, 0.5 * std::numbers::pi}) {
      all.push_back({.robot = "ur3e", .wall = wall, .speed = 0.2, .pitch = pitch});
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Walls, LedIntoTheWall, testing::ValuesIn(impacts()));

// Rough walls, too: friction is part of the force that counts, and it turns round when the tool does.
TEST(AnyArmLedIntoAnyWall, IsBelowTheLimitSoonAfterTheFaultAndEndsBelowHalfOfIt) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> u(0.0, 1.0);
  const std::array<const char*, 3> robots{"ur3e", "ur5e", "ur10e"};
  double longest = 0.0, most_left = 0.0, farthest = 0.0, nearest_to_predicted = 0.0;
  for (int n = 0; n < test::scaled(60); ++n) {
    ImpactCase c;
    c.robot = robots[random() % robots.size()];
    c.wall = 5e3 * std::pow(20.0, u(random));
    c.speed = 0.05 + 0.15 * u(random);
    c.limit = 50.0 + 100.0 * u(random);
    c.friction = u(random) < 0.3 ? 0.0 : u(random);
    c.pitch = 0.5 * std::numbers::pi * u(random);
    c.feels = u(random) < 0.5;
    const StopAtAWall stop = stop_at_a_wall(c);
    SCOPED_TRACE(in_words(c));
    EXPECT_LT(stop.above, kAllowed);
    EXPECT_LT(stop.stands, 0.5 * c.limit);
    EXPECT_LT(stop.way, SupervisorParameters().overforce_retreat + 1e-3);
    EXPECT_LT(stop.peak, stop.predicted);
    longest = std::max(longest, stop.above);
    most_left = std::max(most_left, stop.stands / c.limit);
    farthest = std::max(farthest, stop.way);
    nearest_to_predicted = std::max(nearest_to_predicted, stop.peak / stop.predicted);
  }
  std::printf(
      "any arm, any wall: above the limit for %.0f ms at most, at most %.2f of it left, gave way by %.1f mm at most, "
      "peak at most %.2f of what is predicted\n",
      1e3 * longest, most_left, 1e3 * farthest, nearest_to_predicted);
}

// Less room behind it than the way it may give way by. A reset comes while the force is still there.
TEST(GivingWay, DoesNotPressOnAWallBehindIt) {
  const Arm arm = load_arm("ur5e");
  const LoopShape shape{.damping = 1000.0, .stiffness = 1000.0};
  for (const double wall : {5e3, 20e3, 50e3, 100e3}) {
    SimulationParameters simulation = simulation_for(arm, shape);
    simulation.scene.plates = {surface_ahead(arm, simulation.tool, home(arm), wall, kRunUp)};
    LedIntoAWall led(arm, home(arm), deaf_along_the_tool(arm, shape), simulation, 0.1);
    const Vector3 start_B = led.loop.robot.tool_pose().p;
    led.run_until_faulted();
    ASSERT_TRUE(led.faulted());
    // It comes into being 5 mm behind where the front one begins.
    const auto depth = [&] { return led.axis().dot(led.loop.robot.tool_pose().p - start_B); };
    double most = 0.0;
    bool asked = false;
    const double start = led.loop.robot.time();
    while (led.loop.robot.time() < start + 2.0) {
      const double behind = 50e3 * std::max(0.0, kRunUp - 0.005 - depth());
      Vector6 push = Vector6::Zero();
      push.head<3>() = behind * led.axis();
      led.loop.robot.set_push(push);
      if (!asked && led.loop.robot.time() > start + 0.05)
        asked = bool(led.loop.controller.request(Request::kResetFault));
      led.cycle();
      most = std::max(most, behind);
    }
    std::printf("%5.0f kN/m in front: at most %3.0f N from 50 kN/m 5 mm behind\n", 1e-3 * wall, most);
    EXPECT_LT(most, kLimit);
  }
}

}  // namespace
}  // namespace limber::sim
