// A deadband that noise does not open, and a push does.
#include "limber/wrench/deadband_gate.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kGateCycle = 0.002;  // s

// White noise of `rms` N an axis through a low-pass of `time` s.
class NoisyForce {
 public:
  NoisyForce(double rms, double time, unsigned seed) : random_(seed), normal_(0.0, rms), time_(time) {}
  Vector3 next(const Vector3& force) {
    const Vector3 reading = force + Vector3(normal_(random_), normal_(random_), normal_(random_));
    filtered_ += kGateCycle / (kGateCycle + time_) * (reading - filtered_);
    return filtered_;
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  double time_;
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
