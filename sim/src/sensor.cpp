// The wrist sensor: averaging over the cycle, bias, Gaussian noise from a seeded generator.
#include "limber/sim/sensor.hpp"

namespace limber::sim {

WristSensor::WristSensor(const SensorParameters& parameters, std::uint64_t seed)
    : parameters_(parameters), random_(seed) {}

void WristSensor::collect(const Vector6& F_S_S) {
  sum_ += F_S_S;
  ++collected_;
}

Vector6 WristSensor::reading() {
  if (collected_ > 0) mean_ = sum_ / static_cast<double>(collected_);
  sum_.setZero();
  collected_ = 0;
  Vector6 reading = mean_ + parameters_.bias;
  for (int i = 0; i < 6; ++i) {
    reading[i] += (i < 3 ? parameters_.force_noise : parameters_.torque_noise) * normal_(random_);
  }
  return reading;
}

}  // namespace limber::sim
