// Tells a push from noise around a deadband. Noise that reaches over a threshold is rectified by it: what is beyond
// acts, what is below does not, and with the smallest bias an arm without a spring creeps for hours. So the deadband
// opens for a force that is beyond the threshold in the mean, over some time, by more than the noise of that mean; for
// a large one that is at once. While it is shut nothing acts at all.
#pragma once

#include <array>

#include "limber/types.hpp"

namespace limber {

class DeadbandGate {
 public:
  void reset() noexcept { *this = DeadbandGate(); }
  // One cycle of h s with the force f (N, or a torque in N m); true while it is a push. `threshold` 0: always.
  bool step(const Vector3& f, double threshold, double h) noexcept;

 private:
  static constexpr std::array<double, 4> kTimes{0.0, 0.02, 0.1, 0.5};  // s: over which means are taken

  double margin(std::size_t i) const noexcept;
  void learn_noise(const Vector3& f, double threshold, double h) noexcept;

  std::array<Vector3, kTimes.size()> mean_{};
  std::array<double, kTimes.size()> variance_{};  // of each of them, an axis
  Vector3 slow_ = Vector3::Zero();                // what they vary around
  double learnt_for_ = 0.0;                       // s
  bool started_ = false;
  bool open_ = false;
};

}  // namespace limber
