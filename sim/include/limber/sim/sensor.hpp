/// @file
/// The force-torque sensor at the wrist. Physics gives the wrench of the tool on it: weight, inertia and external
/// forces. The sensor averages it over the cycle, as real ones do, and adds bias and noise. (A position command held
/// over a cycle jerks the tool at every arrival; over a whole cycle this averages out.)
#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "limber/arm.hpp"
#include "limber/types.hpp"

namespace limber::sim {

/// The force-torque sensor of the wrist.
struct SensorParameters {
  std::optional<Frame> frame{};    ///< S, on the last body of the arm (such as ft_frame of a UR); absent: the tip
  double force_noise = 0.1;        ///< N, standard deviation per axis and reading
  double torque_noise = 0.005;     ///< N m, likewise
  Vector6 bias = Vector6::Zero();  ///< N, N m, constant in S
};

/// Averages, bias and noise of the sensor.
class WristSensor {
 public:
  /// `seed`: of the noise.
  WristSensor(const SensorParameters& parameters, std::uint64_t seed);

  /// Takes F_S_S (N, N m, at S, in S) of one substep.
  void collect(const Vector6& F_S_S);
  /// The mean since the last reading (or the last mean if there was no substep), plus bias and new noise. Repeatable:
  /// the same seed and input give exactly the same readings.
  Vector6 reading();

 private:
  SensorParameters parameters_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  Vector6 sum_ = Vector6::Zero(), mean_ = Vector6::Zero();
  int collected_ = 0;
};

}  // namespace limber::sim
