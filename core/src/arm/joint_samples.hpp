// Random postures within the joint limits; the same sequence in every run.
#pragma once

#include <algorithm>
#include <numbers>
#include <random>

#include "arm/reach.hpp"
#include "limber/arm.hpp"

namespace limber {

inline JointRange own_range(const Arm& arm) {
  JointRange range{JointVector(arm.joint_count()), JointVector(arm.joint_count())};
  for (int i = 0; i < arm.joint_count(); ++i) {
    range.lower[i] = arm.joints()[static_cast<std::size_t>(i)].limits.lower;
    range.upper[i] = arm.joints()[static_cast<std::size_t>(i)].limits.upper;
  }
  return range;
}

class JointSamples {
 public:
  // Keeps a distance of `margin` (a fraction of each joint's range) from both limits. Of a range wider than one turn,
  // one turn is used, around 0 if the range allows it.
  explicit JointSamples(const Arm& arm, double margin = 0.0) : JointSamples(arm, own_range(arm), margin) {}

  JointSamples(const Arm& arm, const JointRange& range, double margin) : lower_(range.lower), upper_(range.upper) {
    const double turn = 2.0 * std::numbers::pi;
    for (int i = 0; i < arm.joint_count(); ++i) {
      const Joint& joint = arm.joints()[static_cast<std::size_t>(i)];
      const double off = joint.type == JointType::kContinuous ? 0.0 : margin * (upper_[i] - lower_[i]);
      lower_[i] += off;
      upper_[i] -= off;
      if (joint.type == JointType::kPrismatic || upper_[i] - lower_[i] <= turn) continue;
      const double begin = std::clamp(-0.5 * turn, lower_[i], upper_[i] - turn);
      lower_[i] = begin;
      upper_[i] = begin + turn;
    }
  }

  JointVector next() {
    JointVector q(lower_.size());
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = lower_[i] + (upper_[i] - lower_[i]) * share();
    return q;
  }
  double share() { return uniform_(random_); }  // 0 to 1

  const JointVector& lower() const { return lower_; }
  const JointVector& upper() const { return upper_; }
  JointVector middle() const { return 0.5 * (lower_ + upper_); }

 private:
  JointVector lower_, upper_;
  std::mt19937 random_{1};
  std::uniform_real_distribution<double> uniform_{0.0, 1.0};
};

}  // namespace limber
