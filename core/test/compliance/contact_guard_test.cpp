// The contact guard on made-up wrenches and motions: no damping if not needed, a fast rise if needed, a slow release.
#include "compliance/contact_guard.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <tuple>

#include "compliance/admittance_law.hpp"
#include "compliance/dynamics.hpp"
#include "guarded_axis.hpp"
#include "limber/contact_stability.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

TEST(ContactGuard, AddsNothingInFreeSpaceHoweverTheToolMovesAndTheSensorRustles) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(0.0, 0.2);
  GuardedAxis axis;
  double x = 0.0;
  for (double t = 0.0; t < test::scaled(100); t += 0.002) {
    x = 0.05 * std::sin(2.0 * std::numbers::pi * 0.7 * t) + 0.002 * std::sin(2.0 * std::numbers::pi * 6.0 * t);
    ASSERT_EQ(axis.step(noise(random), x, 0.002), 0.0) << t;
  }
}

TEST(ContactGuard, AddsNothingForTheInertiaOfAToolThatIsAcceleratedAndBraked) {
  constexpr double kMass = 3.0;  // kg
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> speed(-0.3, 0.3), rest(0.05, 0.6);
  std::normal_distribution<double> noise(0.0, 0.1);
  GuardedAxis axis;
  axis.loop.free_force = kMass * 2.0;
  double u = 0.0, u_rate = 0.0, v = 0.0, x = 0.0, wanted = 0.0, next = 0.0;
  for (double t = 0.0; t < test::scaled(200); t += 0.002) {
    if (t >= next) {
      wanted = speed(random);
      next = t + rest(random);
    }
    u_rate += std::clamp(wanted - u_rate, -2.0 * 0.002, 2.0 * 0.002);
    u += 0.002 * u_rate;
    const double v_before = v;
    v = (u - x) / 0.030;
    x += 0.002 * v;
    ASSERT_EQ(axis.step(-kMass * (v - v_before) / 0.002 + noise(random), x, 0.002), 0.0) << t;
  }
}

TEST(ContactGuard, AddsNothingForAHandThatPushesLeadsStopsAndLetsGo) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> force(-30.0, 30.0), hold(0.02, 1.5), rise(0.05, 0.3), mass(3.0, 10.0);
  std::normal_distribution<double> noise(0.0, 0.1);
  for (int n = 0; n < test::scaled(200); ++n) {
    const double m = mass(random);
    const double d = 2.0 * std::sqrt(100.0 * m);  // as derived where nothing is given
    LaggingArm arm{m, d};
    GuardedAxis axis(m, d);
    axis.loop.press.setZero();
    axis.loop.led = false;
    double from = 0.0, to = 0.0, ramp = 0.1, since = 1e9, stays = 0.0;
    for (double t = 0.0; t < 6.0; t += 0.002) {
      since += 0.002;
      if (since > ramp + stays) {
        from = to;
        to = random() % 3 == 0 ? 0.0 : force(random);
        // Taken and led as hands do; let go at once.
        ramp = to == 0.0 && random() % 2 == 0 ? 0.002 : rise(random);
        stays = hold(random);
        since = 0.0;
      }
      const double share = since < ramp ? 0.5 - 0.5 * std::cos(std::numbers::pi * since / ramp) : 1.0;
      const double F = from + share * (to - from);
      ASSERT_EQ(axis.step(F + noise(random), arm.x, 0.002), 0.0) << "hand " << n << " at " << t;
      arm.step(F, 0.002);
    }
  }
}

// Frequency in Hz, rate in Hz (negative: that one, jittered), stiffness in N/m.
class Oscillation : public testing::TestWithParam<std::tuple<double, double, double>> {};

