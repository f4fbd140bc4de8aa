// The wrench filter against an independent singular value decomposition.
#include "safety/task_inverse.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "math/task_axes.hpp"
#include "support/decompositions.hpp"
#include "support/ideal_robot.hpp"

namespace limber {
namespace {

constexpr double kOnset = 0.03;
constexpr double kLargest = 0.1;

class Drawn {
 public:
  explicit Drawn(const test::NamedArm& named) : arm(test::load_arm(named)) {}

  JointVector joints() {
    JointVector q(arm.joint_count());
    for (int i = 0; i < q.size(); ++i) {
      const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
      q[i] = limits.lower + (limits.upper - limits.lower) * (0.5 + 0.5 * uniform(random));
    }
    return q;
  }
  TaskJacobian jacobian(const JointVector& q) const {
    Pose X;
    Jacobian J;
    arm.kinematics(q, arm.tip(), X, J);
    return task_jacobian(J, X.R, task_rotation(arm.joint_count()));
  }
  JointVector vector(Eigen::Index n) {
    JointVector v(n);
    for (Eigen::Index i = 0; i < n; ++i) v[i] = uniform(random);
    return v;
  }

  Arm arm;
  std::mt19937 random{5};
  std::uniform_real_distribution<double> uniform{-1.0, 1.0};
};

void settle(TaskInverse& filter, const TaskJacobian& J) {
  filter.reset();
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(filter.compute(J, kOnset, kLargest));
}

class FilterOf : public testing::TestWithParam<test::NamedArm> {};

TEST_P(FilterOf, IsThatOfTheSingularValues) {
  Drawn drawn(GetParam());
  int damped = 0;
  for (int k = 0; k < 2000; ++k) {
    const TaskJacobian J = drawn.jacobian(drawn.joints());
    TaskInverse filter;
    settle(filter, J);
    const test::SingularValues svd = test::singular_values(J);
    const Eigen::VectorXd& sigma = svd.sigma;
    const double least = sigma.minCoeff();
    EXPECT_NEAR(filter.smallest_singular_value(), least, 0.02 * least + 1e-6);
    const double share = std::max(0.0, 1.0 - filter.smallest_singular_value() / kOnset);
    const double lambda = kLargest * share * std::sqrt(3.0 - 2.0 * share);
    EXPECT_NEAR(filter.damping(), lambda, 1e-12);
    damped += filter.damped() ? 1 : 0;
    const Eigen::ArrayXd kept = sigma.array().square() / (sigma.array().square() + lambda * lambda);
    const Eigen::MatrixXd U = svd.U.leftCols(sigma.size());
    const Eigen::MatrixXd V = svd.V.leftCols(sigma.size());
    const Eigen::VectorXd F = drawn.vector(J.rows());
    const Eigen::VectorXd expected = U * kept.matrix().asDiagonal() * U.transpose() * F;
    EXPECT_LT((filter.filtered(F) - expected).norm(), 1e-6);
    // N = I - V diag(σ²/(σ²+λ²)) Vᵀ
    const Eigen::VectorXd torque = drawn.vector(J.cols());
    const Eigen::VectorXd free = torque - V * kept.matrix().asDiagonal() * V.transpose() * torque;
    EXPECT_LT((filter.in_free_space(torque) - free).norm(), 1e-6);
  }
  EXPECT_GT(damped, 20);
}

INSTANTIATE_TEST_SUITE_P(Arms, FilterOf, testing::Values(test::kOpenManipulatorX, test::kUr5e),
                         [](const auto& drawn_from) { return std::string(drawn_from.param.file); });

TEST(TaskInverse, FollowsTheSingularValueAlongAMotionThroughASingularity) {
  Drawn drawn(test::kOpenManipulatorX);
  JointVector q(4);
  q << 0.2, -0.3, 0.6, 0.3;
  TaskInverse filter;
  settle(filter, drawn.jacobian(q));
  double least_seen = 1.0;
  for (int k = 0; k < 2000; ++k) {
    q[2] = 0.6 - 0.001 * k;  // stretches the elbow: singular at about -1.39
    ASSERT_TRUE(filter.compute(drawn.jacobian(q), kOnset, kLargest));
    const double least = test::smallest_singular_value(drawn.jacobian(q));
    EXPECT_NEAR(filter.smallest_singular_value(), least, 0.03 * least + 1e-3);
    least_seen = std::min(least_seen, filter.smallest_singular_value());
  }
  EXPECT_LT(least_seen, 1e-3);
}

TEST(TaskInverse, OpensTheDirectionThatTheTaskLoses) {
  Drawn drawn(test::kOpenManipulatorX);
  JointVector q(4);
  q << 0.0, 0.0, -std::atan2(0.128, 0.024), 0.0;  // upper arm and forearm in one line
  const TaskJacobian J = drawn.jacobian(q);
  TaskInverse filter;
  settle(filter, J);
  const test::SingularValues svd = test::singular_values(J);
  ASSERT_LT(svd.sigma[3], 1e-6);
  const Eigen::VectorXd lost = svd.U.col(3);
  const Eigen::VectorXd opened = svd.V.col(3);
  EXPECT_LT(filter.filtered(lost).norm(), 1e-4);
  EXPECT_LT((filter.in_free_space(opened) - opened).norm(), 1e-4);
  // Away from singularities nothing is filtered, and a square task leaves nothing to the posture.
  q << 0.0, -0.3, 0.6, 0.3;
  settle(filter, drawn.jacobian(q));
  EXPECT_EQ(filter.damping(), 0.0);
  EXPECT_LT(filter.in_free_space(JointVector::Ones(4)).norm(), 1e-9);
}

TEST(TaskInverse, RefusesWhatIsNoNumber) {
  TaskInverse filter;
  TaskJacobian J = TaskJacobian::Ones(4, 4);
  J(1, 2) = std::nan("");
  EXPECT_FALSE(filter.compute(J, kOnset, kLargest));
  EXPECT_FALSE(filter.compute(TaskJacobian::Zero(4, 4), kOnset, kLargest));
}

}  // namespace
}  // namespace limber
