// Catching up with a target, by a frame moved by the six joints of a poorly conditioned arm.
#include "motion/catch_up.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <random>

#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kJointSpeed = 2.0;          // rad/s
constexpr double kJointAcceleration = 10.0;  // rad/s²

Vector6 random_six(std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Vector6 v;
  for (double& x : v) x = unit(random);
  return v;
}

// Turns, then lengths from 1 down to `smallest`, then other turns.
Matrix6 random_jacobian(std::mt19937& random, double smallest) {
  const auto turned = [&] {
    Matrix6 A;
    for (int i = 0; i < 6; ++i) A.col(i) = random_six(random);
    return Matrix6(Eigen::HouseholderQR<Matrix6>(A).householderQ());
  };
  Vector6 sigma;
  for (int i = 0; i < 6; ++i) sigma[i] = std::pow(smallest, i / 5.0);
  return turned() * sigma.asDiagonal() * turned();
}

// A target that the joints lead at a third of their speed, a follower that was left behind by a way of the joints.
TEST(CatchUp, AsksNoMoreOfTheJointsThanTheyCanAndArrivesInTheTimeTheyNeed) {
  std::mt19937 random(11);
  const MotionRates limits;
  for (int run = 0; run < test::scaled(300); ++run) {
    const double h = run % 3 == 0 ? 0.01 : 0.002;
    const Matrix6 J = random_jacobian(random, run % 2 == 0 ? 0.02 : 0.5);
    const Matrix6 J_inverse = J.inverse();
    const Vector6 target_joints = 0.05 * random_six(random);
    const Vector6 target_twist = J * target_joints;
    Vector6 behind = J * (0.05 * random_six(random));
    Vector6 twist = target_twist;
    const double most = (J_inverse * behind).cwiseAbs().maxCoeff();
    // Half of a joint's or the tool's speed and acceleration, and one second for both ends of the way.
    const double time = 1.0 + 2.0 * most / kJointSpeed + 2.0 * std::sqrt(4.0 * most / kJointAcceleration) +
                        4.0 * behind.head<3>().norm() / limits.linear_velocity +
                        4.0 * behind.tail<3>().norm() / limits.angular_velocity;
    for (double t = 0.0; t < time; t += h) {
      const Vector6 way = (J_inverse * behind).cwiseAbs();
      const JointTimes joints{way.maxCoeff() / kJointSpeed, way.maxCoeff() / kJointAcceleration};
      twist = catch_up(behind + h * target_twist, twist, target_twist, limits, joints, h);
      behind += h * (target_twist - twist);
      const double fastest = (J_inverse * twist).cwiseAbs().maxCoeff();
      ASSERT_LE(fastest, kJointSpeed) << "run " << run << " at " << t << " s";
    }
    EXPECT_LT(behind.norm(), 1e-9) << "run " << run << ", " << time << " s";
  }
}

TEST(CatchUp, IsExactWhileTheTargetAcceleratesNoHarderThanAllowed) {
  std::mt19937 random(12);
  const MotionRates limits;
  const double h = 0.002;
  Vector6 twist = Vector6::Zero();
  for (int k = 0; k < 1000; ++k) {
    Vector6 change = random_six(random);
    change.head<3>() *= 0.99 * limits.linear_acceleration * h / change.head<3>().norm();
    change.tail<3>() *= 0.99 * limits.angular_acceleration * h / change.tail<3>().norm();
    const Vector6 target_twist = twist + change;
    const Vector6 followed = catch_up(h * target_twist, twist, target_twist, limits, {}, h);
    ASSERT_EQ(followed, target_twist * h / h);
    twist = followed;
  }
}

// Joint limits bar the way: it goes with its target, at the distance it has, be that the way of one cycle or far.
TEST(CatchUp, KeepsItsDistanceIfTheWayIsBarred) {
  std::mt19937 random(13);
  const MotionRates limits;
  const double h = 0.01;
  for (int run = 0; run < 200; ++run) {
    const Vector6 target_twist = 0.1 * random_six(random);
    const Vector6 behind = std::pow(10.0, -0.03 * run) * random_six(random);
    Vector6 twist = 0.3 * random_six(random);
    JointTimes joints{0.1, 0.01, 0.0};
    for (int k = 0; k < 200; ++k) twist = catch_up(behind + h * target_twist, twist, target_twist, limits, joints, h);
    ASSERT_LT((twist - target_twist).norm(), 1e-12) << "run " << run;
  }
}

// How long (s) it goes on, up to a minute, with a distance (m) that changes with time.
template <typename Distance>
double goes_on(CatchUpProgress& progress, bool hindered, Distance distance) {
  constexpr double kPeriod = 0.004;
  double t = 0.0;
  while (t < 60.0 && progress.step(distance(t) * Vector6::Unit(1), hindered, kPeriod)) t += kPeriod;
  return t;
}

TEST(CatchUpProgress, StandsIfItGoesToAndFroAtItsLimits) {
  CatchUpProgress progress;
  const auto dithers = [](double t) { return 3e-3 + 3e-4 * std::sin(120.0 * t); };
  EXPECT_NEAR(goes_on(progress, true, dithers), 5.0, 0.1);
  EXPECT_FALSE(progress.step(3e-3 * Vector6::Unit(1), false, 0.004)) << "nothing changed";
  EXPECT_TRUE(progress.step(1e-3 * Vector6::Unit(1), true, 0.004)) << "the target came nearer";
  EXPECT_NEAR(goes_on(progress, true, dithers), 5.0, 0.1);
  EXPECT_TRUE(progress.step(0.1 * Vector6::Unit(1), true, 0.004)) << "the target is elsewhere";
  goes_on(progress, true, dithers);
  progress.reset();
  EXPECT_TRUE(progress.step(3e-3 * Vector6::Unit(1), true, 0.004));
}

TEST(CatchUpProgress, GoesOnAsLongAsItComesNearerOrNothingHindersIt) {
  CatchUpProgress slow, unhindered;
  EXPECT_GE(goes_on(slow, true, [](double t) { return 0.1 * std::exp(-t / 100.0); }), 60.0);
  EXPECT_GE(goes_on(unhindered, false, [](double) { return 0.1; }), 60.0);
}

}  // namespace
}  // namespace limber
