// The energy balance and the motion of the law with stiff rotational springs and slow cycles, against the exact balance
// and against the equation integrated in tiny steps.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <numbers>
#include <random>
#include <sstream>
#include <string>

#include "compliance/admittance_law.hpp"
#include "compliance/dynamics.hpp"
#include "math/law_matrix.hpp"
#include "math/so3.hpp"
#include "support/decompositions.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

// Bodies, motions and pushes of any size.
class AnyBody {
 public:
  explicit AnyBody(std::uint64_t seed) : random_(seed) {}

  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  double scale(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
  bool chance(double share) { return between(0.0, 1.0) < share; }
  Vector3 direction() {
    std::normal_distribution<double> normal;
    return Vector3(normal(random_), normal(random_), normal(random_)).normalized();
  }

  // Masses of 0.1 to 100 kg, inertias of 0.001 to 10 kg m².
  Vector6 masses() {
    return Vector6::NullaryExpr([&](Eigen::Index i) { return i < 3 ? scale(0.1, 100) : scale(1e-3, 10); });
  }
  // 0 to 5000 N/m and 0 to 2000 N m/rad.
  Vector6 stiffnesses() {
    return Vector6::NullaryExpr([&](Eigen::Index i) { return chance(0.4) ? 0.0 : scale(0.1, i < 3 ? 5000 : 2000); });
  }
  Matrix6 turned(const Vector6& values) {
    const Matrix6 Q = test::orthogonal_part(Matrix6::NullaryExpr([&] { return between(-1, 1); }));
    const Matrix6 A = Q * values.asDiagonal() * Q.transpose();
    return 0.5 * (A + A.transpose());
  }

  Dynamics dynamics(Dynamics::Form form) {
    const Vector6 m = masses(), k = stiffnesses();
    const double ratio = chance(0.4) ? 0.0 : scale(0.01, 3.0);
    const Vector6 d = 2.0 * ratio * m.cwiseProduct(k + Vector6::Constant(1e-3)).cwiseSqrt();
    if (form == Dynamics::Form::kDiagonal) return make_dynamics(m.asDiagonal(), d.asDiagonal(), k.asDiagonal());
    const Matrix6 M = turned(m), K = turned(k);
    if (form == Dynamics::Form::kModal)
      return make_dynamics(M, ratio * (scale(0.1, 10) * M + scale(1e-4, 1e-2) * K), K);
    return make_dynamics(M, turned(d), K);
  }

  // Turned by up to 0.9 of half a turn, in motion.
  Offset offset() {
    Offset start;
    start.p = between(0.0, 0.3) * direction();
    start.q = exp_so3(between(0.0, 0.9) * std::numbers::pi * direction());
    start.velocity << scale(0.01, 1.0) * direction(), scale(0.01, 10.0) * direction();
    return start;
  }
  Vector6 wrench() {
    return (Vector6() << between(0.0, 50.0) * direction(), between(0.0, 10.0) * direction()).finished();
  }

 private:
  std::mt19937_64 random_;
};

std::string words(const Dynamics& d, double rate) {
  std::ostringstream out;
  out << rate << " Hz, M\n" << d.M << "\nD\n" << d.D << "\nK\n" << d.K;
  return out.str();
}

// J: what rounding is a share of. The terms of the energy without their signs; the rotational spring turns the
// stiffness of every axis into that of every other.
double size_of_terms(const Dynamics& d, const Offset& at) {
  const Vector6 e = at.error().cwiseAbs(), v = at.velocity.cwiseAbs();
  const double turning = d.K.bottomRows<3>().cwiseAbs().maxCoeff() * e.tail<3>().squaredNorm();
  return 0.5 * (e.dot(d.K.cwiseAbs() * e) + v.dot(d.M.cwiseAbs() * v) + turning);
}

// Steps it and checks stored' - stored = F·δ - dissipated, dissipated >= 0, and = 0 without a damper.
void expect_balance(AnyBody& any, const Dynamics& body, double rate) {
  AdmittanceLaw law;
  law.set_dynamics(body);
  Offset offset = any.offset();
  const Vector6 F = any.wrench();
  for (int k = 0; k < 3; ++k) {
    const Offset before = offset;
    const Vector6 moved = law.step(offset, F, 1.0 / rate);
    const double dissipated = stored_energy(body, before) + F.dot(moved) - stored_energy(body, offset);
    const double size = size_of_terms(body, before) + size_of_terms(body, offset) + F.cwiseAbs().dot(moved.cwiseAbs());
    ASSERT_GE(dissipated, -1e-11 * size) << "step " << k << " at " << words(body, rate);
    if (!body.D.isZero(0.0) || law.unconverged() > 0) continue;
    ASSERT_LE(dissipated, 1e-11 * size) << "step " << k << " at " << words(body, rate);
  }
}

class EnergyBalance : public testing::TestWithParam<Dynamics::Form> {};

TEST_P(EnergyBalance, HoldsToRoundingWhateverTheSpringsTheInertiasAndTheRate) {
  AnyBody any(1);
  for (int n = 0; n < test::scaled(20'000); ++n) {
    const Dynamics body = any.dynamics(GetParam());
    ASSERT_NO_FATAL_FAILURE(expect_balance(any, body, any.scale(20, 1000)));
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, EnergyBalance,
                         testing::Values(Dynamics::Form::kDiagonal, Dynamics::Form::kModal, Dynamics::Form::kCoupled));

// Masses from 1e-6, stiffness and damping from 0 to 1e6, and what the cycle makes of them.
TEST(EnergyBalanceOfTheAbsurd, NoBodyThatTheParametersAllowCreatesEnergy) {
  AnyBody any(3);
  const auto values = [&](double zeros, double low, double high) {
    return Vector6(Vector6::NullaryExpr([&] { return any.chance(zeros) ? 0.0 : any.scale(low, high); }));
  };
  for (int n = 0; n < test::scaled(10'000); ++n) {
    const bool diagonal = any.chance(0.3);
    const auto matrix = [&](const Vector6& v) { return diagonal ? Matrix6(v.asDiagonal()) : any.turned(v); };
    const auto stiffness = [&] { return matrix(values(0.3, 1e-3, 1e6)); };
    const auto damping = [&] { return matrix(any.chance(0.3) ? Vector6(Vector6::Zero()) : values(0.3, 1e-3, 1e6)); };
    const Matrix6 M = matrix(values(0.0, 1e-6, 1e4));
    if (find_indefiniteness(M, "mass", true)) continue;  // rounding, in a mass that is nearly singular
    Dynamics body = make_dynamics(M, damping(), stiffness());
    if (any.chance(0.3)) body = blend(body, make_dynamics(M, damping(), stiffness()), any.between(0.0, 1.0));
    if (any.chance(0.3)) body = with_added_damping(body, values(0.5, 1.0, 1e5));
    ASSERT_NO_FATAL_FAILURE(expect_balance(any, body, any.scale(20, 10'000)));
  }
}

// A file's matrix is accepted with the last digits of a mirrored entry off. A stiffness that is not symmetric is no
// spring: it does work around a loop, and so does such a mass.
TEST(EnergyBalanceOfTheAbsurd, HoldsForMatricesThatAreSymmetricToSixDigits) {
  AnyBody any(4);
  for (int n = 0; n < test::scaled(500); ++n) {
    const auto written = [&](const Vector6& values) {
      const Matrix6 A = any.turned(values);
      return Matrix6(A.cwiseProduct(Matrix6::NullaryExpr([&] { return 1.0 + any.between(-2e-7, 2e-7); })));
    };
    ComplianceParameters parameters;
    parameters.mass = written(any.masses());
    parameters.stiffness = written(any.stiffnesses() + Vector6::Ones());
    parameters.damping = Matrix6::Zero();
    ASSERT_FALSE(find_problem(parameters.stiffness, "stiffness", kStiffnessRule));
    ASSERT_NO_FATAL_FAILURE(expect_balance(any, make_dynamics(parameters), any.scale(20, 1000)));
  }
}

// The textbook's equation, in the textbook's form: M v̇ + D v + [1 ; J_l(θ)⁻ᵀ] K e = F,  Ṙ = [ω]× R.
class Textbook {
 public:
  Textbook(const Dynamics& d, const Offset& start)
      : M_inverse_(d.M.inverse()), D_(d.D), K_(d.K), now_{start.p, start.q.toRotationMatrix(), start.velocity} {}

  // RK4 in n steps of h.
  void run(const Vector6& F, double h, int n) {
    for (int i = 0; i < n; ++i) {
      const State a = rate(now_, F), b = rate(plus(now_, a, 0.5 * h), F), c = rate(plus(now_, b, 0.5 * h), F);
      const State d = rate(plus(now_, c, h), F);
      now_ = plus(plus(plus(plus(now_, a, h / 6.0), b, h / 3.0), c, h / 3.0), d, h / 6.0);
    }
  }
  double angle() const { return theta_of(now_.R).norm(); }
  // rad or m, whichever is more.
  double distance_from(const Offset& other) const {
    const Eigen::AngleAxisd turn(Matrix3(now_.R * other.q.toRotationMatrix().transpose()));
    return std::max(turn.angle(), (now_.p - other.p).norm());
  }

 private:
  struct State {
    Vector3 p;
    Matrix3 R;
    Vector6 v;
  };
  static State plus(const State& at, const State& rate, double h) {
    return {at.p + h * rate.p, at.R + h * rate.R, at.v + h * rate.v};
  }
  static Vector3 theta_of(const Matrix3& R) {
    const Eigen::AngleAxisd turn(R);
    return turn.angle() * turn.axis();
  }
  static Matrix3 cross(const Vector3& a) {
    return (Matrix3() << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0).finished();
  }
  State rate(const State& at, const Vector6& F) const {
    const Vector3 theta = theta_of(at.R);
    const double angle = theta.norm();
    const Matrix3 S = cross(theta);
    Matrix3 J_l = Matrix3::Identity() + 0.5 * S + 1.0 / 6.0 * S * S;
    if (angle > 1e-4) {
      J_l = Matrix3::Identity() + (1.0 - std::cos(angle)) / (angle * angle) * S +
            (angle - std::sin(angle)) / (angle * angle * angle) * S * S;
    }
    Vector6 e, spring;
    e << at.p, theta;
    spring = K_ * e;
    spring.tail<3>() = (J_l.inverse().transpose() * spring.tail<3>()).eval();
    return {at.v.head<3>(), cross(at.v.tail<3>()) * at.R, M_inverse_ * (F - D_ * at.v - spring)};
  }

  Matrix6 M_inverse_, D_, K_;
  State now_;
};

double row_norm(const Matrix6& A) { return A.cwiseAbs().rowwise().sum().maxCoeff(); }

// The linear part of a step is exact. Of the rotational spring's remainder a step takes the mean, as the mid-point rule
// does: second order. So with the fastest rate r of the motion (spring, damper, spin), a step is off by some (r h)³,
// and the 1/(r h) steps of a time 1/r together by less than (r h)² rad, or m.
class StiffMotion : public testing::TestWithParam<Dynamics::Form> {};

TEST_P(StiffMotion, IsTheTextbooksToSecondOrder) {
  AnyBody any(2);
  int compared = 0;
  for (int n = 0; n < test::scaled(2000); ++n) {
    const Dynamics body = any.dynamics(GetParam());
    const Vector6 F = any.wrench();
    Offset offset = any.offset();
    const Matrix6 M_inverse = body.M.inverse();
    const double fastest = std::sqrt(row_norm(M_inverse) * row_norm(body.K)) + row_norm(M_inverse * body.D) +
                           offset.velocity.tail<3>().norm() + std::sqrt((M_inverse * F).norm());
    const double rate = any.scale(20, 1000), turn = fastest / rate;
    if (turn > 3.0) continue;
    Textbook textbook(body, offset);
    AdmittanceLaw law;
    law.set_dynamics(body);
    double off = 0.0, farthest = 0.0;
    for (int k = 0; k < std::ceil(1.0 / turn); ++k) {
      const int tiny = static_cast<int>(20 + 200 * turn);
      textbook.run(F, 1.0 / rate / tiny, tiny);
      law.step(offset, F, 1.0 / rate);
      off = std::max(off, textbook.distance_from(offset));
      farthest = std::max(farthest, textbook.angle());
    }
    if (farthest > 0.9 * std::numbers::pi) continue;  // at half a turn the spring's torque jumps
    ++compared;
    ASSERT_LT(off, turn * turn + 1e-9) << words(body, rate);
    ASSERT_EQ(law.unconverged(), 0) << words(body, rate);
  }
  EXPECT_GT(compared, test::scaled(2000) / 10);
}

INSTANTIATE_TEST_SUITE_P(Forms, StiffMotion,
                         testing::Values(Dynamics::Form::kDiagonal, Dynamics::Form::kModal, Dynamics::Form::kCoupled));

}  // namespace
}  // namespace limber
