// Reach by a bound and by a search. The search is Levenberg-Marquardt on
//
//   |p(q) - p|² + w² |Log(R(q)ᵀ R)|²,   lower <= q <= upper,
//
// A joint at a limit that would move beyond it is left out of the step.
#include "arm/reach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "arm/joint_samples.hpp"
#include "math/definite_inverse.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

constexpr int kSeeds = 100;
constexpr int kSearchSteps = 80;
constexpr double kReachedWithin = 1e-3;  // m
constexpr double kReachedShare = 2e-3;   // relative to the reach
constexpr double kReachedTurn = 0.02;    // rad
constexpr double kLongestStep = 0.5;     // rad, or m
constexpr double kSmallestGain = 1e-9;   // relative to the cost: the search ends if it gains less
constexpr double kRadianOfReach = 0.25;  // length per radian, in reaches, if orientation counts

using JointSquare = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, kMaxJoints>;

// Joint positions, and the remaining error of the pose.
struct Trial {
  JointVector q;
  Vector6 gap = Vector6::Zero();  // remaining error, rotation in units of length
  Jacobian J;

  double cost() const { return gap.squaredNorm(); }
};

class NearestSearch {
 public:
  NearestSearch(const Arm& arm, const Frame& frame, const Pose& X_BF, double radian, const JointRange& range)
      : arm_(arm), frame_(frame), X_BF_(X_BF), radian_(radian), lower_(range.lower), upper_(range.upper) {}

  // Descends from `start`.
  Trial run(const JointVector& start) const {
    Trial now = at(start);
    double damping = 1e-3;
    for (int i = 0; i < kSearchSteps && damping < 1e6; ++i) {
      const Trial next = at(now.q + step(now, damping));
      if (!(next.cost() < now.cost())) {
        damping *= 10.0;
        continue;
      }
      const bool ended = now.cost() - next.cost() < kSmallestGain * now.cost();
      now = next;
      damping = std::max(1e-9, 0.2 * damping);
      if (ended) break;
    }
    return now;
  }

 private:
  Trial at(const JointVector& q) const {
    Trial trial;
    trial.q = q.cwiseMax(lower_).cwiseMin(upper_);
    Pose X;
    arm_.kinematics(trial.q, frame_, X, trial.J);
    trial.gap << X_BF_.p - X.p, radian_ * log_so3(Matrix3(X_BF_.R * X.R.transpose()));
    trial.J.bottomRows<3>() *= radian_;
    return trial;
  }

  JointVector step(const Trial& trial, double damping) const {
    Jacobian J = trial.J;
    const JointVector downhill = J.transpose().lazyProduct(trial.gap);
    for (Eigen::Index i = 0; i < J.cols(); ++i) {
      const bool barred = downhill[i] > 0.0 ? trial.q[i] >= upper_[i] : trial.q[i] <= lower_[i];
      if (barred) J.col(i).setZero();
    }
    JointSquare A = J.transpose().lazyProduct(J);
    A.diagonal().array() += damping * (A.trace() + 1e-12);
    JointSquare inverse;
    if (!invert_definite(A, inverse)) return JointVector::Zero(J.cols());
    JointVector step = inverse.lazyProduct(JointVector(J.transpose().lazyProduct(trial.gap)));
    const double longest = step.cwiseAbs().maxCoeff();
    if (longest > kLongestStep) step *= kLongestStep / longest;
    return step;
  }

  const Arm& arm_;
  const Frame& frame_;
  const Pose& X_BF_;
  double radian_;
  JointVector lower_, upper_;
};

class ReachSearch {
 public:
  ReachSearch(const Arm& arm, const Frame& frame, const Pose& X_BF, const std::optional<JointVector>& near,
              const JointRange& range)
      : arm_(arm),
        frame_(frame),
        X_BF_(X_BF),
        radius_(reach_of(arm, frame).radius),
        range_(range),
        samples_(arm, range, 0.0) {
    near_ = near.value_or(samples_.middle());
    tolerance_ = std::max(kReachedWithin, kReachedShare * radius_);
  }

  // The nearest posture: by position alone if `radian` is 0, otherwise with `radian` m per radian.
  NearestPosture nearest(double radian) {
    const NearestSearch search(arm_, frame_, X_BF_, radian, range_);
    Trial best = search.run(near_);
    for (int k = 0; k < kSeeds && !there(measured(best.q), radian); ++k) {
      const Trial other = search.run(samples_.next());
      if (other.cost() < best.cost()) best = other;
    }
    return measured(best.q);
  }

  bool there(const NearestPosture& posture, double radian) const {
    return posture.distance <= tolerance_ && (radian == 0.0 || posture.turn <= kReachedTurn);
  }

  double radian() const { return kRadianOfReach * radius_; }

 private:
  NearestPosture measured(const JointVector& q) const {
    const Pose X = arm_.pose(q, frame_);
    return {q, (X_BF_.p - X.p).norm(), log_so3(Matrix3(X_BF_.R * X.R.transpose())).norm()};
  }

  const Arm& arm_;
  const Frame& frame_;
  const Pose& X_BF_;
  double radius_, tolerance_;
  JointRange range_;
  JointSamples samples_;
  JointVector near_;
};

std::string position_words(const Vector3& p) { return fmt::format("({:.3f}, {:.3f}, {:.3f}) m", p.x(), p.y(), p.z()); }

}  // namespace

ReachSphere reach_of(const Arm& arm, const Frame& frame) noexcept {
  if (frame.body < 0) return {frame.X_JF.p, 0.0};
  ReachSphere sphere{arm.joints().front().X_PJ.p, frame.X_JF.p.norm()};
  for (std::size_t i = 0; i <= static_cast<std::size_t>(frame.body); ++i) {
    const Joint& joint = arm.joints()[i];
    if (i > 0) sphere.radius += joint.X_PJ.p.norm();
    if (joint.type != JointType::kPrismatic) continue;
    sphere.radius += std::max(std::abs(joint.limits.lower), std::abs(joint.limits.upper));
  }
  return sphere;
}

double outside(const ReachSphere& sphere, const Vector3& p_B) noexcept {
  return std::max(0.0, (p_B - sphere.centre_B).norm() - sphere.radius);
}

ReachReport check_reach(const Arm& arm, const Frame& frame, const Pose& X_BF, const std::optional<JointVector>& near,
                        const std::optional<JointRange>& range) {
  ReachSearch search(arm, frame, X_BF, near, range.value_or(own_range(arm)));
  ReachReport report;
  const std::string place = position_words(X_BF.p);
  if (arm.joint_count() >= 6) {
    report.nearest = search.nearest(search.radian());
    if (search.there(report.nearest, search.radian())) return report;
  }
  const NearestPosture by_position = search.nearest(0.0);
  if (!search.there(by_position, 0.0)) {
    report.reach = Reach::kOutOfReach;
    report.nearest = by_position;
    report.sentence =
        fmt::format("{} is out of reach: the arm stops {:.3g} m short of it", place, by_position.distance);
  } else if (arm.joint_count() < 6) {
    report.nearest = by_position;
  } else {
    report.reach = Reach::kNotWithThisOrientation;
    report.sentence =
        fmt::format("{} is in reach, but not with this orientation: the arm stops {:.3g} m and {:.3g} rad short of it",
                    place, report.nearest.distance, report.nearest.turn);
  }
  return report;
}

}  // namespace limber
