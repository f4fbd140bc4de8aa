// A push opens the deadband, noise does not.
#include "wrench/deadband_gate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kGateCycle = 0.002;  // s

// White noise of `rms` N an axis through a low-pass of `time` s.
class NoisyForce {
 public:
  NoisyForce(double rms, double time, unsigned seed, double cycle = kGateCycle)
      : random_(seed), normal_(0.0, rms), share_(cycle / (cycle + time)) {}
  Vector3 next(const Vector3& force) {
    const Vector3 reading = force + Vector3(normal_(random_), normal_(random_), normal_(random_));
    filtered_ += share_ * (reading - filtered_);
    return filtered_;
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  double share_;
  Vector3 filtered_ = Vector3::Zero();
};

// N s that come through in an hour.
TEST(DeadbandGate, LetsNoNoiseThroughInAnHourWithAnyBiasBelowIt) {
  const double hour = test::scaled(36) * 100.0;
  unsigned seed = 1;
  for (const double rms : {0.1, 0.3, 1.0}) {
    for (const double bias : {0.0, 0.8, 0.99}) {
      DeadbandGate gate;
      NoisyForce force(rms, 0.005, ++seed);
      Vector3 passed = Vector3::Zero();
      for (double t = 0.0; t < hour; t += kGateCycle) {
        const Vector3 f = force.next(t < 60.0 ? Vector3(Vector3::Zero()) : Vector3(bias * Vector3::UnitY()));
        if (gate.step(f, 1.0, kGateCycle)) passed += kGateCycle * std::max(0.0, 1.0 - 1.0 / f.norm()) * f;
      }
      // 1 mm at 60 N s/m.
      EXPECT_LT(passed.norm(), 0.06) << rms << " N of noise, " << bias << " N of bias";
    }
  }
}

// The first seconds, in which the noise is not known yet, with a bias from the first reading on.
TEST(DeadbandGate, LetsNoNoiseThroughWhileItLearnsIt) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  for (int n = 0; n < test::scaled(400); ++n) {
    const double cycle = random() % 2 == 0 ? 0.002 : 0.01;
    const double rms = std::array{0.3, 0.7, 1.0}[random() % 3], bias = std::array{0.5, 0.8, 0.95}[random() % 3];
    const double filter = random() % 2 == 0 ? 0.0 : 0.005;
    const Vector3 direction = Vector3(normal(random), normal(random), normal(random)).normalized();
    DeadbandGate gate;
    NoisyForce force(rms, filter, static_cast<unsigned>(n), cycle);
    Vector3 passed = Vector3::Zero();
    for (double t = 0.0; t < 60.0; t += cycle) {
      const Vector3 f = force.next(bias * direction);
      if (gate.step(f, 1.0, cycle)) passed += cycle * std::max(0.0, 1.0 - 1.0 / f.norm()) * f;
    }
    EXPECT_LT(passed.norm(), 0.06) << "draw " << n << ": " << rms << " N of noise, " << bias << " N of bias, " << cycle;
  }
}

TEST(DeadbandGate, OpensForAPushAndShutsAfterIt) {
  for (const double rms : {0.0, 0.1, 0.3, 1.0}) {
    DeadbandGate gate;
    NoisyForce force(rms, 0.005, 9);
    const auto run = [&](double newtons, double seconds) {
      double opened = -1.0;
      for (double t = 0.0; t < seconds; t += kGateCycle) {
        if (gate.step(force.next(newtons * Vector3::UnitX()), 1.0, kGateCycle) && opened < 0.0) opened = t;
      }
      return opened;
    };
    run(0.0, 5.0);
    const double hard = run(10.0, 1.0);
    EXPECT_GE(hard, 0.0);
    EXPECT_LT(hard, 0.05) << rms;
    run(0.0, 1.0);
    EXPECT_LT(run(0.0, 1.0), 0.0) << "shut, " << rms;
    const double soft = run(2.0, 2.0);
    EXPECT_GE(soft, 0.0) << rms;
    EXPECT_LT(soft, rms < 0.5 ? 0.3 : 1.0) << rms;
    run(0.0, 1.0);
    EXPECT_LT(run(0.0, 1.0), 0.0) << "shut, " << rms;
  }
}

}  // namespace
}  // namespace limber
