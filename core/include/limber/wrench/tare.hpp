// Taring: the sensor's bias as the mean over a window, refused where the arm moves or the wrench varies, and taken
// over gradually so that nothing bumps.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/types.hpp"

namespace limber {

class Tare {
 public:
  enum class Outcome { kNone, kDone, kArmMoved, kWrenchVaried };

  void start() noexcept;
  bool active() const noexcept { return active_; }

  // One reading, weight removed but bias not, with the largest joint speed (rad/s) at that moment.
  Outcome step(const Vector6& F_S_S, double joint_speed, double period, const WrenchParameters& parameters) noexcept;

  const Vector6& mean() const noexcept { return mean_; }
  double deviation() const noexcept { return deviation_; }  // N, the largest seen against the first reading's mean

 private:
  bool active_ = false;
  double elapsed_ = 0.0;
  double count_ = 0.0;
  double deviation_ = 0.0;
  Vector6 mean_ = Vector6::Zero();
};

}  // namespace limber
