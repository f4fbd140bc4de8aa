// The frequency-domain contact model against a brute-force simulation, Routh's criterion and its own symmetries.
#include "limber/contact_stability.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <stdexcept>

#include "contact_loop_draw.hpp"
#include "contact_simulation.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

// The documents' surface-following block along its normal: M 0.8, ζ 0.9, K 100, filter_coefficient 0.1 at 500 Hz.
ContactLoop documents_surface_following() {
  ContactLoop loop;
  loop.mass = 0.8;
  loop.stiffness = 100.0;
  loop.damping = 2.0 * 0.9 * std::sqrt(0.8 * 100.0);
  loop.filter_time_constant = -loop.period / std::log(1.0 - 0.1);
  return loop;
}

TEST(ContactStability, StiffestWallIsWhereTheSimulatedArmBeginsToShake) {
  LoopDraw draw(20240607);
  const int loops = test::scaled(48);
  int compared = 0;
  double worst = 0.0, total = 0.0;
  for (int i = 0; i < loops; ++i) {
    const ContactLoop loop = draw.loop();
    const double predicted = stiffest_stable_wall(loop);
    const double simulated = simulated_stiffest_wall(loop);
    SCOPED_TRACE(describe(loop));
    if (predicted == 0.0 || simulated == 0.0) {
      EXPECT_EQ(predicted, simulated) << "one says that free space is unstable";
      continue;
    }
    const double error = std::abs(predicted / simulated - 1.0);
    EXPECT_LT(error, 0.05) << predicted << " predicted, " << simulated << " simulated";
    worst = std::max(worst, error);
    total += error;
    ++compared;
  }
  EXPECT_GE(compared, 3 * loops / 4);
  std::printf("%d loops compared: mean difference %.2f %%, worst %.2f %%\n", compared, 100.0 * total / compared,
              100.0 * worst);
}

TEST(ContactStability, LeadTriplesTheStiffestWallAlsoIfTheLagIsToldWrong) {
  for (const double mass : {5.0, 10.0}) {
    for (const double rate : {10.0, 20.0, 40.0}) {  // 1/s: D/M
      ContactLoop loop;
      loop.mass = mass;
      loop.damping = rate * mass;
      loop.filter_time_constant = 0.005;
      loop.tool_mass = 0.7;
      SCOPED_TRACE(describe(loop));
      const double without = stiffest_stable_wall(loop);
      const double lag = loop.servo_lag + loop.servo_delay;
      for (const double told : {0.8, 1.0, 1.2}) {
        loop.servo_lead = told * lag + 0.5 * loop.period;
        EXPECT_GE(stiffest_stable_wall(loop), (told == 1.0 ? 3.0 : 2.5) * without) << "told " << told;
      }
    }
  }
}

// Correlates the reading with the sine that went in: the simulated loop's own response, with no model in between.
std::complex<double> measured_response(const ContactLoop& loop, double wall_stiffness, int cycles_per_turn) {
  SimulatedContact contact(loop, wall_stiffness);
  const int settle = cycles_per_turn * static_cast<int>(std::ceil(3.0 / loop.period / cycles_per_turn));
  const int measure = 20 * cycles_per_turn;
  std::complex<double> in = 0.0, out = 0.0;
  for (int k = 0; k < settle + measure; ++k) {
    const double phase = 2.0 * std::numbers::pi * k / cycles_per_turn;
    const double reading = contact.read();
    if (k >= settle) {
      in += std::sin(phase) * std::polar(1.0, -phase);
      out += reading * std::polar(1.0, -phase);
    }
    contact.cycle(std::sin(phase));
  }
  return -out / in;
}

