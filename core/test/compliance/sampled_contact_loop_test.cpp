// The sampled contact loop: its poles, its grid, and the continuous loop that it becomes with fast cycles.
#include "compliance/sampled_contact_loop.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "contact_loop_draw.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using Complex = std::complex<double>;

// Of M s² + D s + K.
std::pair<Complex, Complex> poles_of(const ContactLoop& loop) {
  const Complex root = std::sqrt(Complex(loop.damping * loop.damping - 4.0 * loop.mass * loop.stiffness));
  return {(-loop.damping + root) / (2.0 * loop.mass), (-loop.damping - root) / (2.0 * loop.mass)};
}

TEST(SampledContactLoop, HasThePolesOfTheLaw) {
  LoopDraw draw(1);
  for (int n = 0; n < test::scaled(2000); ++n) {
    const ContactLoop loop = draw.loop();
    const SampledContactLoop sampled(loop);
    const auto [s1, s2] = poles_of(loop);
    const double theta = draw.between(1e-3, std::numbers::pi);
    const ContactLoopValue value = sampled.at(theta);
    const Complex z = std::polar(1.0, theta);
    EXPECT_LT(std::abs(value.z - z), 1e-14);
    const Complex expected = (z - std::exp(s1 * loop.period)) * (z - std::exp(s2 * loop.period));
    EXPECT_LT(std::abs(value.P - expected), 1e-9) << describe(loop);
  }
}

// With cycles of 10 µs: law, filter, servo and sensor one after the other, as transfer functions of s = jω.
TEST(SampledContactLoop, IsTheContinuousLoopWhenCyclesAreFast) {
  LoopDraw draw(2);
  for (int n = 0; n < test::scaled(2000); ++n) {
    ContactLoop loop = draw.loop();
    loop.period = 1e-5;
    const double omega = draw.between(1.0, 300.0);  // rad/s
    const Complex s(0.0, omega);
    const Complex law = loop.admittance_ratio / (loop.mass * s * s + loop.damping * s + loop.stiffness);
    const Complex filter = 1.0 / (loop.filter_time_constant * s + 1.0);
    const Complex servo = (loop.servo_lead * s + 1.0) * std::exp(-s * loop.servo_delay) / (loop.servo_lag * s + 1.0);
    const Complex path = law * filter * servo;
    const ContactLoopValue value = SampledContactLoop(loop).at(omega * loop.period);
    EXPECT_LT(std::abs(value.wall / value.P - path), 0.01 * std::abs(path)) << describe(loop);
    const Complex free = path * (loop.wall_damping * s + loop.tool_mass * s * s);
    EXPECT_LT(std::abs(value.free / value.P - free), 0.01 * std::abs(free) + 1e-12) << describe(loop);
    const double wall = draw.between(1e3, 1e5);
    EXPECT_LT(std::abs(value.open(wall) / value.P - (free + wall * path)),
              0.01 * (std::abs(free) + wall * std::abs(path)));
  }
}

// A mass alone, a lag and any delay, each by the textbook's transform of a staircase.
TEST(SampledContactLoop, OfAFreeMassIsTheTextbooksZeroOrderHold) {
  LoopDraw draw(4);
  for (int n = 0; n < test::scaled(2000); ++n) {
    ContactLoop loop = draw.loop();
    loop.damping = loop.stiffness = loop.servo_lead = 0.0;
    if (n % 4 == 0) loop.servo_lag = 0.0;
    const int cycles = n % 5;
    const double part = n % 3 == 0 ? 0.0 : draw.between(0.01, 0.99);  // of a cycle more
    loop.servo_delay = (cycles + part) * loop.period;
    const double h = loop.period, p = loop.servo_lag > 0.0 ? std::exp(-h / loop.servo_lag) : 0.0;
    const double r = loop.servo_lag > 0.0 ? std::exp(-(1.0 - part) * h / loop.servo_lag) : 0.0;
    const double kept = loop.filter_time_constant > 0.0 ? std::exp(-h / loop.filter_time_constant) : 0.0;
    const ContactLoopValue value = SampledContactLoop(loop).at(draw.between(1e-3, std::numbers::pi));
    const Complex z = value.z;
    const Complex mass = loop.admittance_ratio * h * h / loop.mass * (z + 1.0) / (2.0 * (z - 1.0) * (z - 1.0));
    // The command is that of the end of the cycle, in the same cycle: a z. The servo has the one before for `part`.
    const Complex filter = (1.0 - kept) * z / (z - kept), servo = ((1.0 - r) + (r - p) / z) / (z - p);
    const Complex path = z * mass * filter * servo * std::pow(z, -static_cast<double>(cycles));
    EXPECT_LT(std::abs(value.wall / value.P - path), 1e-7 * std::abs(path)) << describe(loop);
  }
}

TEST(SampledContactLoop, IsLookedAtFinelyEnoughForTheTurnOfItsDelay) {
  LoopDraw draw(3);
  for (int n = 0; n < test::scaled(50); ++n) {
    ContactLoop loop = draw.loop();
    loop.servo_delay = (n % 2 == 0 ? 0.5 : 40.0) * loop.period;
    const std::vector<double> grid = SampledContactLoop(loop).grid();
    EXPECT_LE(grid.front(), 1e-9);
    EXPECT_EQ(grid.back(), std::numbers::pi);
    const double cycles = loop.servo_delay / loop.period;
    for (std::size_t i = 1; i < grid.size(); ++i) {
      ASSERT_GT(grid[i], grid[i - 1]);
      ASSERT_LT((grid[i] - grid[i - 1]) * (cycles + 1.0), 0.21) << "rad that the delay turns from point to point";
      ASSERT_LT(grid[i] / grid[i - 1], 1.01);
    }
  }
}

TEST(SampledContactLoop, TakesAWholeNumberOfCyclesForOneThoughDivisionRounds) {
  ContactLoop loop;
  loop.period = 0.01;
  loop.tool_mass = 1.0;
  loop.servo_delay = 0.29;  // divided by the period less than 29
  ContactLoop a_little_more = loop;
  a_little_more.servo_delay = 0.29 * (1.0 + 1e-15);
  for (double theta = 0.01; theta < std::numbers::pi; theta += 0.05) {
    const Complex one = SampledContactLoop(loop).at(theta).free,
                  other = SampledContactLoop(a_little_more).at(theta).free;
    EXPECT_LT(std::abs(one - other), 1e-12 * std::abs(one));
  }
}

}  // namespace
}  // namespace limber
