// A press before, in and after contact.
#include "controllers/press_watch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kCycle = 0.002;  // s
const Vector3 kDown = -10.0 * Vector3::UnitZ();

Fault press(PressWatch& watch, double felt, double speed) {
  return watch.step(kDown, felt * Vector3::UnitZ(), -speed * Vector3::UnitZ(), Vector3::Zero(), SupervisorParameters(),
                    {0.0, 2.0}, kCycle, 0.0);
}

void touch(PressWatch& watch) {
  EXPECT_FALSE(press(watch, 0.0, 0.0));
  for (int k = 0; k < 15; ++k) EXPECT_FALSE(press(watch, 9.0, 0.0));
}

TEST(PressWatch, HoldsAnApproachBackAndNothingElse) {
  PressWatch watch;
  EXPECT_FALSE(press(watch, 0.0, 0.04));
  ASSERT_TRUE(watch.cap());
  EXPECT_DOUBLE_EQ(watch.cap()->speed, SupervisorParameters().press_approach_speed);
  touch(watch);
  EXPECT_FALSE(watch.cap());
  EXPECT_TRUE(watch.in_contact());
  EXPECT_FALSE(press(watch, 5.0, 0.3)) << "a surface that falls away";
}

TEST(PressWatch, LosesItsContactOnceAndApproachesAgain) {
  PressWatch watch;
  touch(watch);
  int lost = 0;
  for (int k = 0; k < 100; ++k) {
    EXPECT_FALSE(press(watch, 0.1, 0.06)) << k;
    lost += watch.lost_contact() ? 1 : 0;
    ASSERT_TRUE(watch.cap());
    const double slow = SupervisorParameters().press_approach_speed;
    EXPECT_LE(watch.cap()->speed, std::max(slow, 0.06)) << "a bounce comes back no faster than it went";
    if (!watch.in_contact()) {
      EXPECT_DOUBLE_EQ(watch.cap()->speed, slow);
    }
  }
  EXPECT_EQ(lost, 1);
  EXPECT_TRUE(watch.cap());
  touch(watch);
  EXPECT_TRUE(watch.in_contact());
}

// A hold, a reset or a pause in contact: the press goes on, and its force is not that of something else.
TEST(PressWatch, ThatGoesOnInItsContactKeepsItAlsoWithASmallerForce) {
  PressWatch watch;
  touch(watch);
  ASSERT_TRUE(watch.in_contact());
  const auto step = [&](double newtons, double felt) {
    EXPECT_FALSE(watch.step(-newtons * Vector3::UnitZ(), felt * Vector3::UnitZ(), Vector3::Zero(), Vector3::Zero(),
                            SupervisorParameters(), {0.0, 2.0}, kCycle, 0.0));
    EXPECT_FALSE(watch.lost_contact());
  };
  for (int k = 0; k < 200; ++k) step(0.0, 5.0);  // held
  for (int k = 0; k < 500; ++k) step(4.0, 4.0);
  EXPECT_TRUE(watch.in_contact());
  for (int k = 0; k < 200; ++k) step(0.0, 0.0);  // the tool has left the surface
  for (int k = 0; k < 200; ++k) step(0.0, 5.0);  // a hand
  for (int k = 0; k < 500; ++k) step(4.0, 5.0);
  EXPECT_FALSE(watch.in_contact());
}

// Downhill: D times the speed along the press leaves little of it.
TEST(PressWatch, HoldsNothingBackWhileAFractionOfThePressIsFelt) {
  PressWatch watch;
  touch(watch);
  for (int k = 0; k < 1000; ++k) {
    EXPECT_FALSE(press(watch, k % 2 == 0 ? 0.5 : 2.5, 0.04)) << k;
    EXPECT_TRUE(!watch.cap() || watch.cap()->speed >= 0.04) << k;
    EXPECT_TRUE(watch.in_contact()) << k;
  }
}

// A bias of the sensor, a hand, the inertia of the tool.
TEST(PressWatch, TakesNoForceForAContactThatWasThereBeforeThePress) {
  for (const double bias : {2.5, 5.0, 9.0}) {
    PressWatch watch;
    for (int k = 0; k < 100; ++k) {
      EXPECT_FALSE(press(watch, bias + 0.3 * std::sin(k), 0.02));
      EXPECT_FALSE(watch.in_contact());
      ASSERT_TRUE(watch.cap());
    }
    for (int k = 0; k < 15; ++k) press(watch, bias + 5.0, 0.0);
    EXPECT_TRUE(watch.in_contact()) << bias;
  }
  PressWatch heavy;
  for (int k = 0; k < 100; ++k) {
    const double acceleration = 1.5, mass = 2.0, speed = acceleration * kCycle * k;  // m/s², kg, m/s
    heavy.step(kDown, mass * acceleration * Vector3::UnitZ(), -speed * Vector3::UnitZ(), Vector3::Zero(),
               SupervisorParameters(), {mass, 2.0}, kCycle, 0.0);
    EXPECT_FALSE(heavy.in_contact()) << k;
  }
}

