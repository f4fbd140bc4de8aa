#include "motion/target_pace.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// Share of a joint's largest speed that the target may ask of it: a soft spring swings ahead of what it goes after.
constexpr double kTargetShare = 0.5;
// rad/m: joints that a singularity makes faster than this for the same motion do not hold the target back any more.
// They could not follow, and it would never leave.
constexpr double kFastestGear = 50.0;
// m/s: a target that no joint of the arm can move after is this slow.
constexpr double kSlowestTarget = 0.01;

}  // namespace

void TargetPace::step(PaceMatrix&& A, const TaskJacobian& J, const JointVector& largest, double passed) noexcept {
  const Eigen::Index joints = largest.size();
  const bool first = limits_.rows() != A.rows();
  const double kept = std::exp(-passed / kPacingTime);
  double linear = 0.0, angular = 0.0;  // m/s, rad/s
  for (Eigen::Index i = 0; i < joints; ++i) {
    const double speed = kTargetShare * largest[i];
    A.row(i) /= std::max(1.0, A.row(i).norm() / kFastestGear) * speed;
    if (!first && A.row(i).norm() < limits_.row(i).norm()) A.row(i) += kept * (limits_.row(i) - A.row(i));
    linear = std::max(linear, speed * J.col(i).head<3>().norm());
    angular = std::max(angular, speed);
  }
  A.block<3, 3>(joints, 0).diagonal().setConstant(1.0 / std::max(linear, kSlowestTarget));
  A.block<3, 3>(joints + 3, 3).diagonal().setConstant(1.0 / angular);
  limits_ = A;
}

}  // namespace limber
