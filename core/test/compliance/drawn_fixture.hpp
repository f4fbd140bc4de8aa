// Random virtual fixtures, and points next to where they are special.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "compliance/fixture.hpp"

namespace limber::test {

class FixtureDraw {
 public:
  explicit FixtureDraw(std::uint64_t seed) : random_(seed) {}

  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  double scale(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
  bool chance(double share) { return between(0.0, 1.0) < share; }
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Vector3 direction() {
    std::normal_distribution<double> normal;
    return Vector3(normal(random_), normal(random_), normal(random_)).normalized();
  }

  FixtureParameters parameters() {
    FixtureParameters p;
    p.kind = static_cast<FixtureKind>(1 + pick(4));
    p.point = between(0.0, 0.5) * direction();
    p.direction = scale(1e-3, 10) * direction();
    p.angle = between(0.01, 1.57);
    p.radius = scale(0.01, 0.5);
    p.stiffness = scale(100, 50e3);
    p.damping = chance(0.3) ? 0.0 : scale(1, 2000);
    p.max_force = chance(0.6) ? 0.0 : scale(1, 100);
    return p;
  }

  // Anywhere; near the surface; or exactly at, or on the axis through, the point of the fixture.
  Vector3 point(const Fixture& f) {
    switch (pick(6)) {
      case 0:
        return f.point;
      case 1:
        return f.point + between(-0.1, 0.1) * f.direction;
      case 2:
        return f.point + scale(1e-12, 1e-3) * direction();
      case 3:
        return f.point + (f.radius + between(-1e-3, 1e-3)) * direction();
      default:
        return f.point + scale(1e-3, 1.0) * direction();
    }
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace limber::test
