// The best conditioning of an arm, from postures that fill its joint space evenly.
#include "limber/arm/conditioning.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "limber/arm/arm.hpp"

namespace limber {
namespace {

constexpr int kPostures = 400;
// With fewer than six joints a radian counts as this share of the arm's length.
constexpr double kOrientationShare = 0.13;

// Halton's sequence: number `index` written to the base `prime`, mirrored at the point. 0 to 1.
double halton(int index, int prime) {
  double value = 0.0, digit = 1.0;
  for (; index > 0; index /= prime) {
    digit /= prime;
    value += digit * (index % prime);
  }
  return value;
}

JointVector posture(const Arm& arm, int index) {
  constexpr std::array<int, kMaxJoints> kPrimes{2, 3, 5, 7, 11, 13, 17, 19};
  JointVector q(arm.joint_count());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const Joint& joint = arm.joints()[static_cast<std::size_t>(i)];
    const double widest = joint.type == JointType::kPrismatic ? 1.0 : std::numbers::pi;
    const double lower = std::max(joint.limits.lower, -widest), upper = std::min(joint.limits.upper, widest);
    // Limits that lie wholly beyond the widest range: any posture will do.
    q[i] = lower <= upper ? lower + (upper - lower) * halton(index, kPrimes[static_cast<std::size_t>(i)])
                          : joint.limits.lower;
  }
  return q;
}

double smallest_sigma(const Jacobian& J) {
  const Eigen::MatrixXd gram = J.cols() < 6 ? Eigen::MatrixXd(J.transpose() * J) : Eigen::MatrixXd(J * J.transpose());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram, Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(0.0, solver.eigenvalues()[0]));
}

}  // namespace

Conditioning conditioning_of(const Arm& arm) {
  std::array<Jacobian, kPostures> tried;
  double levers = 0.0;
  for (int k = 0; k < kPostures; ++k) {
    Pose X_BT;
    Jacobian& J = tried[static_cast<std::size_t>(k)];
    arm.kinematics(posture(arm, k + 1), arm.tip(), X_BT, J);
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
  // An arm that is singular wherever it stands has no best posture: damping then starts as it would on a usual arm.
  constexpr double kSingularEverywhere = 1e-6, kUsual = 0.3;
  result.best = best > kSingularEverywhere && std::isfinite(best) ? best : kUsual;
  return result;
}

}  // namespace limber
