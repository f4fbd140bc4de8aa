// Trajectories: samples match the points, twists match the motion of the pose, and matrices stay positive definite.
#include "compliance/compliant_trajectory.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <chrono>
#include <cmath>

#include "compliance/dynamics.hpp"
#include "math/so3.hpp"
#include "motion/reference.hpp"
#include "support/decompositions.hpp"
#include "support/rt_traps.hpp"
#include "support/scale.hpp"
#include "trajectory_points.hpp"

namespace limber {
namespace {

using test::point_at;
using test::random_points;
using test::sample_at;
using test::some_parameters;

TEST(CompliantTrajectory, AtItsPointsItIsWhatTheyAskFor) {
  std::mt19937 random(1);
  const ComplianceParameters parameters = some_parameters();
  for (int run = 0; run < test::scaled(2000); ++run) {
    const auto points = random_points(random, {.count = 12, .compliances = true});
    const CompliantTrajectory trajectory(points, parameters);
    for (const CompliantPoint& point : points) {
      const TrajectorySample sample = sample_at(trajectory, point.time_from_start);
      ASSERT_LT(test::pose_step(point.X_BR, sample.reference.X_BR).norm(), 1e-14);
      if (point.twist) {
        ASSERT_LT((sample.reference.twist - *point.twist).norm(), 1e-14);
      }
      ASSERT_EQ(sample.wrench, point.wrench.value_or(Vector6::Zero()));
      // Matrices bit for bit.
      ComplianceParameters asked = parameters;
      asked.mass = point.compliance.mass.value_or(parameters.mass);
      asked.stiffness = point.compliance.stiffness.value_or(parameters.stiffness);
      asked.damping = point.compliance.damping;
      ASSERT_EQ(sample.M, asked.mass);
      ASSERT_EQ(sample.K, asked.stiffness);
      if (point.compliance.damping) {
        ASSERT_EQ(sample.D, *point.compliance.damping);
      }
      ASSERT_LE((sample.D - total_damping(asked)).cwiseAbs().maxCoeff(), 1e-12 * sample.D.norm());
      if (point.compliance.any()) {
        ASSERT_TRUE(sample.has_compliance);
      }
    }
  }
}

TEST(CompliantTrajectory, TwistAndAccelerationAreTheDerivativesOfThePose) {
  std::mt19937 random(2);
  for (int run = 0; run < test::scaled(5000); ++run) {
    const auto points = random_points(random, {.count = 6, .accelerations = run % 2 == 0});
    const CompliantTrajectory trajectory(points, some_parameters());
    const auto pose = [&](double t) { return sample_at(trajectory, t).reference.X_BR; };
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const double h = 2e-3;
      const double t =
          test::random_between(random, points[i].time_from_start + 4 * h, points[i + 1].time_from_start - 4 * h);
      const test::Derivatives expected = test::differentiate(pose, t, h);
      const ReferenceSample sample = sample_at(trajectory, t).reference;
      ASSERT_LT((sample.twist - expected.twist).norm(), 1e-6 * (1.0 + expected.twist.norm())) << run;
      ASSERT_LT((sample.acceleration - expected.acceleration).norm(), 1e-5 * (1.0 + expected.acceleration.norm()))
          << run;
    }
  }
}

TEST(CompliantTrajectory, NothingJumpsAtAPoint) {
  std::mt19937 random(3);
  for (int run = 0; run < test::scaled(2000); ++run) {
    const bool accelerations = run % 2 == 0;
    const auto points = random_points(random, {.count = 8, .accelerations = accelerations, .compliances = true});
    const CompliantTrajectory trajectory(points, some_parameters());
    for (const CompliantPoint& point : points) {
      const double t = point.time_from_start;
      if (t == trajectory.first_time()) continue;
      const TrajectorySample before = sample_at(trajectory, t - 1e-9);
      const TrajectorySample here = sample_at(trajectory, t);
      ASSERT_LT(test::pose_step(before.reference.X_BR, here.reference.X_BR).norm(), 1e-7);
      ASSERT_LT((before.reference.twist - here.reference.twist).norm(), 1e-6);
      if (accelerations) {
        ASSERT_LT((before.reference.acceleration - here.reference.acceleration).norm(), 1e-5);
      }
      ASSERT_LT((before.wrench - here.wrench).norm(), 1e-6);
      ASSERT_LT((before.M - here.M).norm(), 1e-6 * here.M.norm());
      ASSERT_LT((before.D - here.D).norm(), 1e-6 * here.D.norm());
      ASSERT_LT((before.K - here.K).norm(), 1e-6 * (1.0 + before.K.norm() + here.K.norm()));
    }
  }
}

TEST(CompliantTrajectory, AnyCursorFindsTheSame) {
  std::mt19937 random(6);
  const auto points = random_points(random, {.count = 40, .compliances = true});
  const CompliantTrajectory trajectory(points, some_parameters());
  std::size_t in_order = 0;
  const double step = (trajectory.duration() + 2.0) / test::scaled(20000);
  for (double t = -1.0; t < trajectory.duration() + 1.0; t += step) {
    const TrajectorySample expected = trajectory.sample(t, in_order);
    std::size_t cursor = random() % 3 == 0 ? random() : random() % 50;
    const TrajectorySample sample = trajectory.sample(t, cursor);
    ASSERT_EQ(cursor, in_order);
    ASSERT_EQ(sample.reference.X_BR.R, expected.reference.X_BR.R);
    ASSERT_EQ(sample.reference.acceleration, expected.reference.acceleration);
    ASSERT_EQ(sample.K, expected.K);
  }
}

TEST(CompliantTrajectory, StandsAfterItsLastPointAndWaitsAsItsFirst) {
  std::vector<CompliantPoint> points{point_at(0.5, 0.1), point_at(1.5, 0.3)};
  points[0].twist = 0.1 * Vector6::Ones();
  points[1].wrench = Vector6::Constant(2.0);
  points[1].compliance.mass = 3.0 * Matrix6::Identity();
  const CompliantTrajectory trajectory(points, some_parameters(), 12.5);
  EXPECT_EQ(trajectory.start_stamp(), 12.5);
  EXPECT_EQ(trajectory.first_time(), 0.5);
  EXPECT_EQ(trajectory.duration(), 1.5);
  EXPECT_EQ(trajectory.size(), 2U);
  for (const double t : {1.5, 2.0, 1e300, HUGE_VAL}) {
    const TrajectorySample after = sample_at(trajectory, t);
    EXPECT_EQ(after.reference.X_BR.p.x(), 0.3);
    EXPECT_TRUE(after.reference.twist.isZero(0.0) && after.reference.acceleration.isZero(0.0));
    EXPECT_EQ(after.wrench, Vector6::Constant(2.0).eval());
    EXPECT_TRUE(after.has_compliance);
    EXPECT_EQ(after.M, (3.0 * Matrix6::Identity()).eval());
  }
  for (const double t : {0.5, 0.0, -1e300, -HUGE_VAL, std::nan("")}) {
    const TrajectorySample before = sample_at(trajectory, t);
    EXPECT_EQ(before.reference.X_BR.p.x(), 0.1);
    EXPECT_EQ(before.reference.twist, *points[0].twist);
    EXPECT_TRUE(before.wrench.isZero(0.0));
  }
}

TEST(CompliantTrajectory, APointInTheMiddleOfEvenOnesMovesAtTheirMeanSpeed) {
  std::vector<CompliantPoint> points{point_at(0.0, 0.0), point_at(1.0, 0.1), point_at(3.0, 0.3), point_at(4.0, 0.4)};
  const CompliantTrajectory trajectory(points, some_parameters());
  EXPECT_TRUE(sample_at(trajectory, 0.0).reference.twist.isZero(0.0));
  EXPECT_NEAR(sample_at(trajectory, 1.0).reference.twist[0], 0.1, 1e-15);
  EXPECT_NEAR(sample_at(trajectory, 2.0).reference.twist[0], 0.1, 1e-15);
}

TEST(CompliantTrajectory, SamplingAllocatesNothing) {
  if (!test::traps_supported()) GTEST_SKIP() << test::why_no_traps();
  std::mt19937 random(7);
  const CompliantTrajectory trajectory(random_points(random, {.count = 200, .compliances = true}), some_parameters());
  double sum = 0.0;
  std::size_t cursor = 0;
  const test::TrapCounts counts = test::count_traps([&] {
    for (double t = -1.0; t < trajectory.duration() + 1.0; t += 0.01) {
      sum += trajectory.sample(t, cursor).M(0, 0);
      if (t > 100.0 && t < 100.01) cursor = 7;
      const ReferenceSample start = trajectory.sample(0.0, cursor).reference;
      sum += lead_in(ReferenceSample(), start, 1.0, 0.5).twist[0];
    }
  });
  EXPECT_EQ(counts.total(), 0U) << counts.describe();
  EXPECT_TRUE(std::isfinite(sum));
}

// As many as are allowed, on a circle with four compliances by turns.
std::vector<CompliantPoint> many_points(bool all_distinct) {
  std::mt19937 random(8);
  std::vector<CompliantPoint> points(TrajectoryBounds::kMaxPoints);
  std::array<Matrix6, 4> stiffnesses;
  for (Matrix6& stiffness : stiffnesses) stiffness = test::random_full(random, 50.0, 900.0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double angle = 1e-3 * static_cast<double>(i);
    points[i].time_from_start = 0.002 * static_cast<double>(i);
    points[i].X_BR = {exp_so3(Vector3(0, 0, angle)).toRotationMatrix(),
                      0.3 * Vector3(std::cos(angle), std::sin(angle), 0)};
    points[i].compliance.stiffness =
        all_distinct ? Matrix6(test::random_diagonal(random, 50.0, 900.0)) : stiffnesses[i / 10 % 4];
  }
  return points;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(CompliantTrajectory, AHundredThousandPointsAreQuickAndSmall) {
  for (const bool all_distinct : {false, true}) {
    const std::vector<CompliantPoint> points = many_points(all_distinct);
    const auto start = std::chrono::steady_clock::now();
    const CompliantTrajectory trajectory(points, ComplianceParameters());
    const double made = seconds_since(start);
    const std::size_t bytes = trajectory.bytes() / trajectory.size();
    std::size_t cursor = 0;
    double sum = 0.0;
    const auto sampling = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < 100000; ++i)
      sum += trajectory.sample(0.002 * static_cast<double>(i) + 0.001, cursor).K(0, 0);
    const double a_sample = seconds_since(sampling) / 100000 * 1e6;
    ASSERT_TRUE(std::isfinite(sum));
    RecordProperty(all_distinct ? "bytes_a_point_distinct" : "bytes_a_point", std::to_string(bytes));
    std::printf("100,000 points, %s: %.2f s, %zu bytes a point, %.2f us a sample\n",
                all_distinct ? "each with its own diagonal stiffness" : "four full stiffnesses", made, bytes, a_sample);
    EXPECT_LT(bytes, all_distinct ? 600U : 300U);
    EXPECT_LT(made, 20.0) << "seconds, on any machine and under any sanitizer";
  }
}

TEST(TwistLeftOut, DoesNotOvershootWhatThePointsSay) {
  std::vector<CompliantPoint> points(4);
  const double z[] = {0.0, -0.045, -0.060, -0.060};
  for (std::size_t i = 0; i < 4; ++i) {
    points[i].time_from_start = 2.0 * static_cast<double>(i);
    points[i].X_BR.p.z() = z[i];
  }
  const CompliantTrajectory trajectory(points, ComplianceParameters());
  std::size_t cursor = 0;
  double before = 1e-12;
  for (int k = 0; k <= 600; ++k) {
    const double now = trajectory.sample(0.01 * k, cursor).reference.X_BR.p.z();
    ASSERT_LE(now, before + 1e-12) << "down, never up, at " << 0.01 * k;
    ASSERT_GE(now, -0.060 - 1e-12);
    before = now;
  }
}

}  // namespace
}  // namespace limber
