// Exchange: never a partial value, never an older one after a newer one, and the last one always arrives.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <random>
#include <thread>

#include "limber/lock_free.hpp"
#include "limber/robot.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

// Large enough (some 17 cache lines) that copying it takes many instructions, so a torn copy has its chance.
struct Payload {
  std::uint64_t sequence = 0;
  std::array<std::uint64_t, 128> words{};
  std::uint64_t checksum = 0;
};

std::uint64_t checksum_of(const Payload& payload) {
  std::uint64_t sum = payload.sequence * 0x9e3779b97f4a7c15ULL;
  for (const std::uint64_t word : payload.words) sum = (sum << 7 | sum >> 57) ^ word;
  return sum;
}

Payload make_payload(std::uint64_t sequence) {
  Payload payload;
  payload.sequence = sequence;
  for (std::size_t i = 0; i < payload.words.size(); ++i) payload.words[i] = sequence * (2 * i + 1);
  payload.checksum = checksum_of(payload);
  return payload;
}

TEST(Exchange, ReaderSeesTheInitialValueAndNothingNewBeforeTheFirstWrite) {
  Exchange<int> exchange(7);
  int value = -1;
  EXPECT_FALSE(exchange.read(value));
  EXPECT_EQ(value, -1);
  EXPECT_EQ(exchange.latest(), 7);
}

TEST(Exchange, EachWriteIsNewOnce) {
  Exchange<int> exchange;
  int value = 0;
  exchange.write(1);
  EXPECT_TRUE(exchange.read(value));
  EXPECT_EQ(value, 1);
  EXPECT_FALSE(exchange.read(value));
  exchange.write(2);
  EXPECT_EQ(exchange.latest(), 2);
  EXPECT_FALSE(exchange.read(value));
}

TEST(Exchange, AnyInterleavingOfCallsGivesTheLastWrite) {
  std::mt19937 random(1);
  Exchange<int> exchange(0);
  int written = 0;
  int last_read = 0;
  for (int step = 0; step < test::scaled(1'000'000); ++step) {
    switch (random() % 4) {
      case 0:
        exchange.write(++written);
        break;
      case 1: {
        int value = last_read;
        ASSERT_EQ(exchange.read(value), written != last_read);
        ASSERT_EQ(last_read = value, written);
        break;
      }
      case 2: {
        const int* value = exchange.fresh();
        ASSERT_EQ(value != nullptr, written != last_read);
        if (value != nullptr) last_read = *value;
        ASSERT_EQ(last_read, written);
        break;
      }
      default:
        ASSERT_EQ(last_read = exchange.latest(), written);
    }
  }
}

TEST(Exchange, ReaderNeverSeesATornOrOlderValueAndTheLastOneArrives) {
  const auto writes = static_cast<std::uint64_t>(test::scaled(2'000'000));
  Exchange<Payload> exchange(make_payload(0));
  std::atomic<bool> writing{true};
  std::thread writer([&] {
    for (std::uint64_t sequence = 1; sequence <= writes; ++sequence) exchange.write(make_payload(sequence));
    writing.store(false, std::memory_order_release);
  });

  std::uint64_t torn = 0;
  std::uint64_t backwards = 0;
  std::uint64_t fresh = 0;
  std::uint64_t last = 0;
  Payload payload;
  for (bool more = true; more;) {
    more = writing.load(std::memory_order_acquire);
    if (!exchange.read(payload)) continue;
    ++fresh;
    torn += payload.checksum != checksum_of(payload);
    backwards += payload.sequence <= last;
    last = payload.sequence;
  }
  writer.join();
  EXPECT_EQ(torn, 0U);
  EXPECT_EQ(backwards, 0U);
  EXPECT_EQ(last, writes) << "the last value written must be the last value read";
  EXPECT_GT(fresh, 0U);
}

TEST(Exchange, AReferenceFromLatestIsNotOverwrittenByLaterWrites) {
  Exchange<Payload> exchange(make_payload(0));
  std::atomic<bool> reading{true};
  std::thread writer([&] {
    for (std::uint64_t sequence = 1; reading.load(std::memory_order_relaxed); ++sequence) {
      exchange.write(make_payload(sequence));
    }
  });
  std::uint64_t torn = 0;
  for (int i = 0; i < test::scaled(200'000); ++i) {
    const Payload& payload = exchange.latest();
    torn += payload.checksum != checksum_of(payload);
  }
  reading = false;
  writer.join();
  EXPECT_EQ(torn, 0U);
}

TEST(Exchange, CarriesARobotStateWithItsJointVectors) {
  Exchange<RobotState> exchange;
  RobotState state;
  state.q = JointVector::Constant(6, 0.5);
  state.F_S_S[2] = 10.0;
  exchange.write(state);
  const RobotState& received = exchange.latest();
  EXPECT_EQ(received.q, state.q);
  EXPECT_EQ(received.F_S_S, state.F_S_S);
}

}  // namespace
}  // namespace limber
