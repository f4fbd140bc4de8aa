// The frequency-domain contact model against a brute-force simulation, Routh's criterion and its own symmetries.
#include "limber/compliance/contact_stability.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

#include "contact_simulation.hpp"

namespace limber {
namespace {

constexpr double kPi = std::numbers::pi;

// Log-uniform between two bounds.
class LoopDraw {
 public:
  explicit LoopDraw(unsigned seed) : random_(seed) {}

  double between(double low, double high) {
    return low * std::exp(std::uniform_real_distribution<double>(0.0, std::log(high / low))(random_));
  }
  bool one_in(int n) { return std::uniform_int_distribution<int>(1, n)(random_) == 1; }

  ContactLoop loop() {
    static constexpr double kPeriods[] = {0.001, 0.002, 0.010};
    ContactLoop loop;
    loop.mass = between(0.5, 20.0);
    loop.damping = between(10.0, 2000.0);
    loop.stiffness = one_in(2) ? 0.0 : between(100.0, 2000.0);
    loop.admittance_ratio = one_in(4) ? between(0.2, 1.0) : 1.0;
    loop.servo_lag = between(0.005, 0.060);
    loop.servo_delay = 0.0001 * std::round(between(1.0, 80.0));
    if (one_in(3)) loop.servo_delay = 0.002;
    loop.period = kPeriods[std::uniform_int_distribution<int>(0, 2)(random_)];
    loop.filter_time_constant = one_in(3) ? 0.0 : between(0.001, 0.030);
    loop.tool_mass = one_in(3) ? 0.0 : between(0.05, 2.0);
    loop.wall_damping = one_in(4) ? between(1.0, 50.0) : 0.0;
    return loop;
  }

 private:
  std::mt19937 random_;
};

std::string describe(const ContactLoop& l) {
  std::ostringstream text;
  text << "M " << l.mass << " D " << l.damping << " K " << l.stiffness << " alpha " << l.admittance_ratio << " T "
       << l.servo_lag << " Td " << l.servo_delay << " h " << l.period << " tau " << l.filter_time_constant << " tool "
       << l.tool_mass << " wall damping " << l.wall_damping;
  return text.str();
}

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
  int compared = 0;
  double worst = 0.0, total = 0.0;
  for (int i = 0; i < 60; ++i) {
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
  EXPECT_GE(compared, 40);
  std::printf("%d loops compared: mean difference %.2f %%, worst %.2f %%\n", compared, 100.0 * total / compared,
              100.0 * worst);
}

// Correlates the reading with the sine that went in: the simulated loop's own response, with no model in between.
std::complex<double> measured_response(const ContactLoop& loop, double wall_stiffness, int cycles_per_turn) {
  SimulatedContact contact(loop, wall_stiffness);
  const int settle = cycles_per_turn * static_cast<int>(std::ceil(3.0 / loop.period / cycles_per_turn));
  const int measure = 20 * cycles_per_turn;
  std::complex<double> in = 0.0, out = 0.0;
  for (int k = 0; k < settle + measure; ++k) {
    const double phase = 2.0 * kPi * k / cycles_per_turn;
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
      const double omega = 2.0 * kPi / (cycles_per_turn * loop.period);
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
    const Margins below = margins(loop, 0.999 * wall);
    const Margins above = margins(loop, 1.001 * wall);
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
    const double cycles = found.phase_margin_rad / (2.0 * kPi * found.gain_crossover_hz) / loop.period;
    const double delay = loop.servo_delay;
    loop.servo_delay = delay + std::floor(cycles) * loop.period;
    EXPECT_TRUE(simulation_settles(loop, wall));
    loop.servo_delay = delay + std::ceil(cycles) * loop.period;
    EXPECT_FALSE(simulation_settles(loop, wall));
  }
}

// Both margins straight from their definitions, on a grid five times as dense, from loop_response alone.
void expect_margins_on_dense_grid(const ContactLoop& loop, double wall, double gain_margin, double phase_margin) {
  std::complex<double> before = loop_response(loop, wall, 1e-3);
  const double top = kPi / loop.period;
  for (double omega = 1e-3; omega < top; omega *= 1.0015) {
    const auto L = loop_response(loop, wall, omega);
    if (std::abs(L) > 0.5 && std::abs(L) < 2.0 && (std::abs(L) < 1.0) != (std::abs(before) < 1.0)) {
      EXPECT_GE(std::abs(std::arg(-L)), phase_margin - 0.01) << omega;
    }
    if (L.real() < 0.0 && before.real() < 0.0 && (L.imag() < 0.0) != (before.imag() < 0.0)) {
      EXPECT_GE(std::max(std::abs(L), 1.0 / std::abs(L)), 0.99 * gain_margin) << omega;
    }
    before = L;
  }
}

TEST(ContactStability, DampingForAWallGivesBothMargins) {
  LoopDraw draw(5);
  for (int i = 0; i < 60; ++i) {
    ContactLoop loop = draw.loop();
    const double wall = draw.between(500.0, 50000.0);
    const double gain_margin = i % 2 == 0 ? 2.0 : draw.between(1.2, 4.0);
    const double phase_margin = i % 2 == 0 ? kPi / 6.0 : draw.between(0.2, 1.0);
    const double own = loop.damping;
    SCOPED_TRACE(describe(loop));
    loop.damping = damping_for_wall(loop, wall, gain_margin, phase_margin);
    ASSERT_TRUE(std::isfinite(loop.damping));
    EXPECT_GE(loop.damping, own);
    EXPECT_TRUE(margins(loop, wall).stable);
    expect_margins_on_dense_grid(loop, wall, gain_margin, phase_margin);
  }
}

TEST(ContactStability, LessDampingThanTheWallNeedsMissesAMargin) {
  LoopDraw draw(6);
  for (int i = 0; i < 60; ++i) {
    const ContactLoop loop = draw.loop();
    const double wall = draw.between(500.0, 50000.0);
    const double needed = damping_for_wall(loop, wall);
    SCOPED_TRACE(describe(loop));
    for (ContactLoop weaker = loop; weaker.damping < 0.999 * needed; weaker.damping *= 1.2) {
      const Margins found = margins(weaker, wall);
      EXPECT_FALSE(found.stable && found.gain_margin >= 2.0 && found.phase_margin_rad >= kPi / 6.0) << weaker.damping;
    }
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
  EXPECT_LT(wall, 700.0);
}

TEST(ContactStability, DampingIsOfTheOrderOfWallStiffnessTimesLag) {
  ContactLoop loop;
  loop.damping = 1.0;
  loop.filter_time_constant = 0.005;
  for (const double wall : {2000.0, 5000.0, 20000.0}) {
    const double damping = damping_for_wall(loop, wall);
    std::printf("wall %.0f N/m, M 5 kg, filter 5 ms: damping %.1f N s/m\n", wall, damping);
    EXPECT_GT(damping, 0.5 * wall * loop.servo_lag);
    EXPECT_LT(damping, 5.0 * wall * loop.servo_lag);
  }
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

TEST(ContactStability, BodyInFreeSpaceNeedsOnlySomeDamping) {
  ContactLoop loop;
  loop.damping = 0.0;
  const double damping = damping_for_wall(loop, 0.0);
  EXPECT_GT(damping, 0.0);
  EXPECT_LT(damping, 0.1);
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
