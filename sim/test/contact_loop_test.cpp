// The whole loop from force to command to force: a plain admittance that presses on a wall must become unstable at the
// limit of the theory; otherwise some part of the simulation is later, slower or softer than specified.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "limber/sim/simulated_arm.hpp"
#include "pressing.hpp"

namespace limber::sim {
namespace {

struct Loop {
  double mass;     // kg
  double damping;  // N s/m
  double lag;      // s
  double delay;    // s
};

constexpr double kPeriod = 0.002;
constexpr double kSubstep = 0.001;

Plate wall_of(const Arm& arm, const Tool& tool, double stiffness) {
  return wall_ahead(arm, tool, stiffness, -10.0 / stiffness);  // starts pressed with 10 N
}

// The gain round the loop at frequency w (rad/s): wall, sensor (mean of two substeps), law, hold, delay, lag.
std::complex<double> round_the_loop(const Loop& loop, const Plate& wall, double w) {
  const std::complex<double> s(0.0, w);
  const std::complex<double> push = wall.stiffness + plate_damping(wall) * s + wall.mass * s * s;
  const double late = loop.delay + 0.5 * kPeriod + 0.5 * kSubstep;
  // The law of settles() below, step by step: velocity first, then position.
  const std::complex<double> z = std::exp(kPeriod * s);
  const std::complex<double> velocity = kPeriod / loop.mass * z / (z - 1.0 + kPeriod * loop.damping / loop.mass);
  const std::complex<double> law = velocity * kPeriod * z / (z - 1.0);
  return push * law * std::exp(-late * s) / (1.0 + loop.lag * s);
}

double stiffest_wall_in_theory(const Loop& loop) {
  double low = 100.0, high = 90e3;
  for (int n = 0; n < 60; ++n) {
    const double stiffness = 0.5 * (low + high);
    Plate wall;
    wall.stiffness = stiffness;
    // At the first frequency where the loop comes back in phase against itself.
    double w = 1.0;
    while (std::arg(round_the_loop(loop, wall, w)) < 0.0) w *= 1.001;
    (std::abs(round_the_loop(loop, wall, w)) < 1.0 ? low : high) = stiffness;
  }
  return low;
}

// Whether a small disturbance of a 10 N press dies out.
bool settles(const Arm& arm, const Loop& loop, double stiffness) {
  SimulationParameters parameters;
  parameters.tool = tool_of("ur5e");
  parameters.tool.mass = 0.0;
  parameters.sensor.force_noise = parameters.sensor.torque_noise = 0.0;
  parameters.servo.lag = loop.lag;
  parameters.servo.delay = loop.delay;
  parameters.scene.plates = {wall_of(arm, parameters.tool, stiffness)};
  const Vector3 normal_B = parameters.scene.plates[0].normal_B;
  SimulatedArm robot(arm, home(arm), parameters);
  JointVector q = home(arm);
  double v = 0.0, early = 0.0, late = 0.0;
  for (int k = 0; k < 2000; ++k) {
    const double bump = k < 5 ? 1.0 : 0.0;
    const Vector3 force_B = arm.pose(robot.read().q, arm.tip()).R * robot.read().F_S_S.head<3>();
    const double error = force_B.dot(normal_B) - 10.0 + bump;
    v += kPeriod * (error - loop.damping * v) / loop.mass;
    move_joints_by(arm, parameters.tool, kPeriod * v * normal_B, q);
    robot.write({q, JointVector::Zero(q.size())});
    robot.step(kPeriod);
    if (k > 500 && k <= 1000) early = std::max(early, std::abs(error));
    if (k > 1500) late = std::max(late, std::abs(error));
    if (std::abs(error) > 8.0) return false;
  }
  return late < early;
}

TEST(ContactLoop, LosesItsStabilityWithinTwoPercentOfTheory) {
  const Arm arm = load_arm("ur5e");
  for (const Loop& loop :
       {Loop{5.0, 200.0, 0.03, 0.002}, Loop{10.0, 800.0, 0.03, 0.002}, Loop{3.0, 100.0, 0.01, 0.004}}) {
    const double theory = stiffest_wall_in_theory(loop);
    double low = 0.7 * theory, high = 1.4 * theory;
    for (int n = 0; n < 9; ++n) {
      const double stiffness = 0.5 * (low + high);
      (settles(arm, loop, stiffness) ? low : high) = stiffness;
    }
    RecordProperty("theory_" + std::to_string(loop.damping), std::to_string(theory));
    RecordProperty("simulated_" + std::to_string(loop.damping), std::to_string(low));
    EXPECT_NEAR(low, theory, 0.02 * theory) << loop.mass << " kg, " << loop.damping << " N s/m";
  }
}

}  // namespace
}  // namespace limber::sim