TEST_P(Oscillation, IsRecognisedWithinOnePeriodAndItsStiffnessMeasured) {
  const auto [frequency, rate, stiffness] = GetParam();
  std::mt19937_64 random(4);
  std::normal_distribution<double> noise(0.0, 0.05);
  std::uniform_real_distribution<double> jitter(rate < 0.0 ? 0.4 : 1.0, rate < 0.0 ? 1.6 : 1.0);
  const double w = 2.0 * std::numbers::pi * frequency;
  for (const double phase : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}) {
    GuardedAxis axis;
    const auto x = [&, k = stiffness](double t) { return -(10.0 + 6.0 * std::sin(w * t + phase)) / k; };
    axis.start_at(x(0.0));
    // It comes out of rest: what swings from the first cycle on might be the sensor's noise.
    const double before = 10.0 + 6.0 * std::sin(phase);
    for (double rest = 0.0; rest < 0.5; rest += 1.0 / std::abs(rate)) {
      axis.step(before + noise(random), x(0.0), 1.0 / std::abs(rate));
    }
    double recognised = -1.0, measured = 0.0, t = 0.0;
    while (t < 3.0 / frequency + 0.1) {
      const double h = jitter(random) / std::abs(rate);
      // The sensor's mean over the cycle.
      const double F = 10.0 - 6.0 * (std::cos(w * (t + h) + phase) - std::cos(w * t + phase)) / (w * h);
      t += h;
      if (axis.step(F + noise(random), x(t), h) > 0.0 && recognised < 0.0) recognised = t;
      if (axis.stiffness() > 0.0) measured = axis.stiffness();
    }
    EXPECT_GT(recognised, 0.0);
    EXPECT_LE(recognised, 1.0 / frequency + 2.0 / std::abs(rate)) << "phase " << phase;
    // A chord is not the arc: with few samples a period the position's mean is not quite that of the wrench.
    EXPECT_NEAR(measured, stiffness, (0.1 + 2.0 * std::pow(frequency / rate, 2) * std::numbers::pi) * stiffness)
        << "phase " << phase;
  }
}

INSTANTIATE_TEST_SUITE_P(Frequencies, Oscillation,
                         testing::Combine(testing::Values(4.0, 7.0, 12.0, 30.0),
                                          testing::Values(100.0, 500.0, 1000.0, -500.0),
                                          testing::Values(5e3, 20e3, 100e3)));

TEST(ContactGuard, AddsWhatGivesTheLoopItsMargins) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> log_stiffness(std::log(4e3), std::log(1e5)), mass(0.5, 15.0), part(0.02, 0.4);
  for (int n = 0; n < test::scaled(100); ++n) {
    ContactLoop loop{.mass = mass(random), .servo_lag = 0.030, .servo_delay = 0.002, .period = 0.002};
    const double stiffness = std::exp(log_stiffness(random));
    loop.damping = part(random) * stiffness * loop.servo_lag;
    if (margins(loop, stiffness).stable) continue;
    GuardedAxis axis(loop.mass, loop.damping);
    loop.damping += added_by_a_hit(axis, stiffness, 30.0 / (stiffness * 0.03));
    const Margins with_guard = margins(loop, stiffness);
    EXPECT_TRUE(with_guard.stable) << stiffness << " N/m, " << loop.mass << " kg";
    EXPECT_GT(with_guard.gain_margin, 2.0);
    EXPECT_GT(with_guard.phase_margin_rad, 0.8);
  }
}

TEST(ContactGuard, MeasuresAContactInAnyDirectionAndAnywhereOnTheTool) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> normal;
  const auto any = [&] { return Vector3(normal(random), normal(random), normal(random)); };
  for (int n = 0; n < test::scaled(500); ++n) {
    const Vector3 direction = any().normalized(), lever = 0.05 * any();
    Vector6 w;  // the wrench of one newton of contact, and the way into it of a displacement
    w << direction, lever.cross(direction);
    Vector6 moves = Vector6::Zero();  // the tool slides, too
    moves << direction + 0.3 * any(), 0.3 * any();
    moves *= 1.0 / w.dot(moves);
    const double stiffness = 20e3;
    ContactGuard guard;
    GuardedLoop loop;
    loop.press = w;
    loop.damping << 30, 30, 30, 3, 3, 3;
    loop.mass << 1, 1, 1, 0.1, 0.1, 0.1;
    double measured = 0.0, before = 0.0;
    for (double t = 0.002; t < 0.4; t += 0.002) {
      const double way = 2e-3 * (1.0 + 0.6 * std::sin(2.0 * std::numbers::pi * 8.0 * t));
      guard.step(-stiffness * way * w, (before == 0.0 ? 0.0 : before - way) * -moves, loop, {}, 0.002);
      before = way;
      if (guard.probe().stiffness() > 0.0) measured = guard.probe().stiffness();
    }
    // Along a direction of six axes, rotation at the lever of 0.1 m, the spring is that much stiffer.
    const double size = direction.squaredNorm() + w.tail<3>().squaredNorm() / (kContactLever * kContactLever);
    EXPECT_NEAR(measured, stiffness * size, 0.1 * stiffness * size);
    // What matters: how far the body with its damping now gives way to a newton along the contact.
    const Vector6 damping = loop.damping + guard.damping();
    EXPECT_LT(w.cwiseAbs2().cwiseQuotient(damping).sum() * stiffness * 0.037, 0.8);
  }
}

