#include "compliance/tank_wait.hpp"

#include <gtest/gtest.h>

namespace limber {
namespace {

TEST(TankWait, SaysWhenAChangeBeginsToWaitAndHowLongItTook) {
  TankWait wait;
  EXPECT_EQ(wait.step(false, 0.1), TankWait::Change::kNone);
  EXPECT_EQ(wait.step(true, 0.1), TankWait::Change::kBegins);
  EXPECT_EQ(wait.step(true, 0.1), TankWait::Change::kNone);
  EXPECT_EQ(wait.step(false, 0.1), TankWait::Change::kArrived);
  EXPECT_DOUBLE_EQ(wait.took(), 0.2);
  EXPECT_EQ(wait.step(false, 0.1), TankWait::Change::kNone);
}

}  // namespace
}  // namespace limber
