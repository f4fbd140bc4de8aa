// LatencyHistogram against the sorted data it summarises.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "limber/real_time.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

// Durations spread evenly over the magnitudes from 1 ns to 2^bits ns, where the rounding of buckets differs most.
std::vector<Nanoseconds> random_durations(std::mt19937_64& random, std::size_t count, double bits) {
  std::uniform_real_distribution<double> exponent(0.0, bits);
  std::vector<Nanoseconds> durations(count);
  for (Nanoseconds& duration : durations) duration = static_cast<Nanoseconds>(std::exp2(exponent(random)));
  return durations;
}

Nanoseconds sorted_quantile(const std::vector<Nanoseconds>& sorted, double q) {
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

TEST(LatencyHistogram, IsAllZeroBeforeTheFirstRecord) {
  const LatencyHistogram histogram;
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_EQ(histogram.min(), 0);
  EXPECT_EQ(histogram.max(), 0);
  EXPECT_EQ(histogram.mean(), 0.0);
  EXPECT_EQ(histogram.quantile(0.5), 0);
}

TEST(LatencyHistogram, QuantilesAreNeverBelowTheSortedDataAndAtMostOne64thAbove) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < test::scaled(2000); ++trial) {
    std::vector<Nanoseconds> data = random_durations(random, 1 + random() % 3000, 39.9);
    LatencyHistogram histogram;
    for (const Nanoseconds duration : data) histogram.record(duration);
    std::sort(data.begin(), data.end());
    for (const double q : {0.0, 0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1.0}) {
      const Nanoseconds exact = sorted_quantile(data, q);
      const Nanoseconds estimate = histogram.quantile(q);
      ASSERT_GE(estimate, exact) << "q = " << q;
      ASSERT_LE(estimate, exact + exact / 64) << "q = " << q;
    }
    ASSERT_EQ(histogram.min(), data.front());
    ASSERT_EQ(histogram.max(), data.back());
    ASSERT_EQ(histogram.quantile(1.0), data.back());
  }
}

TEST(LatencyHistogram, ItsBucketsHoldEveryRecordOnceInOrder) {
  std::mt19937_64 random(4);
  for (int trial = 0; trial < test::scaled(200); ++trial) {
    const std::vector<Nanoseconds> data = random_durations(random, 1 + random() % 300, 42.0);
    LatencyHistogram histogram;
    for (const Nanoseconds duration : data) histogram.record(duration);
    Nanoseconds before = -1;
    std::uint64_t total = 0;
    histogram.for_each_bucket([&](Nanoseconds shortest, Nanoseconds longest, std::uint64_t count) {
      const auto inside = [&](Nanoseconds d) { return d >= shortest && d <= longest; };
      EXPECT_EQ(std::count_if(data.begin(), data.end(), inside), static_cast<long>(count));
      EXPECT_GT(shortest, before);
      before = longest;
      total += count;
    });
    ASSERT_EQ(total, data.size());
    ASSERT_EQ(before, histogram.max());
  }
}

TEST(LatencyHistogram, EveryDurationBelow128NanosecondsIsKeptExactly) {
  for (Nanoseconds duration = 0; duration < 128; ++duration) {
    LatencyHistogram histogram;
    histogram.record(duration);
    histogram.record(1'000'000);
    EXPECT_EQ(histogram.quantile(0.5), duration);
  }
}

TEST(LatencyHistogram, AMergeEqualsRecordingEverythingInOne) {
  std::mt19937_64 random(4);
  LatencyHistogram first;
  LatencyHistogram second;
  LatencyHistogram all;
  double sum = 0.0;
  const auto data = random_durations(random, 20'000, 35.0);
  for (const Nanoseconds duration : data) {
    (random() % 3 == 0 ? first : second).record(duration);
    all.record(duration);
    sum += static_cast<double>(duration);
  }
  first.merge(second);
  EXPECT_EQ(first.count(), all.count());
  EXPECT_EQ(first.min(), all.min());
  EXPECT_EQ(first.max(), all.max());
  for (double q = 0.0; q <= 1.0; q += 0.01) EXPECT_EQ(first.quantile(q), all.quantile(q));
  const double mean = sum / static_cast<double>(data.size());
  EXPECT_NEAR(first.mean(), mean, 1e-9 * mean);
}

TEST(LatencyHistogram, DurationsBeyondTheTopAndBelowZeroAreCountedNotLost) {
  LatencyHistogram histogram;
  histogram.record(-5);
  histogram.record(LatencyHistogram::kTop);
  histogram.record(100 * LatencyHistogram::kTop);
  EXPECT_EQ(histogram.count(), 3U);
  EXPECT_EQ(histogram.min(), 0);
  EXPECT_EQ(histogram.quantile(0.1), 0);
  EXPECT_EQ(histogram.quantile(1.0), 100 * LatencyHistogram::kTop);
  histogram.clear();
  EXPECT_EQ(histogram.count(), 0U);
}

}  // namespace
}  // namespace limber
