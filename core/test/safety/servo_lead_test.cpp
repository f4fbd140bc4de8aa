// The lead against the servo that it is for: a delay line and a first-order lag, integrated in steps of 20 µs.
#include "safety/servo_lead.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>
#include <utility>

namespace limber {
namespace {

constexpr double kLedPeriod = 0.002;  // s

JointVector one(double value) { return JointVector::Constant(1, value); }

const DriverBounds kWide{one(-10.0), one(10.0), one(100.0)};

class LaggingServo {
 public:
  LaggingServo(double lag, double delay, double q)
      : lag_(lag), q_(q), line_(static_cast<std::size_t>(std::lround(delay / kTick)), q) {}

  void follow(double command, double h) {
    for (int i = 0; i < std::lround(h / kTick); ++i) {
      line_.push_back(command);
      q_ += (line_.front() - q_) * -std::expm1(-kTick / lag_);
      line_.pop_front();
    }
  }
  double q() const { return q_; }

 private:
  static constexpr double kTick = 20e-6;  // s
  double lag_, q_;
  std::deque<double> line_;
};

struct SineMotion {
  double frequency;                                                         // Hz
  double q(double t) const { return 1.0 - std::cos(rate() * t); }           // rad
  double rate() const { return 2.0 * 3.14159265358979323846 * frequency; }  // rad/s
};

// rad: the largest distance of the arm from the motion, after two turns.
double largest_gap(const SineMotion& swing, double lag, double delay, const Lead& lead) {
  LaggingServo servo(lag, delay, 0.0);
  ServoLead led;
  led.start(one(0.0), one(0.0), one(0.0), {});
  double largest = 0.0;
  for (int k = 1; k * kLedPeriod * swing.frequency < 4.0; ++k) {
    const double t = k * kLedPeriod;
    const double q = swing.q(t), before = swing.q(t - kLedPeriod);
    led.step(one(q), one((q - before) / kLedPeriod), lead, kWide, kLedPeriod);
    // The motion is where the arm shall be when the command is given.
    if (t * swing.frequency > 2.0) largest = std::max(largest, std::abs(servo.q() - q));
    servo.follow(led.q()[0], kLedPeriod);
  }
  return largest;
}

TEST(ServoLead, BringsTheArmToWhereTheMotionIs) {
  for (const auto& [lag, delay] : {std::pair{0.03, 0.002}, {0.01, 0.004}, {0.05, 0.0}}) {
    for (const double frequency : {0.5, 1.0, 3.0}) {
      const SineMotion swing{frequency};
      const double without = largest_gap(swing, lag, delay, {});
      const double with = largest_gap(swing, lag, delay, whole_lead(lag, delay, kLedPeriod));
      // What remains is of second order: T times the delays times the acceleration, and the cycle of the command.
      const double rest =
          swing.rate() * kLedPeriod + swing.rate() * swing.rate() * (lag + delay) * (delay + kLedPeriod);
      EXPECT_LT(with, rest) << lag << ' ' << delay << ' ' << frequency;
      EXPECT_LT(with, 0.2 * without) << lag << ' ' << delay << ' ' << frequency;
    }
  }
}

TEST(ServoLead, WithoutLeadIsTheMotionBitForBit) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  ServoLead led;
  led.start(one(0.1), one(0.1), one(0.3), {});
  for (int k = 0; k < 1000; ++k) {
    const JointVector q = one(normal(random)), qd = one(normal(random));
    led.step(q, qd, {}, {one(-0.1), one(0.1), one(0.1)}, kLedPeriod);
    EXPECT_EQ(led.q(), q);
    EXPECT_EQ(led.qd(), qd);
  }
}

TEST(ServoLead, NeverCommandsMoreThanADriverAccepts) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int run = 0; run < 100; ++run) {
    const DriverBounds bounds{one(-0.5), one(0.5), one(2.0)};
    ServoLead led;
    double q = 0.4 * unit(random), qd = 0.0;
    Lead lead;
    double sent = q + 0.05 * unit(random);
    led.start(one(sent), one(q), one(qd), {});
    for (int k = 0; k < 2000; ++k) {
      if (k % 500 == 0) lead = {0.1 * std::abs(unit(random)), 1e-3 * std::abs(unit(random))};
      const double wanted = unit(random);
      // A motion that stays within its own limits.
      qd = std::clamp(qd + 30.0 * kLedPeriod * unit(random) + 0.01 * wanted, -1.5, 1.5);
      if (std::abs(q + kLedPeriod * qd) > 0.5) qd = 0.0;
      q += kLedPeriod * qd;
      led.step(one(q), one(qd), lead, bounds, kLedPeriod);
      EXPECT_LE(std::abs(led.q()[0]), 0.5);
      EXPECT_LE(std::abs(led.q()[0] - sent), 2.0 * kLedPeriod * (1.0 + 1e-9));
      EXPECT_NEAR(led.qd()[0], (led.q()[0] - sent) / kLedPeriod, 1e-9);
      sent = led.q()[0];
    }
  }
}

TEST(ServoLead, ThatBeginsOrChangesInMotionDoesNotJump) {
  ServoLead led;
  double q = 0.0, sent = 0.0;
  constexpr double kSpeed = 0.5;  // rad/s
  led.start(one(sent), one(q), one(kSpeed), {});
  for (int k = 0; k < 3000; ++k) {
    const double time = k < 1000 ? 0.033 : k < 2000 ? 0.060 : 0.0;
    q += kLedPeriod * kSpeed;
    led.step(one(q), one(kSpeed), {time, 0.0}, kWide, kLedPeriod);
    // It takes up the lead, at most 0.06 s of motion, with a time constant of 0.1 s.
    EXPECT_LE(std::abs(led.q()[0] - sent - kLedPeriod * kSpeed), kLedPeriod * kSpeed * 0.06 / 0.1);
    sent = led.q()[0];
    if (k % 1000 == 999) {
      EXPECT_NEAR(sent, q + time * kSpeed, 1e-8);
    }
  }
}

TEST(ServoLead, StandsIfTheMotionStands) {
  ServoLead led;
  led.start(one(0.02), one(0.0), one(0.0), {});
  for (int k = 0; k < 2000; ++k) led.step(one(0.0), one(0.0), {0.033, 1e-4}, kWide, kLedPeriod);
  EXPECT_EQ(led.q()[0], 0.0);
  EXPECT_EQ(led.qd()[0], 0.0);
}

}  // namespace
}  // namespace limber
