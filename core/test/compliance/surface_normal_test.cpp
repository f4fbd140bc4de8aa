// The normal of surfaces of known shape, from noisy paths and forces with friction.
#include "compliance/surface_normal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kSlidePeriod = 0.002;        // s
constexpr double kSlidePositionNoise = 5e-6;  // m rms
constexpr double kSlideForceNoise = 0.1;      // N rms
constexpr double kSlideDegree = std::numbers::pi / 180.0;

double angle_between(const Vector3& a, const Vector3& b) { return std::atan2(a.cross(b).norm(), a.dot(b)); }

Vector3 unit_across(std::mt19937& random, const Vector3& n) {
  return n.cross(test::random_vector3(random, 1.0)).normalized();
}

// A tool that slides with a normal force of 10 N on a surface whose normal turns about `axis_` with the path, while the
// path itself turns about the normal.
class SlidingTool {
 public:
  SlidingTool(std::mt19937& random, double curvature, double turning, double friction)
      : random_(random),
        n_(test::random_vector3(random, 1.0).normalized()),
        t_(unit_across(random, n_)),
        curvature_(curvature),
        turning_(turning),
        friction_(friction) {}

  // The estimate begins `off` rad beside the normal.
  void touch(double off) { estimate.begin(exp_so3(off * unit_across(random_, n_)) * n_); }
  void slide(double speed, const Vector3& hand = Vector3::Zero()) {
    const double way = speed * kSlidePeriod;
    const Vector3 axis = curvature_ * t_.cross(n_) + turning_ * n_;
    const Matrix3 turned = exp_so3(way * axis).toRotationMatrix();
    const Vector3 middle = exp_so3(0.5 * way * axis) * t_;
    n_ = turned * n_;
    t_ = turned * t_;
    const Vector3 noise = test::random_vector3(random_, kSlidePositionNoise);
    const Vector3 force = 10.0 * (n_ - (speed > 0.0 ? friction_ : 0.0) * t_) + hand;
    estimate.step(way * middle + noise - noise_, 0.0, force + test::random_vector3(random_, kSlideForceNoise),
                  kSlidePositionNoise);
    noise_ = noise;
  }
  double error() const { return angle_between(estimate.value(0.0), n_); }
  const Vector3& normal() const { return n_; }
  const Vector3& way() const { return t_; }

  SurfaceNormal estimate;

 private:
  std::mt19937& random_;
  Vector3 n_, t_;  // true normal, direction of the path
  double curvature_, turning_, friction_;
  Vector3 noise_ = Vector3::Zero();
};

TEST(SurfaceNormal, IsWithinThreeOfItsStandardDeviationsInNinetyNinePercent) {
  std::mt19937 random(11);
  long within = 0, all = 0;
  for (int run = 0; run < test::scaled(2000); ++run) {
    SlidingTool tool(random, test::random_between(random, -8.0, 8.0), test::random_between(random, -20.0, 20.0),
                     test::random_between(random, 0.0, 0.5));
    tool.touch(test::random_between(random, 0.0, 30.0 * kSlideDegree));
    const double speed = test::random_between(random, 0.02, 0.2);
    for (double way = 0.0; way < 0.12; way += speed * kSlidePeriod) {
      tool.slide(speed);
      ++all;
      within += tool.error() < 3.0 * tool.estimate.uncertainty();
    }
  }
  EXPECT_GT(static_cast<double>(within), 0.99 * static_cast<double>(all));
}

TEST(SurfaceNormal, IsKnownWithinTwoDegreesAfterAFewCentimetresOfAnyPath) {
  std::mt19937 random(12);
  for (int run = 0; run < test::scaled(500); ++run) {
    SlidingTool tool(random, test::random_between(random, -6.7, 6.7), test::random_between(random, -10.0, 10.0),
                     test::random_between(random, 0.0, 0.5));
    tool.touch(30.0 * kSlideDegree);
    const double speed = test::random_between(random, 0.02, 0.2);
    for (double way = 0.0; way < 0.03; way += speed * kSlidePeriod) tool.slide(speed);
    EXPECT_LT(tool.error(), 2.0 * kSlideDegree) << run;
    EXPECT_LT(tool.estimate.uncertainty(), 3.0 * kSlideDegree) << run;
  }
}

