// Rotations against their definitions in extended precision: series and closed forms must agree where they meet.
#include "math/so3.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "support/scale.hpp"

namespace limber {
namespace {

using Real = long double;
using RealMatrix = Eigen::Matrix<Real, 3, 3>;
using RealVector = Eigen::Matrix<Real, 3, 1>;

RealMatrix skew_of(const RealVector& a) {
  RealMatrix S;
  S << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return S;
}

// Σ S^n / n!, and Σ S^n / (n+1)!: the definitions.
RealMatrix exponential(const RealVector& theta, int shift) {
  RealMatrix sum = RealMatrix::Identity(), term = RealMatrix::Identity();
  for (int n = 1; n < 60; ++n) {
    term = term * skew_of(theta) / static_cast<Real>(n + shift);
    sum += term;
  }
  return sum;
}

// Angles from 1e-9 to 3.1 rad, evenly in their logarithm, and about every place where a series ends.
class Turns : public testing::Test {
 protected:
  Vector3 draw() {
    std::normal_distribution<double> normal;
    const Vector3 axis = Vector3(normal(random_), normal(random_), normal(random_)).normalized();
    const double ends[] = {0.03, 0.0316, 0.2, 0.5};
    std::uniform_real_distribution<double> exponent(-9.0, std::log10(3.1)), near(0.99, 1.01);
    const double angle = random_() % 4 == 0 ? ends[random_() % 4] * near(random_) : std::pow(10.0, exponent(random_));
    return angle * axis;
  }
  std::mt19937 random_{3};
};

TEST_F(Turns, ExpIsTheExponential) {
  for (int i = 0; i < test::scaled(20000); ++i) {
    const Vector3 theta = draw();
    const RealMatrix expected = exponential(theta.cast<Real>(), 0);
    ASSERT_LT((exp_so3(theta).toRotationMatrix() - expected.cast<double>()).norm(), 2e-15) << theta.norm();
  }
}

TEST_F(Turns, LogUndoesTheExponential) {
  for (int i = 0; i < test::scaled(20000); ++i) {
    const Vector3 theta = draw();
    const double angle = theta.norm();
    ASSERT_LT((log_so3(exp_so3(theta)) - theta).norm(), 2e-15 * std::max(angle, 1e-9)) << angle;
    const Matrix3 R = exponential(theta.cast<Real>(), 0).cast<double>();
    // A matrix near a half turn tells its axis to half the digits only.
    if (angle > 2.5) continue;
    ASSERT_LT((log_so3(R) - theta).norm(), 3e-15) << angle;
  }
}

TEST_F(Turns, TheLeftJacobianAndItsInverseAreThose) {
  for (int i = 0; i < test::scaled(20000); ++i) {
    const Vector3 theta = draw();
    const RealMatrix J = exponential(theta.cast<Real>(), 1);
    ASSERT_LT((left_jacobian(theta) - J.cast<double>()).norm(), 1e-12) << theta.norm();
    const RealMatrix inverse = J.inverse();
    ASSERT_LT((left_jacobian_inverse(theta) - inverse.cast<double>()).norm(), 4e-15) << theta.norm();
  }
}

TEST_F(Turns, TheDriftIsTheRateOfTheLeftJacobianTimesTheRate) {
  std::normal_distribution<double> normal;
  for (int i = 0; i < test::scaled(20000); ++i) {
    const Vector3 theta = i % 4 == 0 ? Vector3(draw().normalized() * (0.98 + 1e-4 * (i % 400))) : draw();
    const Vector3 rate(normal(random_), normal(random_), normal(random_));
    // Central differences of fourth order in extended precision.
    const Real h = 1e-4L;
    const auto J = [&](int k) { return exponential(theta.cast<Real>() + k * h * rate.cast<Real>(), 1); };
    const RealMatrix J_rate = (8 * (J(1) - J(-1)) - (J(2) - J(-2))) / (12 * h);
    const Vector3 expected = (J_rate * rate.cast<Real>()).cast<double>();
    ASSERT_LT((left_jacobian_drift(theta, rate) - expected).norm(), 2e-14 * (1.0 + rate.squaredNorm())) << theta.norm();
  }
}

}  // namespace
}  // namespace limber
