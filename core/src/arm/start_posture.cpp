#include "arm/start_posture.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "arm/joint_samples.hpp"
#include "arm/reach.hpp"
#include "math/symmetric_modes.hpp"

namespace limber {
namespace {

constexpr int kDrawn = 1500;
constexpr int kImproved = 12;        // number of best samples
constexpr int kChanges = 80;         // tried on each of these
constexpr double kLimitShare = 0.1;  // of the joint range, distance from both limits
constexpr double kGoodShare = 0.7;   // relative to the best conditioning
// Relative to the largest singular value: the arm cannot move in a direction that has less in all postures.
constexpr double kNoDirection = 1e-3;

// Singular values of the Jacobian, descending, and of its position rows (the last three are 0).
struct Candidate {
  JointVector q;
  Vector6 sigma, sigma_position;
};

class StartSearch {
 public:
  StartSearch(const Arm& arm, const Frame& frame)
      : arm_(arm), frame_(frame), samples_(arm, kLimitShare), reach_(reach_of(arm, frame).radius) {
    if (!(reach_ > 0.0)) reach_ = 1.0;
  }

  StartPosture run() {
    candidates_.push_back(candidate(samples_.middle()));
    for (int k = 0; k < kDrawn; ++k) candidates_.push_back(candidate(samples_.next()));
    for (const Candidate& c : candidates_) {
      directions_ = std::max(directions_, directions_of(c.sigma));
      position_directions_ = std::max(position_directions_, directions_of(c.sigma_position));
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [this](const Candidate& a, const Candidate& b) { return conditioning(a) > conditioning(b); });
    for (std::size_t k = 0; k < kImproved; ++k) candidates_.push_back(improved(candidates_[k]));
    double best = 0.0;
    for (const Candidate& c : candidates_) best = std::max(best, conditioning(c));
    const Candidate* chosen = &candidates_.front();
    double most = -1.0;
    for (const Candidate& c : candidates_) {
      if (conditioning(c) < kGoodShare * best) continue;
      const double merit = merit_of(c.q);
      if (merit <= most) continue;
      most = merit;
      chosen = &c;
    }
    const Candidate start = calmed(*chosen, kGoodShare * best);
    return {start.q, conditioning(start), best, directions_};
  }

 private:
  Candidate candidate(const JointVector& q) const {
    Pose X;
    Jacobian J;
    arm_.kinematics(q, frame_, X, J);
    J.topRows<3>() /= reach_;
    const Matrix6 A = J * J.transpose();
    Matrix6 A_position = Matrix6::Zero();
    A_position.topLeftCorner<3, 3>() = A.topLeftCorner<3, 3>();
    return {q, roots(symmetric_eigenvalues(A)), roots(symmetric_eigenvalues(A_position))};
  }

  static Vector6 roots(const Vector6& ascending) { return ascending.reverse().cwiseMax(0.0).cwiseSqrt(); }

  int directions_of(const Vector6& sigma) const {
    const int most = std::min(6, arm_.joint_count());
    int count = 0;
    while (count < most && sigma[count] > kNoDirection * sigma[0]) ++count;
    return count;
  }

  double conditioning(const Candidate& c) const {
    const double all = directions_ > 0 ? c.sigma[directions_ - 1] : 0.0;
    return position_directions_ > 0 ? std::min(all, c.sigma_position[position_directions_ - 1]) : all;
  }

  // Improves the conditioning by random changes of decreasing size.
  Candidate improved(Candidate best) {
    for (int k = 0; k < kChanges; ++k) {
      const double size = 0.3 * (1.0 - static_cast<double>(k) / kChanges);
      const JointVector towards = samples_.next();
      const Candidate changed = candidate(best.q + size * (towards - best.q));
      if (conditioning(changed) > conditioning(best)) best = changed;
    }
    return best;
  }

  // Moves each joint as near to the middle of its range as conditioning and merit allow; mostly the base joint.
  Candidate calmed(Candidate now, double least_conditioning) const {
    for (Eigen::Index i = 0; i < now.q.size(); ++i) {
      for (const double share : {1.0, 0.5, 0.25}) {
        JointVector q = now.q;
        q[i] += share * (samples_.middle()[i] - q[i]);
        const Candidate changed = candidate(q);
        if (conditioning(changed) < least_conditioning || merit_of(q) < merit_of(now.q)) continue;
        now = changed;
        break;
      }
    }
    return now;
  }

  // 0 to 5: quality of a posture besides its conditioning.
  double merit_of(const JointVector& q) const {
    const JointVector half = 0.5 * (samples_.upper() - samples_.lower());
    const JointVector off = (q - samples_.middle()).cwiseAbs().cwiseQuotient(half.cwiseMax(1e-9));
    return (1.0 - off.maxCoeff()) + (1.0 - off.mean()) + 2.0 * freedom(q) + height(q);
  }

  // 0 to 1: distance of the tool from the z axis of the base and from all joints but the last two.
  double freedom(const JointVector& q) const {
    const Vector3 p_BF = arm_.pose(q, frame_).p;
    double nearest = p_BF.head<2>().norm();
    for (int i = 0; i + 2 < arm_.joint_count(); ++i) {
      nearest = std::min(nearest, (p_BF - arm_.pose(q, Frame{i, Pose{}}).p).norm());
    }
    return std::min(1.0, nearest / (0.3 * reach_));
  }

  // 0 to 1: whether tool and joints are above the mounting plane of the base.
  double height(const JointVector& q) const {
    double lowest = arm_.pose(q, frame_).p.z();
    for (int i = 1; i < arm_.joint_count(); ++i) lowest = std::min(lowest, arm_.pose(q, Frame{i, Pose{}}).p.z());
    return std::clamp(1.0 + lowest / (0.2 * reach_), 0.0, 1.0);
  }

  const Arm& arm_;
  const Frame& frame_;
  JointSamples samples_;
  double reach_;
  std::vector<Candidate> candidates_;
  int directions_ = 0, position_directions_ = 0;
};

}  // namespace

StartPosture choose_start(const Arm& arm, const Frame& frame) { return StartSearch(arm, frame).run(); }

}  // namespace limber