TEST(SurfaceNormal, OfAToolAtRestIsKnownOnlyByTheFrictionCone) {
  std::mt19937 random(13);
  for (int run = 0; run < test::scaled(50); ++run) {
    SlidingTool tool(random, 0.0, 0.0, 0.5);
    tool.touch(20.0 * kSlideDegree);
    const Vector3 before = tool.estimate.value(0.0);
    const double coefficient = 0.5;
    for (int k = 0; k < 5000; ++k) tool.slide(0.0);
    EXPECT_LT(angle_between(tool.estimate.value(0.0), before), 1e-9);
    EXPECT_NEAR(tool.estimate.uncertainty(), std::atan(coefficient), 0.01);
  }
}

TEST(SurfaceNormal, StaysWhenTheToolStops) {
  std::mt19937 random(14);
  for (int run = 0; run < test::scaled(50); ++run) {
    SlidingTool tool(random, 0.0, 0.0, 0.3);
    tool.touch(10.0 * kSlideDegree);
    for (int k = 0; k < 500; ++k) tool.slide(0.1);
    const Vector3 before = tool.estimate.value(0.0);
    const double uncertainty = tool.estimate.uncertainty();
    for (int k = 0; k < 5000; ++k) tool.slide(0.0);
    EXPECT_LT(angle_between(tool.estimate.value(0.0), before), 0.2 * kSlideDegree);
    EXPECT_LT(tool.estimate.uncertainty(), uncertainty + 0.2 * kSlideDegree);
  }
}

TEST(SurfaceNormal, IsNotTurnedByAHandBesideTheContact) {
  std::mt19937 random(15);
  for (int run = 0; run < test::scaled(500); ++run) {
    SlidingTool tool(random, 0.0, 0.0, test::random_between(random, 0.0, 0.3));
    tool.touch(10.0 * kSlideDegree);
    for (int k = 0; k < 500; ++k) tool.slide(0.1);
    const Vector3 hand = test::random_between(random, 5.0, 30.0) * unit_across(random, tool.normal());
    double worst = 0.0;
    for (int k = 0; k < 200; ++k) {  // 20 mm
      tool.slide(0.05, hand);
      worst = std::max(worst, tool.error());
    }
    EXPECT_LT(worst, 2.0 * kSlideDegree) << run << ": a hand of " << hand.norm() << " N";
  }
}

// An edge between two planes.
TEST(SurfaceNormal, IsLearntAnewOnAnotherSurface) {
  std::mt19937 random(16);
  for (int run = 0; run < test::scaled(200); ++run) {
    SlidingTool before(random, 0.0, 0.0, 0.2), after(random, 0.0, 0.0, 0.2);
    before.touch(0.0);
    for (int k = 0; k < 500; ++k) before.slide(0.1);
    const Matrix3 turn = Quaternion::FromTwoVectors(after.normal(), before.normal()).toRotationMatrix();
    // The second surface is 25 degrees off the first.
    const Matrix3 edge = exp_so3(25.0 * kSlideDegree * turn * after.way().cross(after.normal())).toRotationMatrix();
    const Vector3 n = edge * turn * after.normal(), t = edge * turn * after.way();
    for (int k = 0; k < 750; ++k) {  // 150 mm
      before.estimate.step(0.1 * kSlidePeriod * t, 0.0, 10.0 * (n - 0.2 * t), kSlidePositionNoise);
    }
    EXPECT_LT(angle_between(before.estimate.value(0.0), n), 3.0 * kSlideDegree) << run;
  }
}

}  // namespace
}  // namespace limber
