// What `explain` says of press.max_touch_force agrees with what it predicts, and says so if the force cannot be had.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compliance/first_touch.hpp"
#include "motion_plan.hpp"
#include "program.hpp"
#include "touch_outlook.hpp"

namespace limber::app::test {
namespace {

struct Asked {
  double force = 30.0;     // N
  double wall = 20e3;      // N/m
  double approach = 0.05;  // m/s
  const char* servo = "{lag: 0.03, delay: 0.002}";
};

std::string touching(const Asked& asked) {
  return temporary_file("touching.yaml", fmt::format(R"(c:
  ros__parameters:
    ft_frame: ft_frame
    admittance: {{stiffness: [300, 300, 0, 50, 50, 50], damping: [100, 100, 100, 12, 12, 12], filter_cutoff: 50}}
    servo: {}
    press: {{approach_speed: {}, max_touch_force: {}, stiffest_wall: {}}}
    limits.joint_deceleration: [60]
limber: {{tool: {{tip: [0, 0, 0.12], mass: 0}}}}
)",
                                                     asked.servo, asked.approach, asked.force, asked.wall));
}

MotionPlan plan_of_touch(const Asked& asked) {
  PlanOptions options;
  options.configuration = touching(asked);
  return make_motion_plan(read_input(options));
}

// The stiffer the wall, the slower the approach; its peak is what was accepted.
TEST(ExplainTouch, PredictsAPeakAsAcceptedAtTheSpeedThatResults) {
  for (const double wall : {20e3, 50e3, 100e3}) {
    for (const double force : {15.0, 30.0, 60.0}) {
      const MotionPlan plan = plan_of_touch({force, wall});
      const TouchOutlook z = touch_outlook(plan, 2);
      EXPECT_LE(z.speed, 0.05);
      EXPECT_GT(z.speed, TouchSpeeds::kSlowest);
      EXPECT_LT(z.peak, 1.05 * force) << wall;
      if (z.speed < 0.04) {
        EXPECT_GT(z.peak, 0.8 * force) << wall;
      }
      EXPECT_EQ(plan.warnings.size(), 0u);
    }
  }
}

// Nothing acts within the delay of 2 ms and a period of 2 ms: until then the tool goes on at v.
TEST(ExplainTouch, SaysThatAForceCannotBeHadAndWhatHelps) {
  const Asked hard{.force = 5.0, .wall = 1e6, .servo = "{lag: 0.03, delay: 0.002, lead: false}"};
  const MotionPlan plan = plan_of_touch(hard);
  EXPECT_GT(touch_outlook(plan, 2).slowest_peak, 1e6 * 0.002 * 0.004);
  ASSERT_EQ(plan.warnings.size(), 1u);
  const std::string& warning = plan.warnings[0];
  EXPECT_NE(warning.find(":6: press.max_touch_force is 5 N; along z, on a press.stiffest_wall of 1000 kN/m, even the "
                         "slowest approach (0.002 m/s) peaks at "),
            std::string::npos)
      << warning;
  for (const char* help :
       {"a press.approach_speed of at most", "a press.stiffest_wall of at most", "servo.lead: true"}) {
    EXPECT_NE(warning.find(help), std::string::npos) << help << ": " << warning;
  }
  const Outcome explained = run_program("explain " + touching(hard));
  EXPECT_TRUE(explained.says("It CANNOT BE HAD: even an approach at 0.002 m/s peaks at")) << explained.output;
  EXPECT_TRUE(explained.says("Warning: ")) << explained.output;
}

// Each help that is offered with a number is enough.
TEST(ExplainTouch, OffersHelpThatHelps) {
  Asked asked{.force = 8.0, .wall = 1e6};
  const std::string warning = plan_of_touch(asked).warnings.at(0);
  const auto number_after = [&](const std::string& words) {
    const std::size_t at = warning.find(words);
    EXPECT_NE(at, std::string::npos) << warning;
    return std::stod(warning.substr(at + words.size()));
  };
  Asked softer = asked, slower = asked;
  softer.wall = 1e3 * number_after("a press.stiffest_wall of at most ");
  slower.approach = number_after("a press.approach_speed of at most ");
  EXPECT_LT(touch_outlook(plan_of_touch(softer), 2).slowest_peak, 1.02 * asked.force);
  EXPECT_LT(touch_outlook(plan_of_touch(slower), 2).peak, 1.05 * asked.force);
}

TEST(ExplainTouch, WarnsOfAPressThatIsItselfTooMuch) {
  const std::string tool = "limber: {tool: {tip: [0, 0, 0.12], mass: 0}}";
  std::string text = read_file(touching({.force = 15.0}));
  text.replace(text.find(tool), tool.size(), R"(limber:
  tool: {tip: [0, 0, 0.12], mass: 0}
  duration: 5
  script: [{at: 1, press: [0, 0, -12, 0, 0, 9], for: 1}, {at: 3, press: [0, 0, 16, 0, 0, 0], for: 1}])");
  PlanOptions options;
  options.configuration = temporary_file("too_much.yaml", text);
  const std::vector<std::string> warnings = make_motion_plan(read_input(options)).warnings;
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("the press of 16 N is itself more than press.max_touch_force, 15 N"), std::string::npos);
}

TEST(ExplainTouch, SaysThatTheControllerKnowsAnotherServo) {
  const Asked asked{.force = 20.0, .wall = 100e3, .servo = "{lag: 0.001}"};
  const MotionPlan plan = plan_of_touch(asked);
  const TouchOutlook z = touch_outlook(plan, 2);
  EXPECT_TRUE(z.exceeds(asked.force)) << z.peak;
  ASSERT_EQ(plan.warnings.size(), 2u) << "and that the lag is another one";
  EXPECT_NE(plan.warnings[1].find("servo.lag and servo.delay say 1 and 0 ms, the simulated robot has 30 and 2 ms"),
            std::string::npos)
      << plan.warnings[1];
  EXPECT_TRUE(run_program("explain " + touching(asked)).says("which is MORE than accepted"));
}

}  // namespace
}  // namespace limber::app::test
