#include "motion/target_pace.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// Fraction of a joint's largest speed that the target may require: the tool on a soft spring overshoots its reference.
constexpr double kTargetShare = 0.5;
// rad/m: joint speed per tool speed is limited to this value. Near a singularity the joints could not follow anyway,
// and the target would never leave it.
constexpr double kFastestGear = 50.0;
// m/s: speed of a target that no joint can follow.
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
