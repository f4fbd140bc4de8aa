// The reference and the body that it leads: one stays where it is when the other is moved, and limits take from both
// what they lost.
#include "compliance/led_body.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kLedPeriod = 0.002;  // s

void expect_same_pose(const Pose& a, const Pose& b, double tolerance = 1e-12) {
  EXPECT_LT((a.p - b.p).norm(), tolerance);
  EXPECT_LT((a.R - b.R).norm(), tolerance);
}

// R somewhere in motion, V near it in another one.
LedBody random_led_body(std::mt19937& random, bool moving = true) {
  LedBody led;
  const Pose X_BR = test::random_pose_near(random, Pose(), 3.0);
  led.start(X_BR, Vector6::Zero());
  if (moving) led.reference().place({X_BR, test::random_vector6(random, 0.2), Vector6::Zero()});
  led.put_back(test::random_pose_near(random, X_BR, 1.0), test::random_vector6(random, 0.3));
  return led;
}

Vector6 twist_of(const LedBody& led) { return led.body().twist(led.reference().now()); }

Matrix6 stiff_where(const AxisMask& axes) {
  Matrix6 K = Matrix6::Zero();
  for (int i = 0; i < 6; ++i) K(i, i) = axes[static_cast<std::size_t>(i)] ? 100.0 : 0.0;
  return K;
}

TEST(AxisMask, MarksAxesWhoseRowOfTheStiffnessIsNotZero) {
  Matrix6 K = stiff_where({true, false, false, true, false, false});
  EXPECT_EQ(stiff_axes(K), (AxisMask{true, false, false, true, false, false}));
  EXPECT_EQ(free_axes(K), (AxisMask{false, true, true, false, true, true}));
  K(1, 3) = K(3, 1) = 1e-9;
  EXPECT_TRUE(stiff_axes(K)[1]) << "a coupling is a stiffness";
}

TEST(MovedAlong, GoesAlongTheMarkedAxesAndNoOther) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(1000); ++n) {
    const Pose X = test::random_pose_near(random, Pose(), 3.0), to = test::random_pose_near(random, X, 2.0);
    const Matrix3 R = test::random_pose_near(random, Pose(), 3.0).R;
    expect_same_pose(moved_along(X, to, R, {}), X);
    expect_same_pose(moved_along(X, to, R, {true, true, true, true, true, true}), to);
    AxisMask some{};
    for (std::size_t i = 0; i < 6; ++i) some[i] = random() % 2 == 0;
    const Pose moved = moved_along(X, to, R, some);
    const Vector3 way = R.transpose() * (moved.p - X.p), all = R.transpose() * (to.p - X.p);
    const Vector3 turn = R.transpose() * log_so3(Matrix3(moved.R * X.R.transpose()));
    const Vector3 all_turn = R.transpose() * log_so3(Matrix3(to.R * X.R.transpose()));
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(way[i], some[static_cast<std::size_t>(i)] ? all[i] : 0.0, 1e-12);
      EXPECT_NEAR(turn[i], some[static_cast<std::size_t>(i + 3)] ? all_turn[i] : 0.0, 1e-9);
    }
  }
}

TEST(LedBody, StartsOnAReferenceThatStands) {
  std::mt19937 random(2);
  LedBody led = random_led_body(random);
  const Pose X = test::random_pose_near(random, Pose(), 3.0);
  const Vector6 twist = test::random_vector6(random, 0.3);
  led.start(X, twist);
  expect_same_pose(led.X_BV(), X);
  expect_same_pose(led.reference().now().X_BR, X);
  EXPECT_TRUE(led.reference().now().twist.isZero(0.0));
  EXPECT_LT((twist_of(led) - twist).norm(), 1e-12);
}

TEST(LedBody, MovesOnAsItMovesWhateverBecomesOfItsReference) {
  std::mt19937 random(3);
  const ApproachRule rule;
  for (int n = 0; n < test::scaled(500); ++n) {
    const Matrix3 R_BC = test::random_pose_near(random, Pose(), 3.0).R;
    const Matrix6 K = stiff_where({true, n % 2 == 0, true, n % 3 == 0, false, true});
    const Pose elsewhere = test::random_pose_near(random, Pose(), 2.0);
    const Vector6 any_twist = test::random_vector6(random, 0.3);
    const std::function<void(LedBody&)> changes[] = {
        [&](LedBody& led) { led.stand_on_body(); },
        [&](LedBody& led) { led.turn_to_body(); },
        [&](LedBody& led) { led.stiffen(Matrix6::Zero(), K, R_BC, n % 2 == 0, rule); },
        [&](LedBody& led) { led.return_to_lead(n % 2 == 0, rule); },
        [&](LedBody& led) { led.return_to_reference(n % 2 == 0, K, R_BC, rule); },
        [&](LedBody& led) { led.keep_body([&] {
                              led.reference().place({elsewhere, any_twist, Vector6::Zero()});
                            }); }};
    for (const auto& change : changes) {
      LedBody led = random_led_body(random);
      const Pose before = led.X_BV();
      const Vector6 twist = twist_of(led);
      change(led);
      expect_same_pose(led.X_BV(), before);
      EXPECT_LT((twist_of(led) - twist).norm(), 1e-12);
    }
  }
}

