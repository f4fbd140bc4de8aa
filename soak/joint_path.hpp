// A path that an arm can always follow: joints that swing back and forth, far from limits and singularities, at a
// fraction of all speeds and accelerations.
#pragma once

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "draw.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "math/so3.hpp"

namespace limber::soak {

class JointPath {
 public:
  JointPath(Draw& draw, const Arm& arm, const LimitParameters& limits) : arm_(arm), limits_(limits) {
    q_ = best_posture(draw);
    rate_ = draw.between(0.6, 2.5);
    amplitude_.resize(q_.size());
    for (double& joint : amplitude_) joint = draw.between(-0.5, 0.5);
    for (int attempt = 0; attempt < 40 && !is_easy(); ++attempt) amplitude_ *= 0.8;
  }

  double period() const { return 2.0 * std::numbers::pi / rate_; }  // s; at rest at its whole multiples
  JointVector q(double t) const { return q_ + 0.5 * (1.0 - std::cos(rate_ * t)) * amplitude_; }
  JointVector qd(double t) const { return 0.5 * rate_ * std::sin(rate_ * t) * amplitude_; }
  Pose pose(double t) const { return arm_.pose(q(t), arm_.tip()); }
  // m/s, rad/s: by finite differences.
  Vector6 twist(double t) const {
    constexpr double kStep = 1e-4;
    const Pose before = pose(t - kStep), after = pose(t + kStep);
    Vector6 twist;
    twist << after.p - before.p, log_so3(Matrix3(after.R * before.R.transpose()));
    return twist / (2.0 * kStep);
  }
  // m/s², rad/s²: by finite differences.
  Vector6 acceleration(double t) const { return (twist(t + 1e-3) - twist(t - 1e-3)) / 2e-3; }
  double most_acceleration() const {
    double most = 0.0;
    for (int k = 0; k < 32; ++k) most = std::max(most, acceleration(period() * k / 32.0).norm());
    return most;
  }
  // Whether the whole path is away from singularities, by a multiple of the damping threshold.
  bool regular() const { return regular_; }

 private:
  static constexpr double kShare = 0.3;  // of speeds and accelerations
  static constexpr double kEasy = 0.05;  // of the best conditioning: closer to a singularity, joints reach their limits

  // Relative to the best of the arm.
  double conditioning(const JointVector& q) const {
    Pose X;
    Jacobian J;
    arm_.kinematics(q, arm_.tip(), X, J);
    const Conditioning& scale = arm_.conditioning();
    const Eigen::MatrixXd scaled = scale.row_scale.asDiagonal() * J;
    return Eigen::JacobiSVD<Eigen::MatrixXd>(scaled).singularValues().minCoeff() / scale.best;
  }

  double room(const JointVector& q) const {
    double least = 1.0;
    for (int i = 0; i < q.size(); ++i) {
      const JointLimits& l = arm_.joints()[static_cast<std::size_t>(i)].limits;
      least = std::min({least, q[i] - l.lower, l.upper - q[i]});
    }
    return least;
  }

  JointVector best_posture(Draw& draw) const {
    JointVector best;
    double most = -1.0;
    for (int attempt = 0; attempt < 60; ++attempt) {
      const JointVector q = draw_posture(draw, arm_);
      const double value = std::min(conditioning(q), room(q));
      if (value <= most) continue;
      most = value;
      best = q;
    }
    return best;
  }

  bool is_easy() {
    regular_ = true;
    for (int k = 0; k <= 32; ++k) {
      const double t = period() * k / 32.0;
      regular_ = regular_ && conditioning(q(t)) > std::max(kEasy, 2.0 * limits_.singularity_threshold);
      const Vector6 V = twist(t), change = acceleration(t);
      if (room(q(t)) < 0.15) return false;
      if (V.head<3>().norm() > kShare * limits_.max_linear_velocity) return false;
      if (V.tail<3>().norm() > kShare * limits_.max_angular_velocity) return false;
      if (change.head<3>().norm() > kShare * limits_.max_linear_acceleration) return false;
      if (change.tail<3>().norm() > kShare * limits_.max_angular_acceleration) return false;
      for (int i = 0; i < q_.size(); ++i) {
        if (std::abs(qd(t)[i]) > kShare * arm_.joints()[static_cast<std::size_t>(i)].limits.velocity) return false;
        if (0.5 * rate_ * rate_ * std::abs(amplitude_[i]) > kShare * kDefaultJointAcceleration) return false;
      }
    }
    return regular_;
  }

  const Arm& arm_;
  LimitParameters limits_;
  JointVector q_, amplitude_;
  double rate_ = 1.0;
  bool regular_ = false;
};

}  // namespace limber::soak
