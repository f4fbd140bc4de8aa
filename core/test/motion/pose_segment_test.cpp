// Segments on SE(3): twist and acceleration are the derivatives of the pose, and both ends are matched.
#include "motion/pose_segment.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "math/so3.hpp"
#include "motion/reference.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

struct Segment {
  ReferenceSample from, to;
  double duration;
};

Segment random_segment(std::mt19937& random, double turn) {
  Segment s;
  s.from = {test::random_pose_near(random, Pose(), 3.0), test::random_vector6(random, 0.5),
            test::random_vector6(random, 1.0)};
  s.to = {test::random_pose_near(random, s.from.X_BR, turn), test::random_vector6(random, 0.5),
          test::random_vector6(random, 1.0)};
  s.duration = test::random_between(random, 0.5, 3.0);
  return s;
}

constexpr SegmentOrder kOrders[] = {SegmentOrder::kCubic, SegmentOrder::kQuintic};

TEST(PoseSegment, TwistAndAccelerationAreTheDerivativesOfThePose) {
  std::mt19937 random(1);
  for (int run = 0; run < test::scaled(100000); ++run) {
    // Small turns too, where the series count.
    const Segment s = random_segment(random, run % 3 == 0 ? 1e-3 : 2.9);
    const SegmentOrder order = kOrders[run % 2];
    const double h = 2e-3 * s.duration;
    const double t = test::random_between(random, 4 * h, s.duration - 4 * h);
    const auto pose = [&](double time) { return interpolate(s.from, s.to, s.duration, order, time).X_BR; };
    const test::Derivatives expected = test::differentiate(pose, t, h);
    const ReferenceSample sample = interpolate(s.from, s.to, s.duration, order, t);
    ASSERT_LT((sample.twist - expected.twist).norm(), 1e-7 * (1.0 + expected.twist.norm())) << run;
    ASSERT_LT((sample.acceleration - expected.acceleration).norm(), 1e-6 * (1.0 + expected.acceleration.norm())) << run;
    ASSERT_LT((sample.X_BR.R.transpose() * sample.X_BR.R - Matrix3::Identity()).norm(), 1e-14);
  }
}

TEST(PoseSegment, BothEndsAreMet) {
  std::mt19937 random(2);
  for (int run = 0; run < test::scaled(100000); ++run) {
    const Segment s = random_segment(random, run % 5 == 0 ? 0.0 : 2.98);
    const bool quintic = run % 2 == 1;
    const auto at = [&](double t) { return interpolate(s.from, s.to, s.duration, kOrders[run % 2], t); };
    const double just_before = std::nextafter(s.duration, 0.0);
    ASSERT_EQ(at(0.0).X_BR.p, s.from.X_BR.p);
    ASSERT_EQ(at(0.0).X_BR.R, s.from.X_BR.R);
    ASSERT_LT((at(0.0).twist - s.from.twist).norm(), 1e-14);
    ASSERT_LT(test::pose_step(at(just_before).X_BR, s.to.X_BR).norm(), 1e-12);
    ASSERT_LT((at(just_before).twist - s.to.twist).norm(), 1e-11);
    ASSERT_EQ(at(s.duration).X_BR.p, s.to.X_BR.p);
    ASSERT_EQ(at(s.duration + 1.0).twist, s.to.twist);
    ASSERT_EQ(at(-1.0).X_BR.p, s.from.X_BR.p);
    if (!quintic) continue;
    ASSERT_LT((at(0.0).acceleration - s.from.acceleration).norm(), 1e-12);
    ASSERT_LT((at(just_before).acceleration - s.to.acceleration).norm(), 1e-9);
  }
}

TEST(PoseSegment, ASteadyMotionStaysSteady) {
  std::mt19937 random(3);
  for (int run = 0; run < test::scaled(10000); ++run) {
    const Pose X = test::random_pose_near(random, Pose(), 3.0);
    const double duration = test::random_between(random, 0.1, 2.0);
    Vector6 twist = test::random_vector6(random, 1.0);
    twist.tail<3>() *= std::min(1.0, 2.9 / (twist.tail<3>().norm() * duration));
    const auto moved = [&](double t) {
      return Pose{exp_so3(t * twist.tail<3>()).toRotationMatrix() * X.R, X.p + t * twist.head<3>()};
    };
    const double t = test::random_between(random, 0.0, duration);
    const ReferenceSample sample = interpolate({X, twist, Vector6::Zero()}, {moved(duration), twist, Vector6::Zero()},
                                               duration, kOrders[run % 2], t);
    ASSERT_LT(test::pose_step(sample.X_BR, moved(t)).norm(), 1e-12);
    ASSERT_LT((sample.twist - twist).norm(), 1e-11);
    ASSERT_LT(sample.acceleration.norm(), 1e-10 / (duration * duration));
  }
}

TEST(LeadIn, GoesFromAMovingReferenceToAMovingOneWithoutAStepOfAcceleration) {
  std::mt19937 random(4);
  for (int run = 0; run < test::scaled(10000); ++run) {
    const Segment s = random_segment(random, 3.1);
    const auto at = [&](double t) { return lead_in(s.from, s.to, s.duration, t); };
    const double end = std::nextafter(s.duration, 0.0);
    ASSERT_LT((at(0.0).acceleration - s.from.acceleration).norm(), 1e-12);
    ASSERT_LT((at(end).acceleration - s.to.acceleration).norm(), 1e-8);
    ASSERT_LT((at(end).twist - s.to.twist).norm(), 1e-10);
    ASSERT_EQ(at(s.duration).X_BR.R, s.to.X_BR.R);
  }
  const Segment s = random_segment(random, 1.0);
  EXPECT_EQ(lead_in(s.from, s.to, 0.0, 0.0).twist, s.to.twist) << "no time to lead in is no division by 0";
}

}  // namespace
}  // namespace limber
