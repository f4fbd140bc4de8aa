// The law against closed forms, matrix exponentials and energy balances.
#include "compliance/admittance_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>

#include "compliance/dynamics.hpp"
#include "math/so3.hpp"
#include "random_matrices.hpp"
#include "support/closed_form.hpp"
#include "support/decompositions.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::diagonal;
using test::random_spd;

struct Axis {
  double m, d, k;
};

class ClosedForm : public testing::TestWithParam<std::tuple<Axis, double>> {};

TEST_P(ClosedForm, EveryAxisFollowsItAtAnyRate) {
  const auto [axis, rate] = GetParam();
  const bool jittered = rate < 0.0;
  const double nominal = jittered ? 1.0 / 500.0 : 1.0 / rate;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> jitter(0.3, 1.7);
  for (int i = 0; i < 6; ++i) {
    AdmittanceLaw law;
    law.set_dynamics(
        make_dynamics(axis.m * Matrix6::Identity(), axis.d * Matrix6::Identity(), axis.k * Matrix6::Identity()));
    Offset offset;
    const double force = i < 3 ? 10.0 : 0.3 * std::max(1.0, axis.k);
    double step = axis.k > 0.0 ? force / axis.k : force / axis.d * 5.0;
    if (i >= 3) step = std::min(step, 1.0);
    const double scaled = i < 3 ? force : (axis.k > 0.0 ? step * axis.k : step * axis.d / 5.0);
    double time = 0.0;
    double worst = 0.0;
    while (time < 5.0) {
      const double h = jittered ? nominal * jitter(random) : nominal;
      law.step(offset, scaled * Vector6::Unit(i), h);
      time += h;
      const double expected = test::closed_form(axis.m, axis.d, axis.k, scaled, 0.0, 0.0, time);
      worst = std::max(worst, (offset.error() - expected * Vector6::Unit(i)).cwiseAbs().maxCoeff());
    }
    EXPECT_LT(worst, 1e-9 * step) << "axis " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(AllDampings, ClosedForm,
                         testing::Combine(testing::Values(Axis{2, 12, 10},  // over-damped
                                                          Axis{2, 2, 200},  // under-damped
                                                          Axis{5, 2 * std::sqrt(5.0 * 300.0) * (1 + 1e-9),
                                                               300},            // critical
                                                          Axis{5, 44.7, 0},     // pure admittance
                                                          Axis{1, 800, 2000},   // heavily over-damped
                                                          Axis{0.5, 1, 20000},  // fast
                                                          Axis{3, 12, 1e-6}),   // hardly any spring
                                          testing::Values(100.0, 500.0, 1000.0, -1.0)));

TEST(AdmittanceLaw, GivesTheDocumentsAccelerations) {
  const Dynamics dynamics = make_dynamics(2 * Matrix6::Identity(), 12 * Matrix6::Identity(), 10 * Matrix6::Identity());
  Offset offset;
  offset.p.x() = 0.1;
  EXPECT_DOUBLE_EQ(acceleration(dynamics, offset, 10.0 * Vector6::Unit(0))[0], 4.5);
  EXPECT_DOUBLE_EQ(acceleration(dynamics, offset, 0.5 * 10.0 * Vector6::Unit(0))[0], 2.0);
}

// e and ė of the linear system after t, by the matrix exponential of the augmented system.
Vector6 exponential_solution(const Dynamics& dynamics, const Vector6& F, double t) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(13, 13);
  A.block<6, 6>(0, 6).setIdentity();
  A.block<6, 6>(6, 0) = -dynamics.M_inverse * dynamics.K;
  A.block<6, 6>(6, 6) = -dynamics.M_inverse * dynamics.D;
  A.block<6, 1>(6, 12) = dynamics.M_inverse * F;
  return test::exponential(A * t).block<6, 1>(0, 12);
}

// Small pushes, so that rotation stays in the linear range the exponential knows.
double worst_against_exponential(const Dynamics& dynamics, double rate) {
  AdmittanceLaw law;
  law.set_dynamics(dynamics);
  const Vector6 F = 1e-5 * (Vector6() << 3, -2, 1, 0.4, 0.5, -0.6).finished();
  Offset offset;
  double worst = 0.0;
  double largest = 0.0;
  for (int k = 1; k <= static_cast<int>(rate); ++k) {
    law.step(offset, F, 1.0 / rate);
    const Vector6 expected = exponential_solution(dynamics, F, k / rate);
    worst = std::max(worst, (offset.error() - expected).norm());
    largest = std::max(largest, expected.norm());
  }
  return worst / largest;
}

TEST(AdmittanceLaw, FullMatricesThatDiagonaliseTogetherAreExact) {
  std::mt19937 random(3);
  for (int i = 0; i < test::scaled(20); ++i) {
    const Matrix6 M = random_spd(random, 1, 5);
    const Matrix6 K = random_spd(random, 10, 500);
    const Dynamics dynamics = make_dynamics(M, 0.5 * M + 0.02 * K, K);
    ASSERT_EQ(dynamics.form, Dynamics::Form::kModal);
    EXPECT_LT(worst_against_exponential(dynamics, 100), 1e-6);  // what remains is the rotation's own curvature
  }
}

TEST(AdmittanceLaw, FullMatricesOfAnyKindAreGoodToOneInTenThousand) {
  std::mt19937 random(4);
  for (int i = 0; i < test::scaled(20); ++i) {
    const Dynamics dynamics =
        make_dynamics(random_spd(random, 1, 5), random_spd(random, 5, 300), random_spd(random, 0.1, 2000));
    ASSERT_EQ(dynamics.form, Dynamics::Form::kCoupled);
    for (double rate : {100.0, 500.0}) EXPECT_LT(worst_against_exponential(dynamics, rate), 1e-4);
  }
}

TEST(AdmittanceLaw, CouplingBetweenAxesIsHonoured) {
  Matrix6 K = diagonal(200, 20);
  K(0, 2) = K(2, 0) = 80.0;
  const Dynamics dynamics = make_dynamics(diagonal(2, 0.2), diagonal(40, 4), K);
  AdmittanceLaw law;
  law.set_dynamics(dynamics);
  Offset offset;
  const Vector6 F = 10.0 * Vector6::Unit(0);
  for (int k = 0; k < 5000; ++k) law.step(offset, F, 0.002);
  const Vector6 rest = K.inverse() * F;
  EXPECT_LT((offset.error() - rest).norm(), 1e-9);
  EXPECT_GT(std::abs(rest[2]), 0.01);
}

TEST(RotationalSpring, IsTheGradientOfItsEnergy) {
  const Matrix6 K = (Vector6() << 100, 200, 300, 10, 100, 30).finished().asDiagonal();
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (int i = 0; i < test::scaled(2000); ++i) {
    Offset offset;
    offset.q = exp_so3(Vector3(normal(random), normal(random), normal(random)));
    const Vector3 wrench = spring_wrench(K, offset).tail<3>();
    const auto energy = [&](const Vector3& turn) {
      Offset turned = offset;
      turned.q = exp_so3(turn) * offset.q;
      const Vector6 e = turned.error();
      return 0.5 * e.dot(K * e);
    };
    if (offset.theta().norm() > 2.8) continue;  // a difference across the cut at pi means nothing
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3 step = 1e-5 * Vector3::Unit(axis);
      EXPECT_NEAR(wrench[axis], (energy(step) - energy(-step)) / 2e-5, 1e-5);
    }
  }
}

