// Taring: the bias of the sensor is the mean over a window. It is refused if the arm moves, the wrench varies or too
// much would be removed. The new bias is faded in, so that there is no bump.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/types.hpp"

namespace limber {

// m: torques are compared with force limits as the force at this lever.
inline constexpr double kTorqueLever = 0.1;

class Tare {
 public:
  enum class Outcome { kNone, kDone, kArmMoved, kWrenchVaried, kTooMuch };

  // `whatever_the_force`: the user has confirmed that nothing touches the tool.
  void start(bool whatever_the_force) noexcept;
  bool active() const noexcept { return active_; }

  // One reading (weight removed, bias not), with the previous bias and the largest joint speed (rad/s) at that moment.
  Outcome step(const Vector6& F_S_S, const Vector6& bias, double joint_speed, double period,
               const WrenchParameters& parameters) noexcept;

  const Vector6& mean() const noexcept { return mean_; }
  const Vector6& taken_away() const noexcept { return taken_away_; }  // new bias minus old bias
  double deviation() const noexcept { return deviation_; }  // N, the largest seen, relative to the running mean

 private:
  bool active_ = false;
  double elapsed_ = 0.0;
  double count_ = 0.0;
  double deviation_ = 0.0;
  Vector6 taken_away_ = Vector6::Zero();
  bool whatever_the_force_ = false;
  Vector6 mean_ = Vector6::Zero();
};

}  // namespace limber
