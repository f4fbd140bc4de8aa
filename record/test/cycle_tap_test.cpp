// The tap costs the control thread a copy, and nothing that could stop it.
#include "limber/record/cycle_tap.hpp"

#include <gtest/gtest.h>

#include "support/rt_traps.hpp"

namespace limber::record::test {
namespace {

TappedCycle numbered(std::int64_t cycle) {
  TappedCycle tapped;
  tapped.cycle = cycle;
  tapped.state.q = tapped.state.qd = tapped.command.q = JointVector::Constant(kMaxJoints, 1.0);
  return tapped;
}

TEST(CycleTap, AllocatesNothingAndTakesNoLock) {
  if (!limber::test::traps_supported()) GTEST_SKIP() << limber::test::why_no_traps();
  CycleTap tap;
  const limber::test::TrapCounts counts = limber::test::count_traps([&] {
    for (int i = 0; i < 2000; ++i) tap.put(numbered(i));
  });
  EXPECT_EQ(counts.total(), 0U) << counts.describe();
}

TEST(CycleTap, WhatNobodyFetchesIsCounted) {
  CycleTap tap;
  for (int i = 0; i < 2000; ++i) tap.put(numbered(i));
  TappedCycle cycle;
  std::int64_t taken = 0;
  while (tap.take(cycle)) EXPECT_EQ(cycle.cycle, taken++);
  EXPECT_EQ(taken + tap.lost(), 2000);
  EXPECT_GT(tap.lost(), 0);
}

}  // namespace
}  // namespace limber::record::test