TEST(ContactGuard, LeavesALoopAloneThatWasLaidOutForItsWall) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> log_stiffness(std::log(1e3), std::log(1e5)), mass(0.5, 15.0), speed(0.01, 0.1);
  for (int n = 0; n < test::scaled(50); ++n) {
    ContactLoop loop{.mass = mass(random), .damping = 1.0, .servo_lag = 0.030, .servo_delay = 0.002, .period = 0.002};
    const double stiffness = std::exp(log_stiffness(random));
    loop.damping = damping_for_wall(loop, stiffness);
    GuardedAxis axis(loop.mass, loop.damping);
    EXPECT_EQ(added_by_a_hit(axis, stiffness, speed(random)), 0.0)
        << stiffness << " N/m, " << loop.mass << " kg, " << loop.damping << " N s/m";
  }
}

TEST(ContactGuard, DoesNotCountAxesThatAreNotFelt) {
  const auto hit = [](double damping, double others, double mass_of_others) {
    GuardedAxis axis(1.0, damping);
    for (const int i : {0, 1, 3, 4, 5}) {
      axis.loop.damping[i] = others;
      axis.loop.mass[i] = mass_of_others;
    }
    added_by_a_hit(axis, 20e3, 0.05);
    return axis.guard.damping();
  };
  const ContactLoop loop{.mass = 1.0, .damping = 1.0, .servo_lag = 0.030, .servo_delay = 0.002, .period = 0.002};
  EXPECT_TRUE(hit(damping_for_wall(loop, 20e3), 0.0, 1.0).isZero(0.0)) << "laid out for its wall";
  const Vector6 added = hit(30.0, 0.0, 1e-6);
  EXPECT_EQ(added, hit(30.0, 30.0, 1.0));
  EXPECT_EQ(added, added.z() * Vector6::Unit(2)) << "nothing on the others";
}

TEST(ContactGuard, DoesNothingWhereItIsOff) {
  GuardedAxis axis;
  axis.parameters.enabled = false;
  EXPECT_EQ(added_by_a_hit(axis, 100e3, 0.05), 0.0);
}

TEST(ContactGuard, StaysFiniteAndWithinItsBoundWhateverComesIn) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-12.0, 6.0), log_period(-5.0, 0.0);
  const auto any = [&] { return (random() % 2 == 0 ? 1.0 : -1.0) * std::pow(10.0, exponent(random)); };
  ContactGuard guard;
  ContactGuardParameters parameters;
  for (int n = 0; n < test::scaled(100000); ++n) {
    GuardedLoop loop;
    Vector6 F, displacement;
    for (int i = 0; i < 6; ++i) {
      F[i] = random() % 4 == 0 ? 0.0 : any();
      displacement[i] = random() % 4 == 0 ? 0.0 : any();
      loop.mass[i] = std::abs(any());
      loop.damping[i] = random() % 4 == 0 ? 0.0 : std::abs(any());
    }
    const Vector6& added = guard.step(F, displacement, loop, parameters, std::pow(10.0, log_period(random)));
    ASSERT_TRUE(added.allFinite());
    ASSERT_TRUE((added.array() >= 0.0).all() && added.maxCoeff() <= parameters.max_damping);
  }
}

TEST(AddedDamping, IsTheLawWithThatMuchMoreOnItsDiagonal) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const Vector6 added = (Vector6() << 0, 0, 900, 0, 12, 0).finished();
  for (const bool full : {false, true}) {
    Matrix6 M = Vector6(2, 2, 2, 0.2, 0.2, 0.2).asDiagonal();
    Matrix6 D = Vector6(30, 30, 30, 3, 3, 3).asDiagonal();
    Matrix6 K = Vector6(0, 200, 0, 20, 0, 10).asDiagonal();
    if (full) M(0, 2) = M(2, 0) = 0.4, D(1, 2) = D(2, 1) = 5.0;
    AdmittanceLaw guarded, plain;
    guarded.set_dynamics(make_dynamics(M, D, K));
    guarded.set_added_damping(added);
    plain.set_dynamics(make_dynamics(M, D + Matrix6(added.asDiagonal()), K));
    EXPECT_EQ(guarded.damping(), plain.dynamics().D);
    Offset a, b;
    for (int k = 0; k < 2000; ++k) {
      Vector6 F;
      for (int i = 0; i < 6; ++i) F[i] = any(random) * (i < 3 ? 20.0 : 1.0);
      guarded.step(a, F, 0.002);
      plain.step(b, F, 0.002);
    }
    EXPECT_LT((a.error() - b.error()).norm(), full ? 1e-6 : 1e-15);
    guarded.set_added_damping(Vector6::Zero());
    EXPECT_EQ(guarded.damping(), D);
  }
}

}  // namespace
}  // namespace limber
