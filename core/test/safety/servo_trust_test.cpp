// Trust in what is told of a servo, against servos that are integrated in steps of 20 µs: a delay line, then a lag of
// first or second order.
#include "safety/servo_trust.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <functional>
#include <numbers>
#include <random>

namespace limber {
namespace {

constexpr double kTrustPeriod = 0.002;  // s
constexpr double kTrustTick = 20e-6;    // s
constexpr ToldServo kTold{0.03, 0.002};

struct TrueServo {
  double delay = 0.002;
  double lag = 0.0;                // first order, if above 0
  double rate = 0.0, ratio = 1.0;  // second order, if rate is above 0: rad/s
};

class SimulatedJoint {
 public:
  SimulatedJoint(const TrueServo& servo, double q, double qd) : servo_(servo), v_(qd) {
    const auto cycles = std::lround(servo.delay / kTrustTick);
    for (long k = cycles; k > 0; --k) line_.push_back(q - static_cast<double>(k) * kTrustTick * qd);
    const double behind = servo.lag > 0.0 ? servo.lag : servo.rate > 0.0 ? 2.0 * servo.ratio / servo.rate : 0.0;
    q_ = q - (servo.delay + behind) * qd;
  }
  void follow(double command, double h) {
    for (int i = 0; i < std::lround(h / kTrustTick); ++i) {
      line_.push_back(command);
      const double u = line_.front();
      line_.pop_front();
      if (servo_.lag > 0.0) {
        q_ += (u - q_) * -std::expm1(-kTrustTick / servo_.lag);
      } else if (servo_.rate > 0.0) {
        v_ += kTrustTick * (servo_.rate * servo_.rate * (u - q_) - 2.0 * servo_.ratio * servo_.rate * v_);
        q_ += kTrustTick * v_;
      } else {
        q_ = u;
      }
    }
  }
  double q() const { return q_; }

 private:
  TrueServo servo_;
  double q_ = 0.0, v_;
  std::deque<double> line_;
};

using Motion = std::function<double(double)>;       // of the command, over time
using Disturbance = std::function<double(double)>;  // of the reading, over time

// The share after `seconds` in which a servo that is `truly` so is commanded.
double share_after(double seconds, const TrueServo& truly, const Motion& motion, const Disturbance& added,
                   const ToldServo& told = kTold) {
  SimulatedJoint joint(truly, motion(0.0), (motion(0.0) - motion(-kTrustPeriod)) / kTrustPeriod);
  ServoTrust trust;
  trust.trust();
  const auto one = [](double value) { return JointVector::Constant(1, value); };
  for (int k = 0; k * kTrustPeriod < seconds; ++k) {
    const double t = k * kTrustPeriod, sent = motion(t), rate = (sent - motion(t - kTrustPeriod)) / kTrustPeriod;
    joint.follow(sent, kTrustPeriod);
    trust.follow(one(sent), one(rate), told, kTrustPeriod);
    trust.compare(one(joint.q() + added(t)), kTrustPeriod);
  }
  return trust.share();
}

double undisturbed(double) { return 0.0; }

Motion swing(double frequency, double amplitude) {
  return [=](double t) { return amplitude * std::sin(2.0 * std::numbers::pi * frequency * t); };
}

TEST(ServoTrust, StaysForAServoThatIsAsToldWithinTwentyPercent) {
  for (const double factor : {0.83, 0.9, 1.0, 1.1, 1.25}) {
    for (const double frequency : {0.5, 2.0, 5.0, 8.0, 15.0, 30.0}) {
      for (const double amplitude : {1e-5, 1e-3, 0.1}) {
        const TrueServo truly{.lag = factor * kTold.lag};
        EXPECT_EQ(share_after(4.0, truly, swing(frequency, amplitude), undisturbed), 1.0)
            << factor << ' ' << frequency << ' ' << amplitude;
      }
    }
  }
}

TEST(ServoTrust, GoesWithinASecondOfChatterBehindAnotherServo) {
  const TrueServo pure_delay{.delay = 0.032}, resonant{.rate = 60.0, .ratio = 0.3}, twice{.lag = 0.075},
      half{.lag = 0.01};
  for (const double frequency : {8.0, 12.0, 20.0}) {
    const Motion chatter = swing(frequency, 2e-3);
    EXPECT_EQ(share_after(1.0, pure_delay, chatter, undisturbed), 0.0) << frequency;
    EXPECT_EQ(share_after(1.0, half, chatter, undisturbed), 0.0) << frequency;
    EXPECT_LT(share_after(1.0, twice, chatter, undisturbed), 0.4) << frequency;
  }
  for (const double frequency : {6.0, 8.0, 10.0}) {
    EXPECT_EQ(share_after(1.0, resonant, swing(frequency, 2e-3), undisturbed), 0.0) << frequency;
  }
}

TEST(ServoTrust, IsNotLostByWhatStandsDriftsOrIsNoise) {
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0.0, 2e-5);  // rad
  const TrueServo truly{.lag = kTold.lag};
  const Motion slow = swing(0.3, 0.5);
  EXPECT_EQ(share_after(20.0, truly, slow, [](double) { return 0.02; }), 1.0) << "a joint that sags";
  EXPECT_EQ(share_after(20.0, truly, slow, [](double t) { return 5e-4 * t; }), 1.0) << "a joint that creeps";
  EXPECT_EQ(share_after(
                20.0, truly, [](double) { return 0.1; }, [&](double) { return noise(random); }),
            1.0);
  EXPECT_EQ(share_after(20.0, truly, slow, [&](double) { return noise(random); }), 1.0);
  EXPECT_EQ(share_after(5.0, truly, slow, [](double t) { return std::round(1e4 * t) * 1e-9; }), 1.0) << "an encoder";
}

TEST(ServoTrust, IsNotLostByAMotionThatIsUnderWay) {
  const TrueServo truly{.lag = kTold.lag};
  for (const double speed : {0.5, 2.0}) {
    for (const double acceleration : {-10.0, 0.0, 10.0}) {
      const Motion way = [=](double t) { return speed * t + 0.5 * acceleration * t * t; };
      EXPECT_EQ(share_after(0.6, truly, way, undisturbed), 1.0) << speed << ' ' << acceleration;
    }
  }
}

TEST(ServoTrust, ComesBackOnlyIfItIsGivenAnew) {
  ServoTrust trust;
  const auto one = [](double value) { return JointVector::Constant(1, value); };
  const auto swings = [&](double amplitude) {
    for (int k = 0; k < 1000; ++k) {
      trust.follow(one(0.0), one(0.0), kTold, kTrustPeriod);
      trust.compare(one(swing(8.0, amplitude)(k * kTrustPeriod)), kTrustPeriod);
    }
  };
  trust.trust();
  swings(0.01);  // a joint that moves although nothing is commanded
  EXPECT_EQ(trust.share(), 0.0);
  EXPECT_GT(trust.worst(), 1.0);
  swings(0.0);
  EXPECT_EQ(trust.share(), 0.0);
  trust.trust();
  swings(0.0);
  EXPECT_EQ(trust.share(), 1.0);
}

}  // namespace
}  // namespace limber