TEST(ContactStability, LoopResponseIsWhatASineThroughTheSimulatedLoopGives) {
  LoopDraw draw(7);
  for (int i = 0; i < 30; ++i) {
    ContactLoop loop = draw.loop();
    loop.stiffness = draw.between(500.0, 2000.0);
    loop.damping = draw.between(1.0, 2.0) * std::sqrt(loop.mass * loop.stiffness);
    SCOPED_TRACE(describe(loop));
    for (const int cycles_per_turn : {4, 9, 30, 100}) {
      const double omega = 2.0 * std::numbers::pi / (cycles_per_turn * loop.period);
      const auto predicted = loop_response(loop, 3000.0, omega);
      const auto measured = measured_response(loop, 3000.0, cycles_per_turn);
      EXPECT_LT(std::abs(predicted - measured), 0.01 * std::abs(measured)) << omega << " rad/s";
    }
  }
}

TEST(ContactStability, FastCyclesWithLagAloneMeetRouthsCriterion) {
  // M T s³ + (M + D T) s² + D s + K_e: stable for K_e < D (1/T + D/M).
  ContactLoop loop;
  loop.servo_delay = 0.0;
  loop.period = 1e-6;
  for (const double mass : {0.5, 5.0, 20.0})
    for (const double damping : {10.0, 100.0, 1000.0})
      for (const double lag : {0.005, 0.030, 0.060}) {
        loop.mass = mass;
        loop.damping = damping;
        loop.servo_lag = lag;
        const double routh = damping * (1.0 / lag + damping / mass);
        EXPECT_NEAR(stiffest_stable_wall(loop) / routh, 1.0, 2e-3) << mass << " " << damping << " " << lag;
      }
}

TEST(ContactStability, FastCyclesWithASpringMeetRouthsCriterion) {
  // M T s³ + (M + D T) s² + (D + K T) s + K + K_e
  ContactLoop loop;
  loop.servo_delay = 0.0;
  loop.period = 1e-6;
  loop.stiffness = 800.0;
  const double M = loop.mass, D = loop.damping, K = loop.stiffness, T = loop.servo_lag;
  EXPECT_NEAR(stiffest_stable_wall(loop) / ((M + D * T) * (D + K * T) / (M * T) - K), 1.0, 2e-3);
}

TEST(ContactStability, StiffestWallHasMarginsOfOneAndNone) {
  LoopDraw draw(3);
  for (int i = 0; i < 200; ++i) {
    const ContactLoop loop = draw.loop();
    const double wall = stiffest_stable_wall(loop);
    if (wall == 0.0) continue;
    SCOPED_TRACE(describe(loop));
    const Margins below = margins(loop, (1.0 - 1e-5) * wall);
    const Margins above = margins(loop, (1.0 + 1e-5) * wall);
    EXPECT_TRUE(below.stable);
    EXPECT_NEAR(below.gain_margin, 1.0, 0.02);
    EXPECT_NEAR(below.phase_margin_rad, 0.0, 0.02);
    EXPECT_FALSE(above.stable);
    EXPECT_LE(above.gain_margin, 1.0);
    EXPECT_LE(above.phase_margin_rad, 0.0);
  }
}

TEST(ContactStability, GainMarginIsTheFactorOnTheLoopThatTheSimulatedArmBears) {
  LoopDraw draw(11);
  for (int i = 0; i < 10; ++i) {
    ContactLoop loop = draw.loop();
    const double wall = 0.3 * stiffest_stable_wall(loop);
    if (wall == 0.0) continue;
    SCOPED_TRACE(describe(loop));
    const double gain_margin = margins(loop, wall).gain_margin;
    const double ratio = loop.admittance_ratio;  // α is a factor on the whole loop
    loop.admittance_ratio = 0.97 * gain_margin * ratio;
    EXPECT_TRUE(simulation_settles(loop, wall));
    loop.admittance_ratio = 1.03 * gain_margin * ratio;
    EXPECT_FALSE(simulation_settles(loop, wall));
  }
}

