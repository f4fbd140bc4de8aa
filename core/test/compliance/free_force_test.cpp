// Free motion and contact, told apart by change: a constant wrench is that of free motion whatever it is, a stiff
// spring is a contact, and sliding does not end it.
#include "compliance/free_force.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kFreePeriod = 0.002;  // s
constexpr double kSoft = 1000.0;       // N/m
constexpr double kFreeNoise = 0.5;     // N, as the guard tells it for 0.1 N rms

// A tool in front of a wall, with noise on its sensor.
struct FreeTool {
  Vector6 bias = Vector6::Zero();      // N
  Vector6 normal = -Vector6::Unit(2);  // out of the wall
  double stiffness = 20e3;             // N/m
  double depth = -1.0;                 // m
  double rms = 0.1;                    // N
  std::mt19937 random{1};
  std::normal_distribution<double> gauss;
  FreeForce free;

  void move(const Vector6& way) {
    depth -= normal.dot(way);
    Vector6 F = bias + stiffness * std::max(0.0, depth) * normal;
    for (int i = 0; i < 6; ++i) F[i] += rms * gauss(random);
    free.step(F, way, kSoft, kFreeNoise, false, kFreePeriod);
  }
  void move(const Vector6& velocity, double seconds) {
    for (double t = 0.0; t < seconds; t += kFreePeriod) move(Vector6(kFreePeriod * velocity));
  }
};

TEST(FreeForce, OfAToolThatMovesFreelyIsWhateverActsOnIt) {
  std::mt19937 random(2);
  for (int n = 0; n < test::scaled(200); ++n) {
    FreeTool tool;
    tool.bias = test::random_vector6(random, 15.0);
    tool.move(test::random_vector6(random, 1.0).normalized() * 0.05, 1.0);
    EXPECT_FALSE(tool.free.touching());
    EXPECT_LT((tool.free.value() - tool.bias).norm(), 0.5);
    EXPECT_GT(tool.free.share(), 0.5);
  }
}

TEST(FreeForce, LeavesTheForceOfAWallToTheWall) {
  std::mt19937 random(3);
  for (int n = 0; n < test::scaled(200); ++n) {
    FreeTool tool;
    tool.bias = test::random_vector6(random, 5.0);
    tool.stiffness = test::random_between(random, 4e3, 1e5);
    tool.depth = -0.02;
    const Vector6 in = -0.04 * tool.normal;
    while (tool.depth < 20.0 / tool.stiffness) tool.move(Vector6(kFreePeriod * in));
    EXPECT_TRUE(tool.free.touching()) << tool.stiffness;
    EXPECT_LT((tool.free.value() - tool.bias).norm(), 1.0);
    tool.move(Vector6::Zero(), 5.0);
    EXPECT_LT((tool.free.value() - tool.bias).norm(), 1.0) << "a tool that rests shows nothing new";
  }
}

TEST(FreeForce, StaysWhatItWasWhileTheToolSlidesAlongAWall) {
  FreeTool tool;
  tool.bias << 1.0, -2.0, 2.0, 0.0, 0.0, 0.0;
  tool.depth = -0.02;
  while (tool.depth < 1e-3) tool.move(Vector6(-kFreePeriod * 0.04 * tool.normal));
  for (int k = 0; k < 5000; ++k) tool.move(Vector6(kFreePeriod * 0.1 * Vector6::Unit(k / 1000 % 2)));
  EXPECT_TRUE(tool.free.touching());
  EXPECT_LT((tool.free.value() - tool.bias).norm(), 1.0);
  tool.move(0.05 * tool.normal, 0.2);
  EXPECT_FALSE(tool.free.touching()) << "lifted off";
}

TEST(FreeForce, FollowsTheForceOfFoam) {
  FreeTool tool;
  tool.stiffness = 400.0;
  tool.depth = -0.01;
  tool.move(-0.04 * tool.normal, 1.0);
  EXPECT_FALSE(tool.free.touching());
  const double force = tool.stiffness * tool.depth;
  EXPECT_GT(force, 8.0);
  EXPECT_NEAR(tool.free.value().dot(tool.normal), force, 0.8);
}

TEST(FreeForce, StaysFiniteWhateverComesIn) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> exponent(-12.0, 9.0);
  FreeForce free;
  for (int n = 0; n < test::scaled(100'000); ++n) {
    Vector6 F, way;
    for (int i = 0; i < 6; ++i) {
      F[i] = random() % 4 == 0 ? 0.0 : std::pow(10.0, exponent(random));
      way[i] = random() % 4 == 0 ? 0.0 : -std::pow(10.0, exponent(random));
    }
    free.step(F, way, std::pow(10.0, exponent(random)), std::pow(10.0, exponent(random)), false, 1e-3);
    ASSERT_TRUE(free.value().allFinite());
    ASSERT_TRUE(free.share() >= 0.0 && free.share() <= 1.0);
  }
}

}  // namespace
}  // namespace limber
