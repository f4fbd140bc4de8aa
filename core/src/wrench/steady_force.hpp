// Detects a force that stays constant: a sensor bias or a load that is not configured. A hand is never so steady:
// within ten seconds, its mean over pieces of 0.7 s varies by more than some per cent plus noise.
#pragma once

#include "limber/types.hpp"

namespace limber {

class SteadyForce {
 public:
  // Ends the current steady force.
  void interrupt() noexcept;
  void reset() noexcept { *this = SteadyForce(); }
  // One cycle of h s with the force f (N, or a torque in N m), in axes fixed to the sensor. True in the cycle in which
  // it has stayed constant for 10 s.
  bool step(const Vector3& f, double h) noexcept;
  // Over all of that time, N or N m.
  const Vector3& mean() const noexcept { return mean_; }
  // Possible noise of the mean, N or N m.
  double noise() const noexcept { return noise_; }
  // True if the force differs from the one last reported; it then counts as reported.
  bool is_news() noexcept;

 private:
  void begin_piece() noexcept;

  Vector3 sum_ = Vector3::Zero();  // over the current piece, N s
  double squares_ = 0.0;           // N² s
  double piece_ = 0.0;             // s, duration of the current piece
  Vector3 mean_ = Vector3::Zero();
  double noise_ = 0.0;
  int pieces_ = 0;
  Vector3 told_ = Vector3::Zero();
};

}  // namespace limber
