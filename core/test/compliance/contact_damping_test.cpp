// The damping that a wall needs: enough for both margins, and no more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <numbers>

#include "contact_loop_draw.hpp"
#include "limber/contact_stability.hpp"

namespace limber {
namespace {

// Both margins straight from their definitions, on a grid five times as dense, from loop_response alone.
void expect_margins_on_dense_grid(const ContactLoop& loop, double wall, double gain_margin, double phase_margin) {
  std::complex<double> before = loop_response(loop, wall, 1e-3);
  const double top = std::numbers::pi / loop.period;
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

TEST(DampingForWall, HasBothMargins) {
  LoopDraw draw(5);
  for (int i = 0; i < 60; ++i) {
    ContactLoop loop = draw.loop();
    const double wall = draw.between(500.0, 50000.0);
    const double gain_margin = i % 2 == 0 ? 2.0 : draw.between(1.2, 4.0);
    const double phase_margin = i % 2 == 0 ? std::numbers::pi / 6.0 : draw.between(0.2, 1.0);
    const double own = loop.damping;
    SCOPED_TRACE(describe(loop));
    loop.damping = damping_for_wall(loop, wall, gain_margin, phase_margin);
    ASSERT_TRUE(std::isfinite(loop.damping));
    EXPECT_GE(loop.damping, own);
    EXPECT_TRUE(margins(loop, wall).stable);
    expect_margins_on_dense_grid(loop, wall, gain_margin, phase_margin);
  }
}

TEST(DampingForWall, IsTheLeastThatHasThem) {
  LoopDraw draw(6);
  for (int i = 0; i < 60; ++i) {
    const ContactLoop loop = draw.loop();
    const double wall = draw.between(500.0, 50000.0);
    const double needed = damping_for_wall(loop, wall);
    SCOPED_TRACE(describe(loop));
    for (ContactLoop weaker = loop; weaker.damping < 0.999 * needed; weaker.damping *= 1.2) {
      const Margins found = margins(weaker, wall);
      EXPECT_FALSE(found.stable && found.gain_margin >= 2.0 && found.phase_margin_rad >= std::numbers::pi / 6.0)
          << weaker.damping;
    }
  }
}

TEST(DampingForWall, IsOfTheOrderOfWallStiffnessTimesLag) {
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

TEST(DampingForWall, IsNextToNothingInFreeSpace) {
  ContactLoop loop;
  loop.damping = 0.0;
  const double damping = damping_for_wall(loop, 0.0);
  EXPECT_GT(damping, 0.0);
  EXPECT_LT(damping, 0.1);
}

}  // namespace
}  // namespace limber
