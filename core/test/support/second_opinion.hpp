// An independent integration of the intended motion: the law in its textbook form, integrated with tiny steps, slow and
// simple.
//
//   M ë + D ė + [K_p e ; J_l(θ)⁻ᵀ K θ] = F,    e = p_V - p_R,   Q = R_V R_Rᵀ = Exp(θ),   Q̇ = [ė_ω]× Q
//
// all in the axes of C. V is at p_R + e with orientation Q R_R, wherever the reference R has moved. It shares only
// vectors with the library: it has its own Exp, Log and Jacobian, and uses the fourth-order Runge-Kutta rule.
#pragma once

#include <cmath>

#include "limber/types.hpp"

namespace limber::test {

struct TextbookLaw {
  Matrix6 M, D, K;  // in C
};

class SecondOpinion {
 public:
  // V does not move relative to R (or moves with `rate`, in the base).
  void start(const Pose& V, const Pose& R, const Vector6& rate = Vector6::Zero()) {
    e_ = V.p - R.p;
    Q_ = V.R * R.R.transpose();
    rate_ = rate;
  }

  // h seconds under F (N, N m, in C); R_BC: the axes of C.
  void step(const TextbookLaw& law, const Matrix3& R_BC, const Vector6& F, double h, int substeps = 40) {
    State x;
    x.e = R_BC.transpose() * e_;
    x.Q = R_BC.transpose() * Q_ * R_BC;
    x.rate << R_BC.transpose() * rate_.head<3>(), R_BC.transpose() * rate_.tail<3>();
    for (int i = 0; i < substeps; ++i) x = runge_kutta(law, F, x, h / substeps);
    e_ = R_BC * x.e;
    Q_ = R_BC * x.Q * R_BC.transpose();
    rate_ << R_BC * x.rate.head<3>(), R_BC * x.rate.tail<3>();
  }

  // Orthonormalised after each cycle: rounding must not accumulate over thousands of products.
  Pose V(const Pose& R) const { return {Quaternion(Matrix3(Q_ * R.R)).normalized().toRotationMatrix(), R.p + e_}; }
  const Vector6& rate() const { return rate_; }  // ė, in the base

 private:
  struct State {
    Vector3 e;
    Matrix3 Q;
    Vector6 rate;
  };

  static Matrix3 cross(const Vector3& a) {
    Matrix3 S;
    S << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
    return S;
  }
  static Matrix3 turned(const Vector3& by) {
    const double angle = by.norm();
    return angle > 0.0 ? Eigen::AngleAxisd(angle, by / angle).toRotationMatrix() : Matrix3(Matrix3::Identity());
  }
  static Vector3 log(const Matrix3& R) {
    const Eigen::AngleAxisd a(R);
    return a.angle() * a.axis();
  }

  static Vector6 spring(const Matrix6& K, const State& x) {
    Vector6 e;
    const Vector3 theta = log(x.Q);
    e << x.e, theta;
    Vector6 wrench = K * e;
    const double angle = theta.norm();
    if (angle > 1e-9) {
      // J_l⁻¹ = 1 - [θ]×/2 + (1/θ² - (1 + cos θ)/(2 θ sin θ)) [θ]×²
      const double c =
          angle < 1e-3 ? 1.0 / 12.0 : 1.0 / (angle * angle) - (1.0 + std::cos(angle)) / (2.0 * angle * std::sin(angle));
      const Matrix3 J = Matrix3::Identity() - 0.5 * cross(theta) + c * cross(theta) * cross(theta);
      wrench.tail<3>() = (J.transpose() * wrench.tail<3>()).eval();
    }
    return wrench;
  }
  static Vector6 acceleration(const TextbookLaw& law, const Vector6& F, const State& x) {
    return law.M.fullPivLu().solve(F - law.D * x.rate - spring(law.K, x));
  }

  // Rotation by a turn on the left, from stage to stage: fourth order for small turns, which substeps ensure.
  static State runge_kutta(const TextbookLaw& law, const Vector6& F, const State& x, double h) {
    const auto moved = [&](const Vector6& rate, const Vector6& push, double t) {
      return State{x.e + t * rate.head<3>(), turned(t * rate.tail<3>()) * x.Q, x.rate + t * push};
    };
    const Vector6 v1 = x.rate, a1 = acceleration(law, F, x);
    const State x2 = moved(v1, a1, 0.5 * h);
    const Vector6 v2 = x2.rate, a2 = acceleration(law, F, x2);
    const State x3 = moved(v2, a2, 0.5 * h);
    const Vector6 v3 = x3.rate, a3 = acceleration(law, F, x3);
    const State x4 = moved(v3, a3, h);
    const Vector6 v4 = x4.rate, a4 = acceleration(law, F, x4);
    return moved((v1 + 2.0 * v2 + 2.0 * v3 + v4) / 6.0, (a1 + 2.0 * a2 + 2.0 * a3 + a4) / 6.0, h);
  }

  Vector3 e_ = Vector3::Zero();
  Matrix3 Q_ = Matrix3::Identity();
  Vector6 rate_ = Vector6::Zero();
};

}  // namespace limber::test
