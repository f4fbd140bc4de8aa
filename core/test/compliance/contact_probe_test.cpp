// The probe on springs of known stiffness, and on hands and masses that are none.
#include "compliance/contact_probe.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kProbePeriod = 0.002;                      // s
constexpr ProbeThresholds kProbeThresholds{3.0, 1.0, 0.5};  // Hz, N, N

// One direction of six axes, rotation at the lever: forces and positions along it, cycle after cycle.
class ProbedLine {
 public:
  explicit ProbedLine(const Vector6& n) : n_(n) {}

  void step(double force, double position, bool driven = false) {
    const Vector6 way = (position - position_) * n_;
    position_ = position;
    probe.step(force * n_, Vector6::Zero(), way, driven, kProbeThresholds, kProbePeriod);
  }
  void start_at(double position) { position_ = position; }

  ContactProbe probe;

 private:
  Vector6 n_;
  double position_ = 0.0;
};

Vector6 random_line(std::mt19937& random) { return test::random_vector6(random, 1.0).normalized(); }

double swing_at(double frequency, int k) { return std::sin(2.0 * std::numbers::pi * frequency * k * kProbePeriod); }

TEST(Lever, KeepsTheWorkOfForceAndTorque) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(1000); ++n) {
    const Vector6 F = test::random_vector6(random, 10.0), way = test::random_vector6(random, 0.1);
    EXPECT_NEAR(force_at_lever(F).dot(way_at_lever(way)), F.dot(way), 1e-12);
    EXPECT_EQ(force_at_lever(F).head<3>(), F.head<3>());
  }
  EXPECT_NEAR(force_at_lever(Vector6::Unit(4))[4], 10.0, 1e-12) << "1 N m is 10 N at 0.1 m";
}

TEST(ContactProbe, MeasuresTheStiffnessOfWhatItSwingsOnInAnyDirection) {
  std::mt19937 random(2);
  for (int run = 0; run < test::scaled(300); ++run) {
    const Vector6 n = random_line(random);
    const double K = test::random_between(random, 3e3, 1e5), frequency = test::random_between(random, 6.0, 25.0);
    const double amplitude = std::max(30e-6, 2.0 / K), depth = 1.5 * amplitude + 2.0 / K;
    ProbedLine line(n);
    line.start_at(-depth);
    int measured = 0;
    for (int k = 0; k < 500; ++k) {
      const double x = -depth + amplitude * swing_at(frequency, k);
      line.step(-K * x, x);
      if (line.probe.stiffness() == 0.0) continue;
      ++measured;
      ASSERT_NEAR(line.probe.stiffness(), K, 0.01 * K) << k;
    }
    EXPECT_GT(measured, 250);
    EXPECT_TRUE(line.probe.touching());
    EXPECT_TRUE(line.probe.swinging());
    EXPECT_FALSE(line.probe.unexplained());
  }
}

TEST(ContactProbe, SharesTheContactOutToTheAxesItIsAlong) {
  std::mt19937 random(3);
  for (int run = 0; run < test::scaled(100); ++run) {
    const Vector6 n = random_line(random);
    ProbedLine line(n);
    for (int k = 0; k < 200; ++k) {
      const double x = -0.01 + 0.005 * swing_at(10.0, k);
      line.step(-1e4 * x, x);
    }
    EXPECT_LT((line.probe.shares() - n.cwiseAbs2()).norm(), 0.01) << "n² but for what is as small as noise";
  }
}

// Force in step with the velocity, or with the position: a damper, a hand that leads, a mass that is shaken.
TEST(ContactProbe, TakesNothingForASpringThatDoesNotPushBackInStep) {
  std::mt19937 random(4);
  for (int run = 0; run < test::scaled(200); ++run) {
    const double frequency = test::random_between(random, 5.0, 25.0), force = test::random_between(random, 2.0, 30.0);
    for (const double turn : {0.25, 0.5, 0.75}) {  // of a period, before the force of a spring
      ProbedLine line(random_line(random));
      for (int k = 0; k < 600; ++k) {
        const double ahead = turn / (frequency * kProbePeriod);
        const double phase = 2.0 * std::numbers::pi * frequency * kProbePeriod;
        const double F = -force * std::sin(phase * (k + ahead)) + 2.0 * force;
        line.step(F, 1e-3 * swing_at(frequency, k));
        if (k > 150) {
          ASSERT_EQ(line.probe.stiffness(), 0.0) << turn << " " << k;
        }
      }
    }
  }
}

TEST(ContactProbe, KnowsAFirstTouchBeforeItBouncesIfSomethingDrivesTheTool) {
  for (const bool driven : {true, false}) {
    ProbedLine line(Vector6::Unit(2));
    int measured = 0;
    for (int k = 0; k < 300; ++k) {
      const double x = 0.01 - 0.05 * k * kProbePeriod;  // m, at 0.05 m/s
      line.step(std::max(0.0, -2e4 * x), x, driven);
      if (line.probe.stiffness() == 0.0) continue;
      ++measured;
      ASSERT_NEAR(line.probe.stiffness(), 2e4, 0.02 * 2e4);
    }
    EXPECT_EQ(measured > 0, driven);
  }
}

TEST(ContactProbe, TouchesAboveTheThresholdAndLetsGoBelowHalfOfIt) {
  ProbedLine line(Vector6::Unit(0));
  const auto touches = [&](double force) {
    line.step(force, 0.0);
    return line.probe.touching();
  };
  EXPECT_FALSE(touches(0.9));
  EXPECT_TRUE(touches(1.1));
  EXPECT_TRUE(touches(0.6));
  EXPECT_FALSE(touches(0.4));
  EXPECT_FALSE(touches(0.6));
  EXPECT_TRUE(touches(-1.1)) << "a pull is a force, too";
}

TEST(ContactProbe, IsLedByAForceThatTheToolGoesWith) {
  for (const double speed : {-0.05, -0.002, 0.0, 0.0005, 0.002, 0.05}) {  // m/s along the force
    ProbedLine line(Vector6::Unit(1));
    for (int k = 0; k < 300; ++k) line.step(5.0, speed * k * kProbePeriod);
    EXPECT_EQ(line.probe.led(), speed > 0.001) << speed;
    EXPECT_NEAR(line.probe.mean_force()[1], 5.0, 1e-9);
    EXPECT_EQ(line.probe.stiffness(), 0.0) << "a steady force is no stiffness";
  }
}

TEST(ContactProbe, FindsNoiseUnexplainedInFreeSpaceAndInAContactThatDoesNotGiveWay) {
  std::mt19937 random(5);
  std::normal_distribution<double> noise;
  ProbedLine line(Vector6::Unit(2));
  for (int k = 0; k < 10; ++k) {
    line.step(0.1 * noise(random), 0.0);
    EXPECT_EQ(line.probe.unexplained(), k >= 3) << "free for some cycles";
  }
  int unexplained = 0;
  for (int k = 0; k < 1000; ++k) {
    line.step(20.0 + noise(random), 1e-4 * noise(random));
    if (k > 100 && line.probe.unexplained()) ++unexplained;
    if (k > 100) {
      ASSERT_EQ(line.probe.stiffness(), 0.0);
    }
  }
  EXPECT_GT(unexplained, 850);
}

}  // namespace
}  // namespace limber