TEST(ContactStability, PhaseMarginIsTheDelayThatTheSimulatedArmBears) {
  LoopDraw draw(12);
  for (int i = 0; i < 10; ++i) {
    ContactLoop loop = draw.loop();
    loop.tool_mass = 0.0;
    loop.wall_damping = 0.0;
    loop.stiffness = 0.0;  // one gain crossover
    const double wall = 0.3 * stiffest_stable_wall(loop);
    SCOPED_TRACE(describe(loop));
    const Margins found = margins(loop, wall);
    // Whole cycles of delay turn the sampled loop by exactly ω each.
    const double cycles = found.phase_margin_rad / (2.0 * std::numbers::pi * found.gain_crossover_hz) / loop.period;
    const double delay = loop.servo_delay;
    loop.servo_delay = delay + std::floor(cycles) * loop.period;
    EXPECT_TRUE(simulation_settles(loop, wall));
    loop.servo_delay = delay + std::ceil(cycles) * loop.period;
    EXPECT_FALSE(simulation_settles(loop, wall));
  }
}

bool same(double a, double b) { return a == b || std::abs(a - b) <= 1e-7 * std::abs(a); }

TEST(ContactStability, ScalingEveryForceLeavesTheMargins) {
  EXPECT_TRUE(rc::check([](unsigned seed) {
    LoopDraw draw(seed);
    const ContactLoop loop = draw.loop();
    const double c = draw.between(0.01, 100.0), wall = draw.between(100.0, 20000.0);
    ContactLoop scaled = loop;
    for (double* value : {&scaled.mass, &scaled.damping, &scaled.stiffness, &scaled.tool_mass, &scaled.wall_damping})
      *value *= c;
    RC_ASSERT(same(stiffest_stable_wall(scaled), c * stiffest_stable_wall(loop)));
    const Margins one = margins(loop, wall), other = margins(scaled, c * wall);
    RC_ASSERT(one.stable == other.stable);
    RC_ASSERT(same(one.gain_margin, other.gain_margin));
    RC_ASSERT(same(one.phase_margin_rad, other.phase_margin_rad));
  }));
}

TEST(ContactStability, DocumentsSurfaceFollowingBearsAboutHalfAKilonewtonPerMetre) {
  const double wall = stiffest_stable_wall(documents_surface_following());
  std::printf("documents' surface following: %.0f N/m\n", wall);
  EXPECT_GT(wall, 400.0);
  EXPECT_LT(wall, 600.0);
  EXPECT_NEAR(simulated_stiffest_wall(documents_surface_following()) / wall, 1.0, 0.05);
}

TEST(ContactStability, PositionControlBearsEveryWall) {
  ContactLoop loop;
  loop.admittance_ratio = 0.0;
  EXPECT_TRUE(std::isinf(stiffest_stable_wall(loop)));
  EXPECT_TRUE(margins(loop, 1e6).stable);
  EXPECT_TRUE(std::isinf(margins(loop, 1e6).gain_margin));
}

TEST(ContactStability, HeavyToolOnALightLawIsUnstableInFreeSpace) {
  ContactLoop loop;
  loop.mass = 0.5;
  loop.damping = 5.0;
  loop.servo_lag = 0.005;
  loop.tool_mass = 4.0;
  EXPECT_EQ(stiffest_stable_wall(loop), 0.0);
  EXPECT_FALSE(simulation_settles(loop, 0.0));
  loop.tool_mass = 0.0;
  EXPECT_TRUE(margins(loop, 0.0).stable);
}

TEST(ContactStability, BodyWithNothingToStopItIsUnstable) {
  ContactLoop loop;
  loop.damping = 0.0;
  EXPECT_FALSE(margins(loop, 0.0).stable);
  EXPECT_EQ(stiffest_stable_wall(loop), 0.0);
}

TEST(ContactStability, ImpossibleLoopsAreRefusedWithASentence) {
  ContactLoop loop;
  loop.mass = 0.0;
  EXPECT_THROW(stiffest_stable_wall(loop), std::invalid_argument);
  loop = {};
  loop.period = std::nan("");
  EXPECT_THROW(margins(loop, 1000.0), std::invalid_argument);
  EXPECT_THROW(margins({}, -1.0), std::invalid_argument);
  loop = {};
  loop.damping = -1.0;
  EXPECT_THROW(damping_for_wall(loop, 1000.0), std::invalid_argument);
}

}  // namespace
}  // namespace limber
