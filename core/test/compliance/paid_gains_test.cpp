#include "compliance/paid_gains.hpp"

#include <gtest/gtest.h>

namespace limber {
namespace {

ImpedanceGains gains(double K, double D) { return {Vector6::Constant(K), Vector6::Constant(D)}; }

TEST(PaidGains, RiseNoFasterThanTheirRate) {
  PaidGains paid;
  paid.start(gains(30.0, 2.0), {true, 1.0, 10.0});
  EXPECT_TRUE(paid.gains().K.isZero(0.0));
  double last = 0.0;
  for (int k = 0; k < 1000; ++k) {
    paid.begin_cycle(0.0);
    paid.step(gains(30.0, 2.0), 50.0, Vector6::Zero(), 1.0, 0.002);
    EXPECT_LE(paid.gains().K[0] - last, 50.0 * 0.002 + 1e-12);
    last = paid.gains().K[0];
  }
  EXPECT_NEAR(last, 30.0, 1e-9);
}

// ½ e² K of a spring that engages while the tool is off: no more than the tank had.
TEST(PaidGains, StoreNoMoreEnergyThanTheTankPaid) {
  PaidGains paid;
  paid.start(gains(0.0, 2.0), {true, 0.05, 10.0});
  const Vector6 e = 0.1 * Vector6::Unit(0);
  for (int k = 0; k < 5000; ++k) {
    paid.begin_cycle(0.0);
    paid.step(gains(100.0, 2.0), 50.0, e, 1.0, 0.002);
    const double stored = 0.5 * e.dot(paid.gains().K.cwiseProduct(e));
    ASSERT_LE(stored, 0.05 - paid.tank().level() + 1e-12);
  }
  EXPECT_NEAR(paid.gains().K[0], 2.0 * 0.05 / 0.01, 1e-6);
  EXPECT_NEAR(paid.gains().K[1], 100.0, 1e-9) << "an axis that is not off waits for nobody";
  EXPECT_TRUE(paid.waits());
  paid.begin_cycle(1.0);
  paid.step(gains(100.0, 2.0), 50.0, e, 1.0, 0.002);
  EXPECT_FALSE(paid.waits()) << "what the damper took pays for it";
}

TEST(PaidGains, GiveBackWhatASofterSpringReleases) {
  PaidGains paid;
  paid.start(gains(0.0, 2.0), {true, 1.0, 10.0});
  const Vector6 e = 0.1 * Vector6::Unit(0);
  for (int k = 0; k < 2000; ++k) {
    paid.begin_cycle(0.0);
    paid.step(gains(100.0, 2.0), 50.0, e, 1.0, 0.002);
  }
  EXPECT_NEAR(paid.tank().level(), 0.5, 1e-9);
  for (int k = 0; k < 2000; ++k) {
    paid.begin_cycle(0.0);
    paid.step(gains(0.0, 2.0), 50.0, e, 1.0, 0.002);
  }
  EXPECT_NEAR(paid.tank().level(), 1.0, 1e-9);
}

}  // namespace
}  // namespace limber
