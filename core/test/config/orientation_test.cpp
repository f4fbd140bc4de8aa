// Orientations as files give them, against rotations built by hand.
#include "config/orientation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/scale.hpp"

namespace limber::config {
namespace {

// Row by row, as in a textbook.
Matrix3 about_x(double a) {
  return (Matrix3() << 1, 0, 0, 0, std::cos(a), -std::sin(a), 0, std::sin(a), std::cos(a)).finished();
}
Matrix3 about_y(double a) {
  return (Matrix3() << std::cos(a), 0, std::sin(a), 0, 1, 0, -std::sin(a), 0, std::cos(a)).finished();
}
Matrix3 about_z(double a) {
  return (Matrix3() << std::cos(a), -std::sin(a), 0, std::sin(a), std::cos(a), 0, 0, 0, 1).finished();
}

TEST(RollPitchYaw, AreTurnsAboutTheFixedAxesRollFirst) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(-7.0, 7.0);
  for (int n = 0; n < test::scaled(2000); ++n) {
    const double roll = angle(random), pitch = angle(random), yaw = angle(random);
    const Matrix3 expected = about_z(yaw) * about_y(pitch) * about_x(roll);
    EXPECT_LT((rotation_of_rpy({roll, pitch, yaw}) - expected).norm(), 1e-13);
  }
}

TEST(QuaternionOfAFile, HasItsRealPartLast) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> angle(-3.0, 3.0);
  for (int n = 0; n < test::scaled(500); ++n) {
    const double a = angle(random), c = std::cos(0.5 * a), s = std::sin(0.5 * a);
    EXPECT_LT((rotation_of_quaternion({s, 0, 0, c}) - about_x(a)).norm(), 1e-13);
    EXPECT_LT((rotation_of_quaternion({0, s, 0, c}) - about_y(a)).norm(), 1e-13);
    EXPECT_LT((rotation_of_quaternion({0, 0, s, c}) - about_z(a)).norm(), 1e-13);
    EXPECT_LT((rotation_of_quaternion({0, 0, -s, -c}) - about_z(a)).norm(), 1e-13) << "its opposite is the same";
  }
}

TEST(QuaternionOfAFile, MustHaveUnitLengthToSixDigits) {
  EXPECT_NEAR(quaternion_length({2, 3, 6, 0}), 7.0, 1e-15);
  EXPECT_TRUE(has_unit_length({0.6, 0, 0.8, 0}));
  EXPECT_TRUE(has_unit_length({0, 0, 0, 1.0000005}));
  EXPECT_FALSE(has_unit_length({0, 0, 0, 1.00001}));
  EXPECT_FALSE(has_unit_length({0, 0, 0, 0}));
  EXPECT_FALSE(has_unit_length({0, 0, 0, std::nan("")}));
}

}  // namespace
}  // namespace limber::config
