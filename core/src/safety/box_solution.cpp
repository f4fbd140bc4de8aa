#include "safety/box_solution.hpp"

#include <algorithm>

namespace limber {
namespace {

// rad/s, m/s: a smaller pull back into the box is rounding.
constexpr double kEager = 4e-10;

// Of the joints that are not taken out, the one that violates its box most, or -1.
Eigen::Index most_beyond(const JointVector& qd, const VelocityBox& box, const JointMask& taken_out) noexcept {
  Eigen::Index worst = -1;
  double worst_excess = 0.0;
  for (Eigen::Index i = 0; i < qd.size(); ++i) {
    if (taken_out[static_cast<std::size_t>(i)]) continue;
    const double excess = std::max(qd[i] - box.highest[i], box.lowest[i] - qd[i]);
    if (excess > worst_excess) {
      worst_excess = excess;
      worst = i;
    }
  }
  return worst;
}

// Of the joints taken out, the one that `pull` moves back into its box most, or -1.
Eigen::Index most_eager(const JointVector& pull, const JointVector& fixed, const VelocityBox& box,
                        const JointMask& taken_out, const JointMask& given_back) noexcept {
  Eigen::Index eager = -1;
  double most = kEager;
  for (Eigen::Index i = 0; i < pull.size(); ++i) {
    if (!taken_out[static_cast<std::size_t>(i)] || given_back[static_cast<std::size_t>(i)]) continue;
    const double inward = fixed[i] >= box.highest[i] ? -pull[i] : pull[i];
    if (inward > most) {
      most = inward;
      eager = i;
    }
  }
  return eager;
}

}  // namespace

JointVector solve_within_box(const DampedInverse& inverse, const Vector6& twist, JointVector qd, const VelocityBox& box,
                             LimitSet& reshaped) noexcept {
  JointMask taken_out{}, given_back{};
  JointVector fixed = JointVector::Zero(qd.size());
  for (Eigen::Index round = 0; round < 3 * qd.size(); ++round) {
    const Eigen::Index worst = most_beyond(qd, box, taken_out);
    if (worst >= 0) {
      reshaped.add(Limit::kJointPosition);
      taken_out[static_cast<std::size_t>(worst)] = true;
      fixed[worst] = std::clamp(qd[worst], box.lowest[worst], box.highest[worst]);
    } else {
      const Eigen::Index freed = most_eager(inverse.pull(twist, qd), fixed, box, taken_out, given_back);
      if (freed < 0) break;
      taken_out[static_cast<std::size_t>(freed)] = false;
      given_back[static_cast<std::size_t>(freed)] = true;
    }
    qd = inverse.solve_without(twist, taken_out, fixed);
  }
  return qd;
}

}  // namespace limber
