// The numbers by which a recorder knows what was taken.
#include <gtest/gtest.h>

#include "limber/lock_free.hpp"

namespace limber {
namespace {

TEST(Numbers, AnExchangeCountsWhatWasWrittenAndSaysWhichOneWasRead) {
  Exchange<int> exchange(7);
  int value = 0;
  EXPECT_FALSE(exchange.read(value));
  EXPECT_EQ(exchange.written(), 0U);
  EXPECT_EQ(exchange.read_number(), 0U);
  for (int i = 1; i <= 100; ++i) {
    exchange.write(i);
    EXPECT_EQ(exchange.written(), static_cast<unsigned>(i));
    if (i % 7 != 0) continue;
    ASSERT_TRUE(exchange.read(value));
    EXPECT_EQ(exchange.read_number(), static_cast<unsigned>(value));
    EXPECT_FALSE(exchange.read(value));
    EXPECT_EQ(exchange.read_number(), static_cast<unsigned>(i));
  }
}

TEST(Numbers, ARingCountsWhatWasPushedAndPoppedButNotWhatItRefused) {
  Ring<int, 4> ring;
  for (int i = 0; i < 6; ++i) static_cast<void>(ring.try_push(i));
  EXPECT_EQ(ring.pushed(), 4U);
  int value = 0;
  EXPECT_TRUE(ring.try_pop(value));
  EXPECT_EQ(ring.popped(), 1U);
  while (ring.try_pop(value)) {
  }
  EXPECT_EQ(ring.popped(), 4U);
}

}  // namespace
}  // namespace limber
