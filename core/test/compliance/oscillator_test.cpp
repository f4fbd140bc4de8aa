// The exact step of an oscillator, against the matrix exponential of its equation in extended precision.
#include "compliance/oscillator.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <random>

#include "support/scale.hpp"

namespace limber {
namespace {

using Extended = long double;
using Extended3 = Eigen::Matrix<Extended, 3, 3>;

// exp(A) by its series, halved until it converges at once and squared back.
Extended3 exponential_of(Extended3 A) {
  int halvings = 0;
  for (; A.cwiseAbs().maxCoeff() > 0.05L; ++halvings) A *= 0.5L;
  Extended3 sum = Extended3::Identity(), term = sum;
  for (int n = 1; n < 30; ++n) {
    term = term * A / static_cast<Extended>(n);
    sum += term;
  }
  for (; halvings > 0; --halvings) sum = (sum * sum).eval();
  return sum;
}

// x, ẋ and a force that is held.
Extended3 oscillation(double d, double k, double h) {
  Extended3 A;
  A << 0, 1, 0, -static_cast<Extended>(k), -static_cast<Extended>(d), 1, 0, 0, 0;
  return exponential_of(A * static_cast<Extended>(h));
}

void expect_exact(double d, double k, double h) {
  const OscillatorStep step = exact_oscillator_step(d, k, h);
  const Extended3 E = oscillation(d, k, h);
  const double phi = static_cast<double>(E(0, 1)), psi = static_cast<double>(E(0, 2));
  ASSERT_NEAR(step.phi, phi, 1e-12 * h) << "d " << d << " k " << k << " h " << h;
  ASSERT_NEAR(step.psi, psi, 1e-12 * h * h) << "d " << d << " k " << k << " h " << h;
  ASSERT_NEAR(step.decay, static_cast<double>(E(1, 1)), 1e-12 * (1.0 + (d + k * h) * h)) << d << " " << k << " " << h;
  ASSERT_NEAR(step.phi, static_cast<double>(E(1, 2)), 1e-12 * h);
}

TEST(ExactOscillatorStep, IsTheExponentialOfAnyMotion) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> exponent(-4.0, 0.6), period(-4.0, -1.5);
  for (int n = 0; n < test::scaled(20000); ++n) {
    const double h = std::pow(10.0, period(random));
    const double d = n % 7 == 0 ? 0.0 : std::pow(10.0, exponent(random)) / h;
    const double k = n % 5 == 0 ? 0.0 : std::pow(10.0, 2.0 * exponent(random)) / (h * h);
    expect_exact(d, k, h);
  }
}

TEST(ExactOscillatorStep, IsExactAboutCriticalDampingAndWhereItsFormsMeet) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> exponent(-3.0, 0.6), near(-1.0, 1.0), digits(-14.0, -1.0);
  for (int n = 0; n < test::scaled(20000); ++n) {
    const double h = 0.002, k = std::pow(10.0, 2.0 * exponent(random)) / (h * h);
    expect_exact(2.0 * std::sqrt(k) * (1.0 + near(random) * std::pow(10.0, digits(random))), k, h);
    expect_exact(std::abs(near(random)) / h, 0.05 / (h * h) * (1.0 + 1e-3 * near(random)), h);
  }
}

TEST(ExactOscillatorStep, TwiceIsTheStepOfTwiceTheTime) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int n = 0; n < test::scaled(20000); ++n) {
    const double h = 0.01 * uniform(random), d = 300.0 * uniform(random), k = 3e4 * uniform(random);
    const OscillatorStep once = exact_oscillator_step(d, k, h), twice = exact_oscillator_step(d, k, 2.0 * h);
    double x = uniform(random), v = uniform(random);
    const double f = uniform(random), u = f - k * x;
    const double x_twice = x + twice.phi * v + twice.psi * u, v_twice = twice.decay * v + twice.phi * u;
    for (int step = 0; step < 2; ++step) {
      const double net = f - k * x;
      x += once.phi * v + once.psi * net;
      v = once.decay * v + once.phi * net;
    }
    ASSERT_NEAR(x, x_twice, 1e-12);
    ASSERT_NEAR(v, v_twice, 1e-10);
  }
}

}  // namespace
}  // namespace limber
