/// @file
/// The force-torque sensor at the wrist. Physics gives what the tool does to it: its weight, its inertia, and what the
/// world does to the tool; the sensor averages that over the cycle, as real ones do, and adds its bias and its noise.
/// (A position command held over a cycle jerks the tool at every arrival; over a whole cycle that averages out.)
#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "limber/arm.hpp"
#include "limber/types.hpp"

namespace limber::sim {

/// The force-torque sensor of the wrist.
struct SensorParameters {
  std::optional<Frame> frame{};    ///< S, on the arm's last body (such as a UR's ft_frame); absent: the tip
  double force_noise = 0.1;        ///< N, standard deviation of each axis of each reading
  double torque_noise = 0.005;     ///< N m, likewise
  Vector6 bias = Vector6::Zero();  ///< N, N m, constant in S
};

/// Averages, bias and noise of the sensor.
class WristSensor {
 public:
  /// `seed` of its noise.
  WristSensor(const SensorParameters& parameters, std::uint64_t seed);

  /// Takes F_S_S (N, N m, at S, in S) of one substep.
  void collect(const Vector6& F_S_S);
  /// The mean of what was collected since the last reading (that reading's mean again if nothing was), with bias and
  /// fresh noise. The same seed and the same input give the same bits.
  Vector6 reading();

 private:
  SensorParameters parameters_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  Vector6 sum_ = Vector6::Zero(), mean_ = Vector6::Zero();
  int collected_ = 0;
};

}  // namespace limber::sim
