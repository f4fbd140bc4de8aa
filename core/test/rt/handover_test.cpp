// Handover: the newest object arrives, everything is freed once, and never by the control thread.
#include "rt/handover.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "support/scale.hpp"

namespace limber {
namespace {

// Counts itself, and knows the thread that frees it.
struct Counted {
  static inline std::atomic<int> alive{0};
  static inline std::atomic<int> freed_by_control{0};
  static inline std::atomic<std::thread::id> control{};
  static constexpr unsigned kAlive = 0x600DF00D;

  explicit Counted(int value) : number(value) { ++alive; }
  ~Counted() {
    EXPECT_EQ(mark, kAlive) << "freed twice";
    mark = 0;
    --alive;
    if (std::this_thread::get_id() == control.load()) ++freed_by_control;
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  int number;
  unsigned mark = kAlive;
};

std::unique_ptr<const Counted> counted(int number) { return std::make_unique<const Counted>(number); }

class HandoverTest : public testing::Test {
 protected:
  void SetUp() override {
    Counted::alive = 0;
    Counted::freed_by_control = 0;
    Counted::control = std::thread::id();
  }
  void TearDown() override { EXPECT_EQ(Counted::alive, 0) << "something leaked"; }
};

TEST_F(HandoverTest, TheNewestArrivesAndOnlyOnce) {
  Handover<Counted> handover;
  EXPECT_EQ(handover.take(), nullptr);
  handover.give(counted(1));
  handover.give(counted(2));
  EXPECT_EQ(Counted::alive, 1) << "the one that was never taken is freed";
  const Counted* object = handover.take();
  ASSERT_NE(object, nullptr);
  EXPECT_EQ(object->number, 2);
  EXPECT_EQ(handover.take(), nullptr);
}

TEST_F(HandoverTest, WhatIsRetiredIsFreedByTheOtherThreadOnly) {
  Handover<Counted> handover;
  handover.give(counted(1));
  const Counted* object = handover.take();
  handover.retire(object);
  EXPECT_EQ(Counted::alive, 1);
  handover.collect();
  EXPECT_EQ(Counted::alive, 0);
}

TEST_F(HandoverTest, RetiringTwiceOrWhatIsNotHeldDoesNothing) {
  Handover<Counted> handover;
  handover.give(counted(1));
  const Counted* object = handover.take();
  const Counted foreign(7);
  handover.retire(&foreign);
  handover.retire(nullptr);
  handover.retire(object);
  handover.retire(object);
  handover.collect();
  EXPECT_EQ(Counted::alive, 1) << "the foreign one";
}

TEST_F(HandoverTest, FreesWhatWaitsWhatIsHeldAndWhatCameBackAtTheEnd) {
  Handover<Counted> handover;
  for (int number = 0; number < 3; ++number) {
    handover.give(counted(number));
    const Counted* object = handover.take();
    if (number == 0) handover.retire(object);
  }
  handover.give(counted(3));
  EXPECT_EQ(Counted::alive, 3);
}

TEST_F(HandoverTest, HoldsNoMoreThanItMayAndKeepsTheNewestWaiting) {
  Handover<Counted> handover;
  std::vector<const Counted*> held;
  for (int number = 0; number < 10; ++number) {
    handover.give(counted(number));
    if (const Counted* object = handover.take()) held.push_back(object);
  }
  ASSERT_EQ(held.size(), Handover<Counted>::kMaxHeld);
  handover.retire(held[0]);
  const Counted* newest = handover.take();
  ASSERT_NE(newest, nullptr);
  EXPECT_EQ(newest->number, 9);
}

// The worst the control thread can do between two emptyings: take all it may, then retire all, then take and retire on.
TEST_F(HandoverTest, TheWayBackNeverOverflowsForAnySequenceOfCalls) {
  std::mt19937 random(1);
  Handover<Counted> handover;
  std::vector<const Counted*> held;
  int next = 0;
  for (int step = 0; step < test::scaled(1'000'000); ++step) {
    switch (random() % 4) {
      case 0:
        handover.give(counted(next++));
        break;
      case 1:
        if (random() % 8 == 0) handover.collect();
        break;
      case 2:
        if (const Counted* object = handover.take()) held.push_back(object);
        break;
      default:
        while (!held.empty() && random() % 8 != 0) {
          handover.retire(held.back());
          held.pop_back();
        }
    }
    // Held, waiting, and at most a full ring: had the ring refused one, it would stay held and count here.
    ASSERT_LE(Counted::alive, static_cast<int>(held.size()) + 1 + 8);
  }
  for (const Counted* object : held) handover.retire(object);
  handover.give(counted(next));
  EXPECT_EQ(Counted::alive, 1) << "all that was retired has come back";
}

TEST_F(HandoverTest, BetweenTwoThreadsNothingLeaksAndNumbersOnlyRise) {
  const int objects = test::scaled(100'000);
  std::atomic<bool> done{false};
  int taken = 0, last = -1, out_of_order = 0, not_whole = 0;
  {
    Handover<Counted> handover;
    std::thread control([&] {
      Counted::control = std::this_thread::get_id();
      std::mt19937 random(2);
      std::vector<const Counted*> held;
      // `done` is read first: what was given before it is then seen by take().
      for (bool over = false; !over;) {
        over = done.load(std::memory_order_acquire);
        if (const Counted* object = handover.take()) {
          out_of_order += object->number <= last;
          last = object->number;
          ++taken;
          held.push_back(object);
        }
        const std::size_t keep = random() % Handover<Counted>::kMaxHeld;
        while (held.size() > keep) {
          not_whole += held.front()->mark != Counted::kAlive;
          handover.retire(held.front());
          held.erase(held.begin());
        }
      }
    });
    for (int number = 0; number < objects; ++number) {
      handover.give(counted(number));
      if (number % 64 == 0) std::this_thread::yield();
    }
    done.store(true, std::memory_order_release);
    control.join();
    EXPECT_EQ(Counted::freed_by_control, 0);
  }
  EXPECT_EQ(out_of_order, 0);
  EXPECT_EQ(not_whole, 0);
  EXPECT_EQ(last, objects - 1) << "the newest must arrive";
  EXPECT_GT(taken, 0);
}

}  // namespace
}  // namespace limber
