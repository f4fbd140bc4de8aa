#include "safety/held_by_limits.hpp"

#include <gtest/gtest.h>

namespace limber {
namespace {

TEST(HeldByLimits, IsToldOnceAfterTwoSecondsWithoutABreak) {
  HeldByLimits held;
  int told = 0;
  for (int k = 0; k < 1999; ++k) told += held.step(true, 1e-3) ? 1 : 0;
  held.step(false, 1e-3);
  EXPECT_EQ(told, 0);
  for (int k = 0; k < 5000; ++k) {
    if (!held.step(true, 1e-3)) continue;
    ++told;
    EXPECT_NEAR(k, 2000, 2);
  }
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace limber