TEST(LedBody, CallsItsReferenceToItselfOrTurnsIt) {
  std::mt19937 random(4);
  LedBody led = random_led_body(random);
  led.stand_on_body();
  expect_same_pose(led.reference().now().X_BR, led.X_BV());
  EXPECT_TRUE(led.reference().now().twist.isZero(0.0));
  led = random_led_body(random, false);
  const Vector3 place = led.reference().now().X_BR.p;
  led.turn_to_body();
  expect_same_pose(led.reference().now().X_BR, {led.X_BV().R, place});
}

TEST(LedBody, HoldsItselfAlongAxesThatGetStiffness) {
  std::mt19937 random(5);
  for (int n = 0; n < test::scaled(500); ++n) {
    LedBody led = random_led_body(random, false);
    const Matrix3 R_BC = test::random_pose_near(random, Pose(), 3.0).R;
    const AxisMask before{false, true, false, false, false, false}, after{true, true, false, true, true, true};
    const Vector6 e = led.body().offset_in(R_BC).error();
    led.stiffen(stiff_where(before), stiff_where(after), R_BC, false, ApproachRule());
    const Vector6 now = led.body().offset_in(R_BC).error();
    EXPECT_NEAR(now[0], 0.0, 1e-12) << "newly stiff";
    EXPECT_NEAR(now[1], e[1], 1e-12) << "was stiff: its spring stays under load";
    EXPECT_NEAR(now[2], e[2], 1e-12) << "free";
    EXPECT_LT(now.tail<3>().norm(), 1e-9);
  }
}

TEST(LedBody, IsWhereTheArmCameAndGainsNoVelocityIfLimitsHeldItBack) {
  std::mt19937 random(6);
  for (int n = 0; n < test::scaled(1000); ++n) {
    const bool leads = n % 2 == 0;
    LedBody led = random_led_body(random, leads);
    const Pose X_BV = led.X_BV(), X_BC = test::random_pose_near(random, X_BV, 0.01);
    const Vector6 law_change = test::random_vector6(random, 0.001), twist = test::random_vector6(random, 0.1);
    const Vector6 before = led.body().velocity();
    led.settle({X_BV, law_change, X_BC, twist, true, false, true}, kLedPeriod);
    expect_same_pose(led.X_BV(), X_BC, 1e-9);
    if (leads) {
      EXPECT_LE(led.body().velocity().head<3>().norm(), before.head<3>().norm() + 1e-12);
      EXPECT_LE(led.body().velocity().tail<3>().norm(), before.tail<3>().norm() + 1e-12);
      EXPECT_TRUE(led.reference().catching_up());
    } else {
      EXPECT_LT((twist_of(led) - twist).norm(), 1e-12) << "it moves as the arm does";
    }
  }
}

TEST(LedBody, IsLeftAloneIfNoLimitActed) {
  std::mt19937 random(7);
  LedBody led = random_led_body(random);
  const Pose X_BV = led.X_BV();
  const Vector6 twist = twist_of(led), none = Vector6::Zero();
  led.settle({X_BV, none, test::random_pose_near(random, X_BV, 0.1), none, false, false, true}, kLedPeriod);
  expect_same_pose(led.X_BV(), X_BV);
  EXPECT_EQ(twist_of(led), twist);
}

// The offset is what somebody pushed for: the way of a stop is not.
TEST(LedBody, TakesAMovingReferenceAlongInAStopAndLeavesAStandingOne) {
  std::mt19937 random(8);
  for (int n = 0; n < test::scaled(500); ++n) {
    const bool moving = n % 2 == 0;
    LedBody led = random_led_body(random, moving);
    // V moves with R and not against it.
    led.put_back(led.X_BV(), led.body().carried_twist(led.reference().now().twist));
    const Pose before = led.X_BV(), R_before = led.reference().now().X_BR;
    const Vector6 twist = twist_of(led), none = Vector6::Zero();
    led.settle({before, none, before, twist, false, false, true}, kLedPeriod);
    const Vector6 e = led.body().offset_in(Matrix3::Identity()).error();
    const Pose after = test::random_pose_near(random, before, 0.02);
    led.settle_stop(before, after, twist);
    expect_same_pose(led.X_BV(), after, 1e-9);
    if (moving) {
      EXPECT_LT((led.body().offset_in(Matrix3::Identity()).error() - e).norm(), 1e-9);
    } else {
      expect_same_pose(led.reference().now().X_BR, R_before);
    }
    EXPECT_LT(led.body().velocity().norm(), 1e-9);
  }
}

}  // namespace
}  // namespace limber
