#include "arm/inverse_kinematics.hpp"

#include <algorithm>
#include <cmath>
#include <kdl/chainiksolverpos_lma.hpp>
#include <numbers>
#include <random>

#include "arm/kdl_chain.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

constexpr int kAttempts = 60;
constexpr int kIterations = 200;
// m, and rad if six or more joints can match the orientation: tolerance of a solution.
constexpr double kPositionTolerance = 1e-6;
constexpr double kOrientationTolerance = 1e-5;
// Metres per radian in the search. With fewer than six joints, the orientation only selects among matching positions.
constexpr double kRadianOfFullArm = 0.1;
constexpr double kRadianOfSmallArm = 1e-3;

class Search {
 public:
  Search(const Arm& arm, const Frame& frame, const Pose& X_BF, const JointVector& start)
      : arm_(arm), frame_(frame), X_BF_(X_BF), start_(start), chain_(kdl_chain(arm, frame)) {}

  std::optional<JointVector> run() {
    JointVector guess = start_;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      if (auto q = within_limits(solve(guess)); q && there(*q)) return q;
      guess = new_guess(static_cast<double>(attempt + 1) / kAttempts);
    }
    return std::nullopt;
  }

 private:
  bool full() const { return arm_.joint_count() >= 6; }

  JointVector solve(const JointVector& guess) const {
    if (full()) return minimise(guess, kRadianOfFullArm);
    // The small weight of the orientation leaves a small position error; the second run removes it.
    return minimise(minimise(guess, kRadianOfSmallArm), 0.0);
  }

  JointVector minimise(const JointVector& guess, double radian) const {
    Vector6 weights;
    weights << 1.0, 1.0, 1.0, radian, radian, radian;
    KDL::ChainIkSolverPos_LMA solver(chain_, weights, 1e-10, kIterations);
    KDL::JntArray from(static_cast<unsigned>(guess.size()));
    from.data = guess;
    KDL::JntArray result = from;
    // Its return value is ignored: there() decides whether the result is close enough.
    solver.CartToJnt(from, to_kdl(X_BF_), result);
    return result.data;
  }

  // The same pose with every angle as near to the start as its limits allow; nothing if no such angle exists.
  std::optional<JointVector> within_limits(JointVector q) const {
    const double turn = 2.0 * std::numbers::pi;
    for (int i = 0; i < arm_.joint_count(); ++i) {
      const Joint& joint = arm_.joints()[static_cast<std::size_t>(i)];
      if (!std::isfinite(q[i])) return std::nullopt;
      if (joint.type != JointType::kPrismatic) {
        q[i] = start_[i] + std::remainder(q[i] - start_[i], turn);
        if (q[i] > joint.limits.upper) q[i] -= turn * std::ceil((q[i] - joint.limits.upper) / turn);
        if (q[i] < joint.limits.lower) q[i] += turn * std::ceil((joint.limits.lower - q[i]) / turn);
      }
      if (q[i] < joint.limits.lower || q[i] > joint.limits.upper) return std::nullopt;
    }
    return q;
  }

  bool there(const JointVector& q) const {
    const Pose X = arm_.pose(q, frame_);
    if (!((X.p - X_BF_.p).norm() < kPositionTolerance)) return false;
    return !full() || log_so3(Matrix3(X.R * X_BF_.R.transpose())).norm() < kOrientationTolerance;
  }

  // Near the start at first, then over more and more of the range.
  JointVector new_guess(double reach) {
    JointVector guess = start_;
    for (int i = 0; i < arm_.joint_count(); ++i) {
      const JointLimits& limits = arm_.joints()[static_cast<std::size_t>(i)].limits;
      const double lower = std::max(limits.lower, start_[i] - std::numbers::pi);
      const double upper = std::min(limits.upper, start_[i] + std::numbers::pi);
      const double there = lower + (upper - lower) * uniform_(random_);
      guess[i] += reach * (there - guess[i]);
    }
    return guess;
  }

  const Arm& arm_;
  const Frame& frame_;
  const Pose& X_BF_;
  const JointVector& start_;
  KDL::Chain chain_;
  std::mt19937 random_{1};  // fixed seed: repeatable results
  std::uniform_real_distribution<double> uniform_{0.0, 1.0};
};

}  // namespace

std::optional<JointVector> inverse_kinematics(const Arm& arm, const Frame& frame, const Pose& X_BF,
                                              const JointVector& start) {
  const bool usable = start.size() == arm.joint_count() && frame.body == arm.joint_count() - 1 && start.allFinite() &&
                      X_BF.R.allFinite() && X_BF.p.allFinite();
  if (!usable) return std::nullopt;
  return Search(arm, frame, X_BF, start).run();
}

}  // namespace limber
