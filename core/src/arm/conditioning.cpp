// The best conditioning of an arm over postures within its limits.
#include "arm/conditioning.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "arm/joint_samples.hpp"
#include "limber/arm.hpp"
#include "math/symmetric_modes.hpp"

namespace limber {
namespace {

constexpr int kPostures = 400;
// With fewer than six joints, a radian counts as this fraction of the length of the arm.
constexpr double kOrientationShare = 0.13;
// Lower bound: an arm below it in all postures has joints that move too fast for the tool, so it is damped everywhere.
constexpr double kPoor = 0.03;

double smallest_sigma(const Jacobian& J) {
  // Of the eigenvalues of JJᵀ, only as many as there are joints; the others are always 0.
  const Vector6 ascending = symmetric_eigenvalues(Matrix6(J * J.transpose()));
  return std::sqrt(std::max(0.0, ascending[6 - std::min<Eigen::Index>(6, J.cols())]));
}

}  // namespace

Conditioning conditioning_of(const Arm& arm) {
  std::vector<Jacobian> tried(kPostures);
  JointSamples postures(arm);
  double levers = 0.0;
  for (Jacobian& J : tried) {
    Pose X_BT;
    arm.kinematics(postures.next(), arm.tip(), X_BT, J);
    double longest = 0.0;
    for (int i = 0; i < arm.joint_count(); ++i) {
      if (arm.joints()[static_cast<std::size_t>(i)].type != JointType::kPrismatic)
        longest = std::max(longest, J.col(i).head<3>().norm());
    }
    levers += longest / kPostures;
  }
  Conditioning result;
  const double length = levers > 1e-6 && std::isfinite(levers) ? levers : 1.0;
  result.row_scale.head<3>().setConstant(1.0 / length);
  result.row_scale.tail<3>().setConstant(arm.joint_count() < 6 ? kOrientationShare : 1.0);
  double best = 0.0;
  for (const Jacobian& J : tried) best = std::max(best, smallest_sigma(result.row_scale.asDiagonal() * J));
  result.best = std::isfinite(best) ? std::max(best, kPoor) : kPoor;
  return result;
}

}  // namespace limber
