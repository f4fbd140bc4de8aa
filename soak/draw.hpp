// Random numbers that are the same on every machine: a small integer generator and own distributions, because those of
// the standard library differ between implementations. The values drawn from a seed may still differ between compilers:
// they choose the order of evaluation of operands.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "limber/types.hpp"

namespace limber::soak {

class Draw {
 public:
  // Streams of one seed are independent: more draws from one do not change the others.
  Draw(std::uint64_t seed, std::uint64_t stream)
      : state_(seed * 0x9E3779B97F4A7C15u ^ (stream + 1) * 0xD1B54A32D192ED03u) {
    bits();
  }

  // SplitMix64: a counter, and a mixer of two multiplications.
  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }  // 0 <= x < 1
  double between(double low, double high) { return low + (high - low) * unit(); }
  // Log-uniform: as likely between 1 and 2 as between 100 and 200.
  double scale(double low, double high) { return low * std::pow(high / low, unit()); }
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  bool chance(double share) { return unit() < share; }
  double wait(double mean) { return -mean * std::log1p(-unit()); }
  double normal() { return std::sqrt(-2.0 * std::log1p(-unit())) * std::cos(2.0 * std::numbers::pi * unit()); }
  // Sum of four uniform numbers of 16 bits, with variance 1: noise for every cycle.
  double quick_normal() {
    const std::uint64_t b = bits();
    const double sum = static_cast<double>((b & 0xFFFFu) + ((b >> 16) & 0xFFFFu) + ((b >> 32) & 0xFFFFu) + (b >> 48));
    return (sum / 65535.0 - 2.0) * std::numbers::sqrt3;
  }

  template <typename T, std::size_t N>
  const T& one_of(const std::array<T, N>& values) {
    return values[static_cast<std::size_t>(below(static_cast<int>(N)))];
  }
  template <typename T>
  const T& one_of(const std::vector<T>& values) {
    return values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
  }

  Vector3 direction() {
    Vector3 v;
    for (double length = 0.0; length < 1e-3; length = v.norm()) v = Vector3(normal(), normal(), normal());
    return v.normalized();
  }
  Vector6 six(double linear, double angular) {
    Vector6 v;
    v << linear * direction(), angular * direction();
    return v;
  }

 private:
  std::uint64_t state_;
};

}  // namespace limber::soak
