#include "compliance/load_estimate.hpp"

#include <cmath>

namespace limber {
namespace {

constexpr double kLearningTime = 0.3;  // s
// Fraction of the weight by which its model may be wrong.
constexpr double kModelError = 0.2;

}  // namespace

void LoadEstimate::learn(const JointVector& spring_torque, double h) noexcept {
  mean_ += (1.0 - std::exp(-h / kLearningTime)) * (spring_torque - mean_);
}

JointVector LoadEstimate::torque(const JointVector& gravity) const noexcept {
  const JointVector most = kModelError * gravity.cwiseAbs();
  return mean_.cwiseMax(-most).cwiseMin(most);
}

}  // namespace limber
