// A sensor bias that moves an arm without springs is reported once, with its value; a hand, a press and forces held by
// springs are not.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "limber/admittance_controller.hpp"
#include "limber/telemetry.hpp"
#include "support/ideal_robot.hpp"

namespace limber {
namespace {

struct LeanCase {
  std::function<Vector6(double)> felt_S;  // N, N m at t, on top of what the world does
  double stiffness = 0.0;                 // N/m, N m/rad
  double press = 0.0;                     // N
};

// What is told of forces that stay, within 40 s.
std::vector<Event> told_of(const LeanCase& lean) {
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.update_rate = 250.0;
  p.compliance.mass = (Vector6() << 5, 5, 5, 0.3, 0.3, 0.3).finished().asDiagonal();
  p.compliance.damping = Matrix6((Vector6() << 800, 800, 800, 8, 8, 8).finished().asDiagonal());
  p.compliance.stiffness = lean.stiffness * Matrix6::Identity();
  p.wrench.min_motion_threshold = 1.0;
  const Arm arm = test::load_arm(test::kUr5e);
  AdmittanceController controller(arm, p);
  test::IdealRobot robot(arm, test::ready_posture(arm), *arm.find_frame("ft_frame"), 0.01);
  EXPECT_TRUE(controller.activate(robot.read()));
  robot.set_noise(0.05);
  std::vector<Event> told;
  Event event;
  Telemetry record;
  for (int k = 0; k < 10'000; ++k) {
    robot.step(1.0 / p.update_rate);
    robot.state().F_S_S.tail<3>() *= 0.1;
    robot.state().F_S_S += lean.felt_S(k / p.update_rate);
    if (lean.press > 0.0) controller.set_control_wrench(lean.press * Vector6::Unit(2));
    robot.write(controller.update(robot.read(), 1.0 / p.update_rate));
    while (controller.take_telemetry(record)) continue;
    while (controller.take_event(event)) {
      EXPECT_NE(event.kind, Event::Kind::kFault) << sentence(event);
      if (event.kind == Event::Kind::kSteadyForce || event.kind == Event::Kind::kSteadyTorque) told.push_back(event);
    }
  }
  return told;
}

LeanCase bias_of(const Vector6& bias) {
  return {.felt_S = [bias](double) { return bias; }};
}

TEST(SteadyForceTold, OnceWithItsValueWhateverItsSize) {
  for (const double size : {1.2, 2.0, 3.0, 5.0}) {
    const std::vector<Event> told = told_of(bias_of(size * Vector6::Unit(1)));
    ASSERT_EQ(told.size(), 1u) << size;
    EXPECT_EQ(told.front().kind, Event::Kind::kSteadyForce);
    EXPECT_NEAR(told.front().value, size, 0.05);
  }
}

TEST(SteadyForceTold, OfATorqueInItsOwnWords) {
  const std::vector<Event> told = told_of(bias_of(0.15 * Vector6::Unit(5)));
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(sentence(told.front()).substr(4), "0 N m for 10 s turn a tool that no spring holds: tare?")
      << sentence(told.front());
}

TEST(SteadyForceTold, NotOfAHandAPressOrWhatSpringsHold) {
  const Vector6 along = 4.0 * Vector6::Unit(0);
  const LeanCase hand{.felt_S = [&](double t) { return Vector6((1.0 + 0.3 * std::sin(1.7 * t)) * along); }};
  EXPECT_TRUE(told_of(hand).empty());
  LeanCase sprung = bias_of(along);
  sprung.stiffness = 300.0;
  EXPECT_TRUE(told_of(sprung).empty());
  LeanCase pressed = bias_of(5.0 * Vector6::Unit(2));  // the sensor looks back, along -z of the tool
  pressed.press = 5.0;
  EXPECT_TRUE(told_of(pressed).empty());
}

}  // namespace
}  // namespace limber
