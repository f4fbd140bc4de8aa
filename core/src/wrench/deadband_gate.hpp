// Distinguishes a push from noise at a deadband. A threshold rectifies noise that exceeds it: with the smallest bias,
// an arm without a spring would creep for hours. Therefore the deadband opens only if the mean force, over some time,
// is above the threshold by more than the noise of that mean; a large force opens it at once. While it is closed, no
// force acts.
#pragma once

#include <array>

#include "limber/types.hpp"

namespace limber {

class DeadbandGate {
 public:
  void reset() noexcept { *this = DeadbandGate(); }
  // One cycle of h s with the force f (N, or a torque in N m). True while f is a push; always true if `threshold` is 0.
  bool step(const Vector3& f, double threshold, double h) noexcept;

 private:
  static constexpr std::array<double, 4> kTimes{0.0, 0.02, 0.1, 0.5};  // s: time constants of the means

  double margin(std::size_t i) const noexcept;
  void learn_noise(const Vector3& f, double threshold, double h) noexcept;

  std::array<Vector3, kTimes.size()> mean_{};
  std::array<double, kTimes.size()> variance_{};  // of each mean, per axis
  Vector3 slow_ = Vector3::Zero();                // slow mean; the noise is measured against it
  double learnt_for_ = 0.0;                       // s
  bool started_ = false;
  bool open_ = false;
};

}  // namespace limber
