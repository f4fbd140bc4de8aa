// Ring: every value comes out once, in order, and a full ring refuses without waiting.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <random>
#include <thread>

#include "limber/lock_free.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

TEST(Ring, FillsToItsCapacityThenRefusesAndKeepsWhatItHas) {
  Ring<int, 4> ring;
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(ring.try_push(i));
  EXPECT_FALSE(ring.try_push(99));
  int value = -1;
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(ring.try_pop(value));
    EXPECT_EQ(value, i);
  }
  EXPECT_FALSE(ring.try_pop(value));
  EXPECT_EQ(value, 3) << "an empty ring must leave the value alone";
}

TEST(Ring, BehavesAsABoundedQueueForAnySequenceOfCalls) {
  std::mt19937 random(2);
  Ring<int, 8> ring;
  std::deque<int> model;
  int next = 0;
  for (int step = 0; step < test::scaled(1'000'000); ++step) {
    if (random() % 2 == 0) {
      const bool room = model.size() < ring.capacity();
      ASSERT_EQ(ring.try_push(next), room);
      if (room) model.push_back(next);
      ++next;
    } else {
      int value = 0;
      ASSERT_EQ(ring.try_pop(value), !model.empty());
      if (model.empty()) continue;
      ASSERT_EQ(value, model.front());
      model.pop_front();
    }
  }
}

// Several words, so that a value read before it was written whole would show.
struct Message {
  std::uint64_t number = 0;
  std::array<std::uint64_t, 7> copies{};
};

TEST(Ring, LosesNothingAndKeepsTheOrderBetweenTwoThreads) {
  const auto messages = static_cast<std::uint64_t>(test::scaled(1'000'000));
  Ring<Message, 64> ring;
  std::thread producer([&] {
    for (std::uint64_t number = 1; number <= messages; ++number) {
      Message message{number, {}};
      message.copies.fill(number);
      while (!ring.try_push(message)) std::this_thread::yield();
    }
  });
  std::uint64_t wrong = 0;
  Message message;
  for (std::uint64_t expected = 1; expected <= messages; ++expected) {
    while (!ring.try_pop(message)) std::this_thread::yield();
    wrong += message.number != expected;
    for (const std::uint64_t copy : message.copies) wrong += copy != expected;
  }
  producer.join();
  EXPECT_EQ(wrong, 0U);
  EXPECT_FALSE(ring.try_pop(message)) << "nothing may come out that was not put in";
}

TEST(Ring, WhatAFullRingRefusedIsExactlyWhatIsMissing) {
  const auto attempts = static_cast<std::uint64_t>(test::scaled(1'000'000));
  Ring<std::uint64_t, 16> ring;
  std::uint64_t refused = 0;
  std::thread producer([&] {
    for (std::uint64_t number = 1; number <= attempts; ++number) refused += !ring.try_push(number);
    while (!ring.try_push(0)) std::this_thread::yield();  // 0 ends the run
  });
  std::uint64_t received = 0;
  std::uint64_t out_of_order = 0;
  std::uint64_t last = 0;
  for (std::uint64_t value = 1; value != 0;) {
    if (!ring.try_pop(value) || value == 0) continue;
    ++received;
    out_of_order += value <= last;
    last = value;
  }
  producer.join();
  EXPECT_EQ(out_of_order, 0U);
  EXPECT_EQ(received + refused, attempts);
}

}  // namespace
}  // namespace limber
