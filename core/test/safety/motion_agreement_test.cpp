// Positions and velocities compared with each other: a true motion is never taken for a failed reading, with any
// encoder and clock; and a failure of either is detected before the joint has moved far.
#include "safety/motion_agreement.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace limber {
namespace {

constexpr double kTimeOut = 0.1;  // s

// A joint that swings, stands, turns evenly or is shaken, as seen by encoders with steps, noise and late cycles.
struct SeenJoint {
  std::mt19937 random;
  double amplitude, rate, drift, position_step, velocity_step, velocity_noise, jitter;
  bool truncates;
  double t = 0.0;

  explicit SeenJoint(unsigned seed) : random(seed) {
    const auto one_of = [&](std::initializer_list<double> values) {
      return *(values.begin() + static_cast<std::ptrdiff_t>(random() % values.size()));
    };
    amplitude = one_of({0.0, 0.001, 0.01, 0.1, 1.0});
    rate = one_of({0.1, 0.5, 2.0, 8.0});
    drift = one_of({0.0, 0.0, 0.01, 0.1, 1.0});
    position_step = one_of({0.0, 0.0015, 0.01});
    velocity_step = one_of({0.0, 0.02, 0.024});
    velocity_noise = one_of({0.0, 1e-3, 0.02});
    jitter = one_of({0.0, 0.5});
    truncates = random() % 2 == 0;
  }
  double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random); }
  double period() { return 0.002 * (1.0 + uniform(-jitter, jitter)); }
  double position() const { return amplitude * std::sin(rate * t) + drift * t; }
  double velocity() const { return amplitude * rate * std::cos(rate * t) + drift; }
  double stepped(double value, double step) const {
    if (step == 0.0) return value;
    return step * (truncates ? std::trunc(value / step) : std::round(value / step));
  }
  JointVector q() const { return JointVector::Constant(1, stepped(position(), position_step)); }
  JointVector qd() {
    return JointVector::Constant(1, stepped(velocity() + uniform(-velocity_noise, velocity_noise), velocity_step));
  }
};

TEST(MotionAgreement, HoldsOfEveryTrueMotionHoweverCoarselyItIsSeen) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SeenJoint joint(seed);
    MotionAgreement agreement;
    agreement.start(joint.q(), joint.qd());
    for (int k = 0; k < 5000; ++k) {
      const double period = joint.period();
      joint.t += period;
      ASSERT_FALSE(agreement.step(joint.q(), joint.qd(), true, period, kTimeOut, joint.t)) << seed << " " << k;
    }
  }
}

TEST(MotionAgreement, EndsBeforeAJointWithOneDeadReadingHasGoneFar) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SeenJoint joint(seed);
    // Evenly, and no slower than steps and noise can hide.
    joint.amplitude = 0.0;
    joint.drift = joint.uniform(0.1, 3.0);
    const bool position_dies = seed % 2 == 0;
    MotionAgreement agreement;
    agreement.start(joint.q(), joint.qd());
    const JointVector q = joint.q(), qd = position_dies ? joint.qd() : JointVector::Zero(1);
    const double from = joint.position();
    bool found = false;
    while (!found && joint.t < 10.0) {
      const double period = joint.period();
      joint.t += period;
      found = static_cast<bool>(agreement.step(position_dies ? q : joint.q(), position_dies ? joint.qd() : qd, true,
                                               period, kTimeOut, joint.t));
    }
    EXPECT_TRUE(found) << seed;
    EXPECT_LT(joint.position() - from, 0.12 + 1.1 * kTimeOut * joint.drift) << seed;
  }
}

// A velocity dies in motion; the joint stops, to the bit, and then the velocity lives again: nothing is dead any more.
TEST(MotionAgreement, IsBackWhenTheDeadReadingLivesThoughTheOtherStands) {
  MotionAgreement agreement;
  JointVector q = JointVector::Zero(1), qd = JointVector::Constant(1, 0.5);
  agreement.start(q, qd);
  const auto cycles = [&](int n, double moves) {
    Fault fault;
    for (int k = 0; k < n; ++k) {
      q[0] += 0.002 * moves;
      fault = agreement.step(q, qd, true, 0.002, kTimeOut, 0.0);
    }
    return static_cast<bool>(fault);
  };
  EXPECT_FALSE(cycles(100, 0.5));
  EXPECT_TRUE(cycles(400, 0.1));
  EXPECT_TRUE(cycles(2000, 0.0));
  qd[0] = 0.0;
  EXPECT_FALSE(cycles(2000, 0.0));
}

}  // namespace
}  // namespace limber
