// What is handed to a controller: every number that cannot be is refused, and named.
#include "controllers/input_checks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "limber/compliant_point.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using Code = Answer::Code;

const double kBadNumbers[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity()};

ReferenceSample good_target(std::mt19937& random) {
  return {test::random_pose_near(random, Pose(), 3.0), test::random_vector6(random, 0.5),
          test::random_vector6(random, 2.0)};
}

// A number of `six` that is not finite, or larger than its bound, is found where it is, with its unit.
template <typename Check>
void expect_bounded(const Check& check, double linear, const char* linear_unit, double angular,
                    const char* angular_unit) {
  for (int i = 0; i < 6; ++i) {
    const double most = i < 3 ? linear : angular;
    EXPECT_TRUE(check(Vector6(most * Vector6::Unit(i))));
    for (const double size : {1.001 * most, -1.001 * most}) {
      const Answer answer = check(Vector6(size * Vector6::Unit(i)));
      EXPECT_EQ(answer.code, Code::kTooLarge);
      EXPECT_EQ(answer.index, i);
      EXPECT_EQ(answer.value, size);
      EXPECT_EQ(answer.limit, most);
      EXPECT_STREQ(answer.unit, i < 3 ? linear_unit : angular_unit);
    }
    for (const double bad : kBadNumbers) {
      Vector6 six = Vector6::Zero();
      six[i] = bad;
      const Answer answer = check(six);
      EXPECT_EQ(answer.code, Code::kNotFinite);
      EXPECT_EQ(answer.index, i);
    }
  }
}

TEST(CheckTarget, TakesEveryPoseThatMayBe) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(1000); ++n) EXPECT_TRUE(check_target(good_target(random)));
}

TEST(CheckTarget, RefusesTwistsAndAccelerationsBeyondTheirBounds) {
  using B = TrajectoryBounds;
  std::mt19937 random(2);
  ReferenceSample target = good_target(random);
  expect_bounded(
      [&](const Vector6& twist) {
        target.twist = twist;
        return check_target(target);
      },
      B::kMaxLinearVelocity, "m/s", B::kMaxAngularVelocity, "rad/s");
  target.twist.setZero();
  expect_bounded(
      [&](const Vector6& acceleration) {
        target.acceleration = acceleration;
        return check_target(target);
      },
      B::kMaxLinearAcceleration, "m/s²", B::kMaxAngularAcceleration, "rad/s²");
}

TEST(CheckTarget, RefusesWhatIsNoPose) {
  std::mt19937 random(3);
  for (int n = 0; n < test::scaled(200); ++n) {
    ReferenceSample target = good_target(random);
    const int i = n % 3, j = n / 3 % 3;
    target.X_BR.p[i] = n % 2 == 0 ? 101.0 : -101.0;
    EXPECT_EQ(check_target(target).code, Code::kTooLarge);
    EXPECT_EQ(check_target(target).index, i);
    target = good_target(random);
    target.X_BR.R(i, j) += 1e-3;
    EXPECT_EQ(check_target(target).code, Code::kNoRotation);
    target.X_BR.R(i, j) = kBadNumbers[n % 3];
    EXPECT_EQ(check_target(target).code, Code::kNotFinite);
    target = good_target(random);
    target.X_BR.R.col(i) *= -1.0;
    EXPECT_EQ(check_target(target).code, Code::kMirrored);
    EXPECT_NEAR(check_target(target).value, -1.0, 1e-9);
  }
}

TEST(CheckControlWrench, RefusesForcesAndTorquesBeyondTheirBounds) {
  expect_bounded(check_control_wrench, TrajectoryBounds::kMaxForce, "N", TrajectoryBounds::kMaxTorque, "N m");
}

TEST(CheckQuaternion, WantsUnitLength) {
  std::mt19937 random(4);
  for (int n = 0; n < test::scaled(500); ++n) {
    const Quaternion q(test::random_pose_near(random, Pose(), 3.0).R);
    EXPECT_TRUE(check_quaternion(q));
    EXPECT_EQ(check_quaternion(Quaternion(1.001 * q.coeffs())).code, Code::kNoRotation);
    EXPECT_NEAR(check_quaternion(Quaternion(1.001 * q.coeffs())).value, 0.001, 1e-9);
  }
  EXPECT_EQ(check_quaternion(Quaternion(0, 0, 0, 0)).code, Code::kNoRotation);
  EXPECT_EQ(check_quaternion(Quaternion(kBadNumbers[0], 0, 0, 0)).code, Code::kNotFinite);
}

TEST(CheckInReach, RefusesWhatIsMoreThanAMillimetreOutside) {
  std::mt19937 random(5);
  const ReachSphere reach{Vector3(0.1, 0.2, 0.3), 0.9};
  for (int n = 0; n < test::scaled(500); ++n) {
    const Vector3 direction = test::random_vector3(random, 1.0).normalized();
    const auto at = [&](double distance) { return check_in_reach(reach, reach.centre_B + distance * direction); };
    EXPECT_TRUE(at(0.0));
    EXPECT_TRUE(at(0.9009));
    const Answer far = at(1.4);
    EXPECT_EQ(far.code, Code::kOutOfReach);
    EXPECT_NEAR(far.value, 0.5, 1e-12);
    EXPECT_EQ(far.limit, 0.9);
    EXPECT_FALSE(at(0.9011));
  }
}

TEST(AnswerSentence, SaysWhatWasReadAndWhatIsAllowed) {
  const Answer large{Code::kTooLarge, "control wrench", 2, 1234.0, 1000.0, "N"};
  EXPECT_EQ(sentence(large), "control wrench[2] is 1234 N; its size must be at most 1000 N");
  EXPECT_EQ(sentence(Answer()), "taken");
  for (const Code code :
       {Code::kInactive, Code::kQueueFull, Code::kNotFinite, Code::kNoRotation, Code::kMirrored, Code::kOutOfReach}) {
    const std::string text = sentence(Answer{code, "desired pose", 1, 0.5, 0.25, "m"});
    EXPECT_EQ(text.find("desired pose"), 0U) << text;
  }
}

}  // namespace
}  // namespace limber
