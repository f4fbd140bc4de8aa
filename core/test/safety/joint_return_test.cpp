// The way back to the measured joints, as in a pause of the robot: it ends there, in the time of a closed form.
#include "safety/joint_return.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "safety/commanded_motion.hpp"
#include "support/ideal_robot.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kReturnCycle = 0.002;  // s
constexpr double kLongestReturn = 10.0;

LimitParameters draw_limits(std::mt19937& random) {
  LimitParameters limits;
  limits.max_linear_acceleration = test::random_between(random, 0.5, 3.0);
  limits.max_angular_acceleration = test::random_between(random, 2.0, 10.0);
  return limits;
}

JointVector draw_around(std::mt19937& random, JointVector q, double spread) {
  for (double& joint : q) joint += test::random_between(random, -spread, spread);
  return q;
}

// s: the least time in which joints and tool can reach the joint velocities `qd`.
double least_time(const Arm& arm, const LimitParameters& limits, const JointVector& q, const JointVector& qd) {
  Pose X;
  Jacobian J;
  arm.kinematics(q, arm.tip(), X, J);
  const Vector6 twist = J * qd;
  return std::max({qd.cwiseAbs().cwiseQuotient(joint_bounds(arm, limits).acceleration).maxCoeff(),
                   twist.head<3>().norm() / limits.max_linear_acceleration,
                   twist.tail<3>().norm() / limits.max_angular_acceleration});
}

// s: over `way` from rest to rest, with the whole acceleration and half of it for braking: 3 √(D / 1.5 a). Slower
// limits of the speed take no longer than all of the way at that speed.
double closed_form(const Arm& arm, const LimitParameters& limits, const JointVector& q, const JointVector& way) {
  Pose X;
  Jacobian J;
  arm.kinematics(q, arm.tip(), X, J);
  const Vector6 twist = J * way;
  const double by_speed = std::max({way.cwiseAbs().cwiseQuotient(joint_bounds(arm, limits).velocity).maxCoeff(),
                                    twist.head<3>().norm() / limits.max_linear_velocity,
                                    twist.tail<3>().norm() / limits.max_angular_velocity});
  return 3.0 * std::sqrt(least_time(arm, limits, q, way) / 1.5) + by_speed;
}

// s until it rests at `goal`; expects that it does not leave it again.
double return_time(const Arm& arm, const LimitParameters& limits, const JointVector& q, const JointVector& qd,
                   const JointVector& goal) {
  CommandedMotion motion(arm, arm.tip(), limits);
  motion.start(q, qd);
  const double way = (goal - q).cwiseAbs().maxCoeff();
  double time = 0.0;
  bool arrived = false;
  do {
    motion.return_to(goal, kReturnCycle);
    time += kReturnCycle;
    const double left = (goal - motion.q()).cwiseAbs().maxCoeff();
    EXPECT_FALSE(arrived && left > 0.2 * way) << "it swings";
    arrived = arrived || left < 0.1 * way;
  } while (time < kLongestReturn && !(arrived && motion.at_rest()));
  EXPECT_LT((goal - motion.q()).cwiseAbs().maxCoeff(), 1e-4);
  return time;
}

// Found by the soak: each joint braked for itself, the tool could not, and the command swung for seconds. A robot that
// went on meanwhile took over its velocity.
TEST(Return, FromRestTakesTheTimeOfItsAccelerationsAndDoesNotSwing) {
  std::mt19937 random(1);
  for (const test::NamedArm& named : {test::kUr5e, test::kUr10e, test::kFr3}) {
    const Arm arm = test::load_arm(named);
    for (int k = 0; k < test::scaled(300); ++k) {
      const LimitParameters limits = draw_limits(random);
      const JointVector q = draw_around(random, test::ready_posture(arm), 0.4), goal = draw_around(random, q, 0.1);
      const double time = return_time(arm, limits, q, JointVector::Zero(q.size()), goal);
      ASSERT_LT(time, closed_form(arm, limits, q, goal - q)) << named.file << ", " << k;
    }
  }
}

// It may first stop where its velocity leads it, and return from there.
TEST(Return, FromMotionTakesNoLongerThanAStopAndAReturn) {
  std::mt19937 random(2);
  for (const test::NamedArm& named : {test::kUr5e, test::kFr3}) {
    const Arm arm = test::load_arm(named);
    for (int k = 0; k < test::scaled(300); ++k) {
      const LimitParameters limits = draw_limits(random);
      const JointVector q = draw_around(random, test::ready_posture(arm), 0.4), goal = draw_around(random, q, 0.1);
      const JointVector qd = draw_around(random, JointVector::Zero(q.size()), 0.15);
      const double stop = least_time(arm, limits, q, qd);
      const double time = return_time(arm, limits, q, qd, goal);
      ASSERT_LT(time, stop + closed_form(arm, limits, q, goal - q - 0.5 * stop * qd)) << named.file << ", " << k;
    }
  }
}

}  // namespace
}  // namespace limber