TEST(PressWatch, IsAnotherPressWhenItTurnsRound) {
  PressWatch watch;
  touch(watch);
  for (int k = 0; k < 200; ++k) {
    watch.step(-kDown, 0.5 * Vector3::UnitZ(), 0.01 * Vector3::UnitZ(), Vector3::Zero(), SupervisorParameters(),
               {0.0, 2.0}, kCycle, 0.0);
    EXPECT_FALSE(watch.lost_contact()) << "nobody loses what was let go of on purpose";
    EXPECT_FALSE(watch.in_contact());
  }
}

// White noise behind a low-pass, on a sensor with a bias, which feels `felt` N of a contact.
class NoisySensor {
 public:
  NoisySensor(unsigned seed, double noise, double filter, double bias)
      : random_(seed), normal_(0.0, noise), filter_(filter), bias_(bias * Vector3::UnitZ()), F_(bias_) {}

  Fault press(PressWatch& watch, double force, double felt) {
    const Vector3 noise(normal_(random_), normal_(random_), normal_(random_));
    const Vector3 reading = felt * Vector3::UnitZ() + bias_ + noise;
    F_ += (filter_ > 0.0 ? -std::expm1(-kCycle / filter_) : 1.0) * (reading - F_);
    return watch.step(-force * Vector3::UnitZ(), F_, Vector3::Zero(), Vector3::Zero(), SupervisorParameters(),
                      {0.5, 2.0, filter_}, kCycle, 0.0);
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  double filter_;
  Vector3 bias_, F_;
};

// Found by a stranger: a press as small as the noise found and lost its contact in the air, up to once a second.
TEST(PressWatch, TakesNoiseForNoContact) {
  unsigned seed = 0;
  for (const double filter : {0.0, 0.005, 0.02}) {
    for (const double noise : {0.03, 0.1, 0.3}) {
      for (const double bias : {-0.3, 0.0, 0.3}) {
        for (const double force : {0.06, 0.1, 0.2, 0.5, 1.0}) {
          PressWatch watch;
          NoisySensor sensor(++seed, noise, filter, bias);
          for (int k = 0; k < 250; ++k) sensor.press(watch, 0.0, 0.0);
          for (int k = 0; k < test::scaled(15'000); ++k) {
            EXPECT_FALSE(sensor.press(watch, force, 0.0));
            ASSERT_FALSE(watch.in_contact()) << force << " N, noise of " << noise << " N behind " << filter << " s";
          }
        }
      }
    }
  }
}

TEST(PressWatch, FindsAContactInNoiseAsSoon) {
  for (const double noise : {0.0, 0.1, 0.3}) {
    for (unsigned seed = 0; seed < 100; ++seed) {
      PressWatch watch;
      NoisySensor sensor(seed, noise, 0.005, 0.0);
      for (int k = 0; k < 250; ++k) sensor.press(watch, 10.0, 0.0);
      EXPECT_FALSE(watch.in_contact());
      for (int k = 0; k < 13; ++k) sensor.press(watch, 10.0, 6.0);  // 20 ms, and those until a fifth is felt
      EXPECT_TRUE(watch.in_contact()) << noise << " N";
    }
  }
}

TEST(PressWatch, KeepsTheContactOfAPressThatBecomesSmall) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    PressWatch watch;
    NoisySensor sensor(seed, 0.1, seed % 2 == 0 ? 0.005 : 0.02, 0.0);
    for (int k = 0; k < 250; ++k) sensor.press(watch, 10.0, 0.0);
    for (int k = 0; k < 50; ++k) sensor.press(watch, 10.0, 10.0);
    for (const double force : {5.0, 1.0, 0.3, 0.1, 0.06, 10.0}) {
      for (int k = 0; k < 2000; ++k) {
        sensor.press(watch, force, force);
        ASSERT_TRUE(watch.in_contact()) << force << " N";
      }
    }
  }
}

TEST(PressWatch, FeelsABounceAsTheSameContact) {
  PressWatch watch;
  touch(watch);
  for (int k = 0; k < 1000; ++k) {
    press(watch, k % 25 == 0 ? 9.0 : 0.0, 0.0);
    EXPECT_FALSE(watch.lost_contact());
  }
}

}  // namespace
}  // namespace limber
