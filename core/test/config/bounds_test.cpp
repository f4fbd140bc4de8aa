// Ranges of numbers: what they contain is what they say.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "limber/configuration.hpp"
#include "support/scale.hpp"

namespace limber::config {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

TEST(Bounds, ContainTheirClosedEndsAndNotTheirOpenOnes) {
  EXPECT_TRUE(from(1.0).contains(1.0));
  EXPECT_FALSE(above(1.0).contains(1.0));
  EXPECT_TRUE(above(1.0).contains(std::nextafter(1.0, 2.0)));
  EXPECT_TRUE(from(1.0).to(2.0).contains(2.0));
  EXPECT_FALSE(from(1.0).below(2.0).contains(2.0));
  EXPECT_TRUE(from(1.0).below(2.0).contains(std::nextafter(2.0, 1.0)));
  EXPECT_FALSE(from(1.0).contains(std::nextafter(1.0, 0.0)));
}

TEST(Bounds, ContainWhatLiesBetweenAndNothingElse) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-10.0, 10.0);
  for (int n = 0; n < test::scaled(5000); ++n) {
    const double a = any(random), b = any(random), value = any(random);
    const double low = std::min(a, b), high = std::max(a, b);
    EXPECT_EQ(from(low).to(high).contains(value), !(value < low) && !(value > high));
    EXPECT_EQ(within(std::abs(a)).contains(value), std::abs(value) <= std::abs(a));
  }
}

TEST(Bounds, ContainAnInfinityOnlyIfTheySaySo) {
  EXPECT_FALSE(Bounds().contains(kEndless));
  EXPECT_FALSE(Bounds().contains(-kEndless));
  EXPECT_TRUE(Bounds().contains(std::numeric_limits<double>::max()));
  EXPECT_TRUE(above(0.0).or_infinity().contains(kEndless));
  EXPECT_FALSE(above(0.0).or_infinity().contains(-kEndless));
  EXPECT_TRUE(within(3.0).or_minus_infinity().contains(-kEndless));
  EXPECT_FALSE(within(3.0).or_minus_infinity().contains(kEndless));
  EXPECT_FALSE(Bounds().or_infinity().or_minus_infinity().contains(std::nan("")));
}

TEST(Bounds, AreSaidAsAPersonWould) {
  EXPECT_EQ(above(0).to(10).words(), "above 0 and at most 10");
  EXPECT_EQ(from(0).to(10).words(), "from 0 to 10");
  EXPECT_EQ(from(0).below(10).words(), "at least 0 and below 10");
  EXPECT_EQ(from(0.5).words(), "at least 0.5");
  EXPECT_EQ(Bounds().to(4).words(), "at most 4");
  EXPECT_EQ(Bounds().words(), "finite");
  EXPECT_EQ(above(0).or_infinity().words(), "above 0, or .inf");
  EXPECT_EQ(within(2).or_minus_infinity().words(), "from -2 to 2, or -.inf");
}

}  // namespace
}  // namespace limber::config
