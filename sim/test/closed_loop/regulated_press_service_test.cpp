// A regulated press in service: steps of the force, hands beside the contact, a surface that ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>

#include "force_step.hpp"
#include "support/scale.hpp"

namespace limber::sim {
namespace {

TEST(RegulatedPress, TakesAStepOfTheForceWithoutMuchOvershoot) {
  PressedArm arm(table_under(kPressing, 5e3), pressing_at_once(regulated(kPressing)));
  const ForceStep step = force_step(arm);
  std::printf("10 to 20 N on 5 kN/m: at most %.2f N, within 2 %% after %.3f s\n", step.highest, step.settled);
  EXPECT_NEAR(step.before, 10.0, 0.1);
  EXPECT_LT(step.highest, 20.0 + 0.1 * 10.0);
  EXPECT_LT(step.settled, 0.4);
}

// The inertia of the tool is felt as a change of the force, the more so the softer the surface is.
TEST(RegulatedPress, IsQuietOnSoftSurfacesAndWithHeavyTools) {
  for (const double stiffness : {200.0, 500.0, 1000.0, 2e3, 5e3, 20e3}) {
    for (const double tool_mass : {0.1, 0.8, 2.0, 4.0}) {
      LoopShape shape = kPressing;
      shape.tool_mass = tool_mass;
      PressedArm arm(table_under(shape, stiffness), regulated(shape));
      arm.press(10.0, 8.0);
      double worst = 0.0;
      arm.press(10.0, 4.0, [&] { worst = std::max(worst, std::abs(arm.force() - 10.0)); });
      EXPECT_LT(worst, 0.5) << stiffness << " N/m, " << tool_mass << " kg";
      EXPECT_EQ(name(arm.loop.controller.telemetry().fault), "none");
    }
  }
}

// Hands in random directions, beside and against the contact. None makes the press unstable, and half a second after it
// lets go the force is back.
TEST(RegulatedPress, IsBackHalfASecondAfterAHandLetsGo) {
  std::mt19937_64 random(23);
  std::uniform_real_distribution<double> newtons(5.0, 30.0), seconds(0.2, 1.5), any(-1.0, 1.0);
  PressedArm arm(table_under(kPressing, 5e3), regulated(kPressing));
  const Vector3 normal_B = arm.simulation.scene.plates[0].normal_B;
  arm.press(10.0, 4.0);
  double worst = 0.0;
  const int hands = test::scaled(200);
  for (int n = 0; n < hands; ++n) {
    Vector3 direction_B = Vector3(any(random), any(random), any(random)).normalized();
    // A hand that pulls the tool off ends the contact; that is another test.
    if (direction_B.dot(normal_B) > 0.0) direction_B -= direction_B.dot(normal_B) * normal_B;
    arm.loop.robot.set_push((Vector6() << newtons(random) * direction_B, Vector3::Zero()).finished());
    arm.press(10.0, seconds(random));
    arm.loop.robot.set_push(Vector6::Zero());
    arm.press(10.0, 0.5);
    arm.press(10.0, 0.3, [&] { worst = std::max(worst, std::abs(arm.force() - 10.0)); });
  }
  std::printf("%d hands of 5 to 30 N: at most %.2f N off from half a second after they let go\n", hands, worst);
  EXPECT_LT(worst, 0.5);
  EXPECT_EQ(name(arm.loop.controller.telemetry().fault), "none");
}

// Hands that pull the tool off the surface: it goes no faster than the damping lets the hand pull it, and comes back.
TEST(RegulatedPress, DoesNotFollowAHandThatPullsTheToolOff) {
  PressedArm arm(table_under(kPressing, 5e3), regulated(kPressing));
  const Vector3 normal_B = arm.simulation.scene.plates[0].normal_B;
  arm.press(10.0, 4.0);
  for (const double newtons : {15.0, 30.0, 60.0}) {
    arm.loop.robot.set_push((Vector6() << newtons * normal_B, Vector3::Zero()).finished());
    double fastest = 0.0;
    arm.press(10.0, 0.5, [&] { fastest = std::max(fastest, arm.loop.robot.tool_velocity().head<3>().dot(normal_B)); });
    const double by_damping = (newtons - 10.0) / kPressing.damping;
    std::printf("a hand of %.0f N pulls at %.3f m/s; the damper alone lets it at %.3f m/s\n", newtons, fastest,
                by_damping);
    EXPECT_LT(fastest, by_damping + 0.035);
    arm.loop.robot.set_push(Vector6::Zero());
    arm.press(10.0, 5.0);
    EXPECT_NEAR(arm.force(), 10.0, 0.2);
  }
  EXPECT_EQ(name(arm.loop.controller.telemetry().fault), "none");
}

}  // namespace
}  // namespace limber::sim
