#include "wrench/steady_wrench.hpp"

#include <algorithm>

namespace limber {
namespace {

// Smaller forces give no event: a share of the deadband threshold, and at least these values (N, N m).
constexpr double kShareOfThreshold = 0.5;
constexpr double kLeastForce = 0.05;
constexpr double kLeastTorque = 0.005;

// Force (first = 0) or torque (first = 3) of a wrench, and its bounds.
struct WrenchPart {
  int first;
  double threshold, least;
};

// N, N m: the mean, in the cycle in which the force has become steady; otherwise 0.
double find(SteadyForce& steady, const WrenchPart& part, const SteadyWrench::Cycle& cycle, double h) noexcept {
  const Vector3 felt = cycle.felt_C.segment<3>(part.first);
  // Noise takes single readings below the threshold. A reading above it that does not act means a closed deadband.
  const bool shut = felt.norm() > part.threshold && cycle.acts_C.segment<3>(part.first).isZero(0.0);
  if (shut || cycle.pressing) {
    steady.interrupt();
    return 0.0;
  }
  if (!steady.step(cycle.R_SC * felt, h)) return 0.0;
  if (steady.mean().norm() <= part.threshold) {
    steady.interrupt();
    return 0.0;
  }
  Vector3 unheld = cycle.R_SC.transpose() * steady.mean();
  for (int i = 0; i < 3; ++i) {
    if (cycle.stiffness[part.first + i] > 0.0) unheld[i] = 0.0;
  }
  const bool found = unheld.norm() > std::max(part.least, steady.noise()) && steady.is_news();
  return found ? steady.mean().norm() : 0.0;
}

}  // namespace

void SteadyWrench::interrupt() noexcept {
  force_.interrupt();
  torque_.interrupt();
}

SteadyWrench::Found SteadyWrench::step(const Cycle& cycle, double h) noexcept {
  const auto part = [](int first, double threshold, double least) {
    return WrenchPart{first, threshold, std::max(least, kShareOfThreshold * threshold)};
  };
  return {find(force_, part(0, cycle.force_threshold, kLeastForce), cycle, h),
          find(torque_, part(3, cycle.torque_threshold, kLeastTorque), cycle, h)};
}

}  // namespace limber
