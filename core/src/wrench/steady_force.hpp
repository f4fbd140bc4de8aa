// Finds a force that stays: a sensor's bias, or a load that nobody told of. Nobody's hand holds so still: over ten
// seconds, its mean over pieces of them varies by more than a few per cent and than what noise makes of it.
#pragma once

#include "limber/types.hpp"

namespace limber {

class SteadyForce {
 public:
  // Whatever was steady is over.
  void interrupt() noexcept;
  void reset() noexcept { *this = SteadyForce(); }
  // One cycle of h s with the force f (N, or a torque in N m), in axes that turn with the sensor. True in the cycle in
  // which it has stayed for 10 s.
  bool step(const Vector3& f, double h) noexcept;
  // Over all of that time.
  const Vector3& mean() const noexcept { return mean_; }
  // What may be noise of it.
  double noise() const noexcept { return noise_; }
  // Whether it is another one than that which was told last; then it counts as told.
  bool is_news() noexcept;

 private:
  void begin_piece() noexcept;

  Vector3 sum_ = Vector3::Zero();  // over the piece of time that runs, N s
  double squares_ = 0.0;           // N² s
  double piece_ = 0.0;             // s of it
  Vector3 mean_ = Vector3::Zero();
  double noise_ = 0.0;
  int pieces_ = 0;
  Vector3 told_ = Vector3::Zero();
};

}  // namespace limber
