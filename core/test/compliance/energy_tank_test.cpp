#include "compliance/energy_tank.hpp"

#include <gtest/gtest.h>

#include <random>

namespace limber {
namespace {

TEST(EnergyTank, NeverGivesOutMoreThanItWasFilledWith) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> draw(0.0, 2.0);
  EnergyTank tank;
  tank.fill({true, 1.0, 5.0});
  double in = 1.0, out = 0.0;
  for (int k = 0; k < 10000; ++k) {
    const double more = 0.3 * draw(random), cost = draw(random);
    tank.take_in(more);
    in += more;
    const double share = tank.affordable(cost);
    ASSERT_GE(share, 0.0);
    ASSERT_LE(share, 1.0);
    tank.pay(share * cost);
    out += share * cost;
    ASSERT_LE(out, in + 1e-9);
    ASSERT_GE(tank.level(), 0.0);
    ASSERT_LE(tank.level(), 5.0);
  }
}

TEST(EnergyTank, PaysAllOfWhatItCanAndAShareOfWhatItCannot) {
  EnergyTank tank;
  tank.fill({true, 2.0, 10.0});
  EXPECT_EQ(tank.affordable(2.0), 1.0);
  EXPECT_EQ(tank.affordable(8.0), 0.25);
}

TEST(EnergyTank, LosesWhatIsBeyondItsCapacity) {
  EnergyTank tank;
  tank.fill({true, 20.0, 10.0});
  EXPECT_EQ(tank.level(), 10.0);
  tank.take_in(1.0);
  EXPECT_EQ(tank.level(), 10.0);
  tank.configure({true, 0.0, 4.0});
  EXPECT_EQ(tank.level(), 4.0);
}

TEST(EnergyTank, ThatIsOffPaysForEverythingAndGetsNoPoorer) {
  EnergyTank tank;
  tank.fill({false, 1.0, 10.0});
  EXPECT_EQ(tank.affordable(1e6), 1.0);
  tank.pay(1e6);
  EXPECT_EQ(tank.level(), 1.0);
}

TEST(EnergyTank, CountsWhatFlowsInACycle) {
  EnergyTank tank;
  tank.fill({true, 5.0, 10.0});
  tank.begin_cycle();
  tank.take_in(1.5);
  tank.pay(2.0);
  EXPECT_EQ(tank.inflow(), 1.5);
  EXPECT_EQ(tank.outflow(), 2.0);
  tank.begin_cycle();
  EXPECT_EQ(tank.inflow() + tank.outflow(), 0.0);
}

}  // namespace
}  // namespace limber
