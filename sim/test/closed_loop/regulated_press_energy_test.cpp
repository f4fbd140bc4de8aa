// The energy of a regulated press: what it does is metered as the work of F_control, and the bound at the port holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "pressed_arm.hpp"
#include "support/scale.hpp"

namespace limber::sim {
namespace {

// J that left through the port beyond what was stored at the start (nothing), first filled and metered apart.
double created(const Telemetry& t, double first_fill) {
  return -t.energy_port - first_fill - t.energy_control - t.energy_reference - t.energy_limits;
}

// Uphill the surface pushes the tool, and the press takes this energy; downhill it gives it.
TEST(RegulatedPress, IsMeteredAsTheWorkOfFControl) {
  for (const double speed : {-0.05, 0.05}) {
    AdmittanceParameters parameters = regulated(kPressing);
    parameters.wrench.min_motion_threshold = 0.0;
    PressedArm arm(slope_under(kPressing, 20.0, 5e3), parameters);
    arm.press(kPress, 3.0);
    arm.lead(speed);
    arm.press(kPress, 1.0);
    const double started = arm.loop.controller.telemetry().energy_control;
    double work = 0.0;
    Vector6 error = arm.loop.controller.telemetry().error;
    arm.press(kPress, 2.0, [&] {
      const Telemetry& t = arm.loop.controller.telemetry();
      work += (t.wrench_law - t.wrench_compliance).dot(t.error - error);
      error = t.error;
    });
    const double metered = arm.loop.controller.telemetry().energy_control - started;
    EXPECT_NEAR(metered, work, 0.01 * std::abs(work));
    EXPECT_GT(std::abs(metered), 0.1);
  }
}

// Anything at any time: slopes, speeds, presses, hands, matrices, switching.
double random_run(unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  AdmittanceParameters parameters = regulated(kPressing);
  parameters.supervisor.stiffness_ramp_time = 0.1;
  SimulationParameters simulation = slope_under(kPressing, 30.0 * any(random), 5e3);
  simulation.scene.surfaces[0].friction = 0.15 + 0.15 * any(random);
  PressedArm arm(simulation, parameters);
  double most = -1.0;
  for (int n = 0; n < 20; ++n) {
    arm.lead(0.1 * any(random));
    Vector6 push = Vector6::Zero();
    if (any(random) > 0.0) push.head<3>() = 20.0 * Vector3(any(random), any(random), any(random));
    arm.loop.robot.set_push(push);
    const double newtons = 12.0 + 8.0 * any(random);
    if (any(random) > 0.0) {
      arm.change([&](auto& p) {
        p.press.regulation = any(random) > 0.3    ? PressRegulation::kNone
                             : any(random) > -0.3 ? PressRegulation::kNormal
                                                  : PressRegulation::kDirection;
        p.compliance.admittance_ratio = any(random) > 0.0 ? 1.0 : 0.6;
        p.compliance.stiffness(2, 2) = any(random) > 0.5 ? 500.0 * (1.0 + any(random)) : 0.0;
        p.compliance.mass(2, 2) = 4.0 + 2.0 * any(random);
      });
    }
    arm.press(newtons, 0.3,
              [&] { most = std::max(most, created(arm.loop.controller.telemetry(), parameters.tank.first_fill)); });
  }
  EXPECT_LE(arm.worst_step, 1.0 + 1e-6) << seed;
  return most;
}

TEST(RegulatedPress, KeepsTheBoundOfTheEnergyAtThePort) {
  for (int seed = 0; seed < test::scaled(40); ++seed) ASSERT_LT(random_run(static_cast<unsigned>(seed)), 1e-9) << seed;
}

}  // namespace
}  // namespace limber::sim