// Work done on the spring along a closed loop of rotations, by the mid-point rule on small turns.
double work_around_loop(const Matrix6& K, bool as_gradient) {
  double work = 0.0;
  const int steps = 20000;
  const auto theta_at = [&](int k) {
    const double phase = 2.0 * M_PI * k / steps;
    return Vector3(0.9 + 0.4 * std::cos(phase), 0.8 * std::sin(phase), 0.6 + 0.3 * std::cos(phase));
  };
  for (int k = 0; k < steps; ++k) {
    const Quaternion from = exp_so3(theta_at(k));
    const Quaternion to = exp_so3(theta_at(k + 1));
    const Vector3 turn = log_so3(to * from.conjugate());
    Offset middle;
    middle.q = exp_so3(0.5 * turn) * from;
    const Vector3 torque =
        as_gradient ? spring_wrench(K, middle).tail<3>().eval() : (K.bottomRightCorner<3, 3>() * middle.theta()).eval();
    work += torque.dot(turn);
  }
  return work;
}

TEST(RotationalSpring, GivesBackWhatItTookAroundAClosedLoop) {
  const Matrix6 K = (Vector6() << 0, 0, 0, 10, 100, 30).finished().asDiagonal();
  EXPECT_LT(std::abs(work_around_loop(K, true)), 1e-6);
  EXPECT_GT(std::abs(work_around_loop(K, false)), 1e-2) << "the plain K θ would pass too: the loop proves nothing";
}

TEST(AdmittanceLaw, KeepsTheEnergyOfUndampedTumblingWithUnequalStiffness) {
  const Matrix6 K = (Vector6() << 100, 300, 50, 10, 100, 30).finished().asDiagonal();
  for (double rate : {100.0, 500.0, 1000.0}) {
    AdmittanceLaw law;
    law.set_dynamics(make_dynamics(diagonal(2, 0.5), Matrix6::Zero(), K));
    Offset offset;
    offset.p = Vector3(0.1, -0.2, 0.05);
    offset.q = exp_so3(Vector3(0.9, -0.5, 0.7));
    offset.velocity.tail<3>() = Vector3(1.0, 2.0, -1.5);
    const double start = stored_energy(law.dynamics(), offset);
    double worst = 0.0;
    for (int k = 0; k < static_cast<int>(30 * rate); ++k) {
      law.step(offset, Vector6::Zero(), 1.0 / rate);
      worst = std::max(worst, std::abs(stored_energy(law.dynamics(), offset) - start));
    }
    EXPECT_LT(worst, 1e-6) << rate << " Hz";
  }
}

TEST(AdmittanceLaw, NeverStoresMoreThanItWasGiven) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  for (int run = 0; run < test::scaled(200); ++run) {
    const bool coupled = run % 2 == 0;
    const Dynamics dynamics =
        coupled ? make_dynamics(random_spd(random, 0.5, 5), random_spd(random, 1, 50), random_spd(random, 1, 300))
                : make_dynamics(diagonal(2, 0.4), diagonal(5, 0.5),
                                (Vector6() << 50, 0, 300, 10, 100, 30).finished().asDiagonal());
    AdmittanceLaw law;
    law.set_dynamics(dynamics);
    Offset offset;
    double before = 0.0;
    for (int k = 0; k < 300; ++k) {
      const Vector6 F = (Vector6() << 20, 20, 20, 2, 2, 2).finished().cwiseProduct(Vector6::NullaryExpr([&] {
        return normal(random);
      }));
      const Vector6 displacement = law.step(offset, F, 0.004);
      if (offset.theta().norm() > 2.5) break;
      const double after = stored_energy(dynamics, offset);
      EXPECT_LE(after - before, F.dot(displacement) + 1e-11 * (1.0 + after));
      before = after;
    }
  }
}

}  // namespace
}  // namespace limber
