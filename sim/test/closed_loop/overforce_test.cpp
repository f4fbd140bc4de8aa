// A tool that is led into a wall whatever it feels: the force that stops it is not the force that stands. The arm
// brakes as hard as its joints can and gives way, behind a servo that lags.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "limber/safety/stopping_force.hpp"
#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

constexpr double kLimit = 100.0;     // N
constexpr double kAllowed = 0.3;     // s after the fault
constexpr double kRunUp = 0.04;      // m to the wall
constexpr double kNotForEver = 3.0;  // s

AdmittanceParameters deaf_along_the_tool(const Arm& arm, const LoopShape& shape) {
  AdmittanceParameters p = parameters_for(arm, shape);
  p.compliance.enabled_axes[2] = false;
  p.supervisor.overforce = kLimit;
  return p;
}

// Leads the tool along its own axis at a constant speed, as fast as the tool's acceleration allows.
class LedIntoAWall {
 public:
  LedIntoAWall(const Arm& arm, const AdmittanceParameters& p, const SimulationParameters& simulation, double speed)
      : loop(arm, home(arm), p, simulation), speed_(speed), X_BR_(arm.pose(home(arm), arm.tip())) {
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
  double wall, speed;
};

class LedIntoTheWall : public testing::TestWithParam<ImpactCase> {};

TEST_P(LedIntoTheWall, TheForceThatStandsIsBelowTheLimitSoonAfterTheFault) {
  const auto [wall, speed] = GetParam();
  const Arm arm = load_arm("ur5e");
  const LoopShape shape{.damping = 1000.0, .stiffness = 1000.0};
  SimulationParameters simulation = simulation_for(arm, shape);
  simulation.scene.plates = {surface_ahead(arm, simulation.tool, home(arm), wall, kRunUp)};
  const AdmittanceParameters p = deaf_along_the_tool(arm, shape);
  LedIntoAWall led(arm, p, simulation, speed);
  led.run_until_faulted();
  ASSERT_TRUE(led.faulted());
  EXPECT_EQ(name(led.loop.controller.telemetry().fault), "overforce");

  const double deceleration =
      fault_deceleration(arm, home(arm), arm.tip(), led.axis(), joint_bounds(arm, LimitParameters()));
  const double predicted =
      kLimit + stopping_force({speed, wall, shape.lag + shape.delay, shape.period(), deceleration});
  const double start = led.loop.robot.time();
  double below_since = 0.0, stands = 0.0;
  while (led.loop.robot.time() < start + 1.0) {
    led.cycle();
    if (led.force() >= kLimit) below_since = led.loop.robot.time() - start;
    stands = led.force();
  }
  std::printf(
      "%5.0f kN/m at %4.2f m/s: peak %5.0f N (K_e v T %5.0f N; predicted at most %5.0f N), below %3.0f N after %3.0f "
      "ms, "
      "stands at %4.1f N\n",
      1e-3 * wall, speed, led.peak, wall * speed * (shape.lag + shape.delay), predicted, kLimit, 1e3 * below_since,
      stands);
  EXPECT_LT(below_since, kAllowed);
  EXPECT_LT(stands, 0.5 * kLimit);
  EXPECT_LT(led.peak, predicted);
  EXPECT_GT(led.peak, 0.7 * predicted);
  EXPECT_EQ(led.loop.controller.state(), SupervisorState::kFaulted);
}

std::vector<ImpactCase> impacts() {
  std::vector<ImpactCase> all;
  for (const double wall : {5e3, 20e3, 50e3, 100e3}) {
    for (const double speed : {0.05, 0.1, 0.15, 0.2}) all.push_back({wall, speed});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Walls, LedIntoTheWall, testing::ValuesIn(impacts()));

// Less room behind it than the way it may give way by. A reset comes while the force is still there.
TEST(GivingWay, DoesNotPressOnAWallBehindIt) {
  const Arm arm = load_arm("ur5e");
  const LoopShape shape{.damping = 1000.0, .stiffness = 1000.0};
  for (const double wall : {5e3, 20e3, 50e3, 100e3}) {
    SimulationParameters simulation = simulation_for(arm, shape);
    simulation.scene.plates = {surface_ahead(arm, simulation.tool, home(arm), wall, kRunUp)};
    LedIntoAWall led(arm, deaf_along_the_tool(arm, shape), simulation, 0.1);
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
