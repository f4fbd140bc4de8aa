// The compliance along a trajectory: what points ask for, with what they leave open filled from the parameters.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "compliance/compliant_trajectory.hpp"
#include "compliance/dynamics.hpp"
#include "support/decompositions.hpp"
#include "support/scale.hpp"
#include "trajectory_points.hpp"

namespace limber {
namespace {

using test::point_at;
using test::random_points;
using test::sample_at;
using test::some_parameters;

TEST(TrajectoryCompliance, StaysDefiniteBetweenPoints) {
  std::mt19937 random(4);
  const auto smallest = [](const Matrix6& A) { return test::symmetric_eigenvalues(A)[0]; };
  for (int run = 0; run < test::scaled(1000); ++run) {
    const auto points = random_points(random, {.count = 10, .compliances = true});
    const CompliantTrajectory trajectory(points, some_parameters());
    for (int k = 0; k < 20; ++k) {
      const TrajectorySample s = sample_at(trajectory, test::random_between(random, 0.0, trajectory.duration()));
      ASSERT_GT(smallest(s.M), 0.49);
      ASSERT_GT(smallest(s.D), 1.0);
      ASSERT_GE(smallest(s.K), -1e-12 * s.K.norm());
      ASSERT_EQ(s.M, Matrix6(s.M.transpose()));
      ASSERT_EQ(s.K, Matrix6(s.K.transpose()));
    }
  }
}

TEST(TrajectoryCompliance, KeepsTheDampingRatioBetweenDiagonalPoints) {
  std::mt19937 random(5);
  ComplianceParameters parameters;
  parameters.damping_ratio = Vector6::Constant(0.7);
  std::vector<CompliantPoint> points{point_at(0.0), point_at(1.0), point_at(2.0)};
  for (CompliantPoint& point : points) {
    point.compliance.mass = test::random_diagonal(random, 1.0, 20.0);
    point.compliance.stiffness = test::random_diagonal(random, 10.0, 2000.0);
  }
  const CompliantTrajectory trajectory(points, parameters);
  for (double t = 0.0; t < 2.0; t += 0.01) {
    const TrajectorySample s = sample_at(trajectory, t);
    const Vector6 expected = 1.4 * s.M.diagonal().cwiseProduct(s.K.diagonal()).cwiseSqrt();
    ASSERT_LT((s.D.diagonal() - expected).norm(), 1e-9 * expected.norm()) << t;
    ASSERT_TRUE(s.M.isDiagonal(0.0) && s.D.isDiagonal(0.0) && s.K.isDiagonal(0.0));
  }
}

TEST(TrajectoryCompliance, IsThatOfTheParametersWhereNoPointAsksForAny) {
  std::vector<CompliantPoint> points{point_at(0.0), point_at(1.0), point_at(2.0), point_at(3.0)};
  points[3].compliance.stiffness = 100.0 * Matrix6::Identity();
  const CompliantTrajectory trajectory(points, some_parameters());
  EXPECT_FALSE(sample_at(trajectory, 0.0).has_compliance);
  EXPECT_FALSE(sample_at(trajectory, 1.9).has_compliance);
  EXPECT_TRUE(sample_at(trajectory, 2.0).has_compliance);
  EXPECT_EQ(sample_at(trajectory, 1.0).K, some_parameters().stiffness);
  EXPECT_EQ(sample_at(trajectory, 2.0).K, some_parameters().stiffness);
  EXPECT_NEAR(sample_at(trajectory, 2.5).K(0, 0), std::sqrt(100.0 * 300.0), 1e-9);
  EXPECT_DOUBLE_EQ(sample_at(trajectory, 2.5).K(2, 2), 50.0) << "an axis from 0 goes straight";
}

TEST(TrajectoryCompliance, HasTheArmDampingOnTopOfAPointsDamping) {
  ComplianceParameters parameters = some_parameters();
  parameters.arm_damping = 5.0 * Matrix6::Identity();
  std::vector<CompliantPoint> points{point_at(0.0), point_at(1.0)};
  points[0].compliance.damping = 30.0 * Matrix6::Identity();
  const CompliantTrajectory trajectory(points, parameters);
  EXPECT_EQ(sample_at(trajectory, 0.0).D, (35.0 * Matrix6::Identity()).eval());
}

// Mass, damping and stiffness, each as the point gives it or as the parameters have it.
TEST(TrajectoryCompliance, FillsWhatAPointLeavesOpen) {
  std::mt19937 random(6);
  for (int run = 0; run < test::scaled(300); ++run) {
    const bool full = run % 2 == 0;
    const auto matrix = [&](double low, double high) {
      return full ? test::random_full(random, low, high) : test::random_diagonal(random, low, high);
    };
    ComplianceParameters parameters = some_parameters();
    if (run % 3 == 0) parameters.damping = matrix(10.0, 50.0);
    if (run % 5 == 0) parameters.arm_damping = matrix(1.0, 5.0);
    std::vector<CompliantPoint> points{point_at(0.0), point_at(1.0), point_at(2.0)};
    PointCompliance& asked = points[1].compliance;
    ComplianceParameters there = parameters;
    if (random() % 2 == 0) asked.mass = there.mass = matrix(1.0, 10.0);
    if (random() % 2 == 0) asked.stiffness = there.stiffness = matrix(50.0, 900.0);
    if (random() % 2 == 0) asked.damping = there.damping = matrix(20.0, 90.0);
    points[0].compliance.mass = matrix(1.0, 10.0);  // no other point's business
    const CompliantTrajectory trajectory(points, parameters);
    const TrajectorySample s = sample_at(trajectory, 1.0);
    EXPECT_EQ(s.M, there.mass);
    EXPECT_EQ(s.K, there.stiffness);
    EXPECT_LT((s.D - total_damping(there)).norm(), 1e-12 * s.D.norm());
    EXPECT_EQ(s.has_compliance, asked.any());
    const TrajectorySample last = sample_at(trajectory, 2.0);
    EXPECT_EQ(last.M, parameters.mass);
    EXPECT_EQ(last.K, parameters.stiffness);
  }
}

TEST(TrajectoryCompliance, MayLeaveDisabledAxesUndamped) {
  ComplianceParameters parameters;
  std::vector<CompliantPoint> points{point_at(0.0), point_at(1.0)};
  Matrix6 D = 5.0 * Matrix6::Identity();
  D(3, 3) = 0.0;
  points[1].compliance.damping = D;
  EXPECT_THROW(CompliantTrajectory(points, parameters), TrajectoryError);
  parameters.enabled_axes[3] = false;
  EXPECT_NO_THROW(CompliantTrajectory(points, parameters));
  parameters.enabled_axes[3] = true;
  parameters.arm_damping = Matrix6::Identity();
  EXPECT_NO_THROW(CompliantTrajectory(points, parameters)) << "the arm damps it";
}

TEST(TrajectoryCompliance, IsKeptOnceHoweverManyPointsRepeatIt) {
  std::mt19937 random(7);
  const Matrix6 K = test::random_full(random, 50.0, 900.0), M = test::random_full(random, 1.0, 10.0);
  std::vector<CompliantPoint> points;
  for (int i = 0; i < 1000; ++i) points.push_back(point_at(i));
  const std::size_t without = CompliantTrajectory(points, some_parameters()).bytes();
  for (CompliantPoint& point : points) {
    point.compliance.mass = M;
    point.compliance.stiffness = K;
  }
  EXPECT_LT(CompliantTrajectory(points, some_parameters()).bytes() - without, 10 * sizeof(Matrix6));
}

}  // namespace
}  // namespace limber
