// Trajectories that must not run: each is refused with a sentence that names the point and says what is allowed.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "compliance/compliant_trajectory.hpp"
#include "math/so3.hpp"
#include "trajectory_points.hpp"

namespace limber {
namespace {

using Points = std::vector<CompliantPoint>;
using test::point_at;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Broken {
  const char* name;
  std::function<void(Points&)> spoil;  // of four points, 1 s and 0.1 m apart
  const char* begins;
  const char* says;
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

Vector6 only(int i, double value) { return value * Vector6::Unit(i); }
Matrix6 with(int row, int column, double value) {
  Matrix6 A = 5.0 * Matrix6::Identity();
  A(row, column) = value;
  return A;
}
Matrix6 with_both(int row, int column, double value) {
  Matrix6 A = with(row, column, value);
  A(column, row) = value;
  return A;
}
Matrix3 turned(double angle) { return exp_so3(angle * Vector3::UnitY()).toRotationMatrix(); }

const Broken kBroken[] = {
    {"NoPoints", [](Points& p) { p.clear(); }, "a trajectory without points", "at least one"},
    {"TooManyPoints", [](Points& p) { p.resize(100001); }, "a trajectory of 100001 points", "at most 100000"},
    {"NegativeTime", [](Points& p) { p[0].time_from_start = -1; }, "points[0].time_from_start is -1 s",
     "from 0 to 86400"},
    {"NanTime", [](Points& p) { p[1].time_from_start = kNan; }, "points[1].time_from_start is nan", "from 0 to 86400"},
    {"InfiniteTime", [](Points& p) { p[3].time_from_start = kInfinity; }, "points[3].time_from_start is inf", "86400"},
    {"MoreThanADay", [](Points& p) { p[3].time_from_start = 86401; }, "points[3].time_from_start is 86401 s", "86400"},
    {"TheSameTime", [](Points& p) { p[2].time_from_start = 1; }, "points[2].time_from_start is 1 s",
     "the same as that of points[1]; times must ascend"},
    {"BackInTime", [](Points& p) { p[2].time_from_start = 0.5; }, "points[2].time_from_start is 0.5 s",
     "before points[1] at 1 s; times must ascend"},
    {"TooSoon", [](Points& p) { p[2].time_from_start = 1 + 1e-9; }, "points[2].time_from_start", "at least 1e-06 s"},
    {"NanPosition", [](Points& p) { p[1].X_BR.p.y() = kNan; }, "points[1].position[1] is nan m", "from -100 to 100"},
    {"FarPosition", [](Points& p) { p[1].X_BR.p.z() = 300; }, "points[1].position[2] is 300 m", "from -100 to 100"},
    {"NanRotation", [](Points& p) { p[1].X_BR.R(0, 0) = kNan; }, "points[1].orientation is not a rotation", "1e-06"},
    {"ScaledRotation", [](Points& p) { p[1].X_BR.R *= 1.001; }, "points[1].orientation is not a rotation", "1e-06"},
    {"ShearedRotation", [](Points& p) { p[1].X_BR.R(0, 1) = 1e-5; }, "points[1].orientation is not a rotation",
     "1e-06"},
    {"ZeroRotation", [](Points& p) { p[1].X_BR.R.setZero(); }, "points[1].orientation is not a rotation", "1e-06"},
    {"Mirror", [](Points& p) { p[1].X_BR.R = -Matrix3::Identity(); }, "points[1].orientation is a mirror image",
     "rotation is 1"},
    {"HalfATurn", [](Points& p) { p[2].X_BR.R = turned(3.1); },
     "points[2] is 1 s after points[1] and turned by 3.1 rad", "put a point between"},
    {"Teleport", [](Points& p) { p[2].X_BR.p.x() = 50; }, "points[2] is 1 s after points[1]",
     "a speed must be at most 10"},
    {"Spin",
     [](Points& p) {
       p[2].time_from_start = 1.001;
       p[2].X_BR.R = turned(1.0);
       p[2].X_BR.p = p[1].X_BR.p;
     },
     "points[2] is 0.001 s after points[1]", "an angular speed must be at most 20"},
    {"FastTwist", [](Points& p) { p[1].twist = only(2, 12); }, "points[1].twist[2] is 12 m/s", "from -10 to 10"},
    {"FastTurn", [](Points& p) { p[1].twist = only(5, -21); }, "points[1].twist[5] is -21 rad/s", "from -20 to 20"},
    {"NanTwist", [](Points& p) { p[1].twist = only(0, kNan); }, "points[1].twist[0] is nan m/s", "from -10 to 10"},
    {"HugeAcceleration", [](Points& p) { p[1].acceleration = only(0, 1e4); }, "points[1].acceleration[0] is 10000 m/s²",
     "from -1000 to 1000"},
    {"HugeAngularAcceleration", [](Points& p) { p[1].acceleration = only(4, 1e4); },
     "points[1].acceleration[4] is 10000 rad/s²", "2000"},
    {"InfiniteAcceleration", [](Points& p) { p[1].acceleration = only(0, kInfinity); }, "points[1].acceleration[",
     "m/s²"},
    {"HugeWrench", [](Points& p) { p[1].wrench = only(0, 2e3); }, "points[1].wrench[0] is 2000 N",
     "a force must be from -1000 to 1000"},
    {"NanTorque",
     [](Points& p) {
       Vector6 w = Vector6::Zero();
       w[3] = kNan;
       p[1].wrench = w;
     },
     "points[1].wrench[3] is nan N m", "a torque"},
    {"LastPointMoves", [](Points& p) { p[3].twist = only(0, 0.1); },
     "points[3].twist of the last point is [0.1, 0, 0, 0, 0, 0]", "must be at rest"},
    {"LastPointAccelerates", [](Points& p) { p[3].acceleration = only(1, 0.1); },
     "points[3].acceleration of the last point", "must be at rest"},
    {"OnlyPointMoves",
     [](Points& p) {
       p.resize(1);
       p[0].twist = only(0, 0.1);
     },
     "points[0].twist of the last point", "must be at rest"},
    {"NegativeMass", [](Points& p) { p[1].compliance.mass = with(2, 2, -0.8); }, "points[1].mass[2] is -0.8 kg",
     "a mass must be above 0 and at most 10000"},
    {"ZeroInertia", [](Points& p) { p[1].compliance.mass = with(5, 5, 0); }, "points[1].mass[5] is 0 kg m²", "above 0"},
    {"TinyMass", [](Points& p) { p[1].compliance.mass = with(0, 0, 1e-7); }, "points[1].mass has the eigenvalue 1e-07",
     "at least 1e-06"},
    {"HugeMass", [](Points& p) { p[1].compliance.mass = with(0, 0, 1e5); }, "points[1].mass[0] is 100000 kg",
     "at most 10000"},
    {"NanMass", [](Points& p) { p[1].compliance.mass = with(0, 1, kNan); }, "points[1].mass(0,1) is nan",
     "from -10000 to 10000"},
    {"IndefiniteMass", [](Points& p) { p[1].compliance.mass = with_both(0, 1, 6); },
     "points[1].mass has the eigenvalue -1", "positive definite"},
    {"SingularMass", [](Points& p) { p[1].compliance.mass = with_both(0, 1, 5); }, "points[1].mass has the eigenvalue",
     "positive definite"},
    {"AsymmetricMass", [](Points& p) { p[1].compliance.mass = with(0, 1, 1); },
     "points[1].mass(1,0) is 0 but (0,1) is 1", "symmetric"},
    {"NegativeDamping", [](Points& p) { p[1].compliance.damping = with(3, 3, -1); },
     "points[1].damping[3] is -1 N m s/rad", "a damping must be from 0 to 1e+06"},
    {"IndefiniteDamping", [](Points& p) { p[1].compliance.damping = with_both(0, 1, 6); },
     "points[1].damping has the eigenvalue -1", "semi-definite"},
    {"UndampedAxis", [](Points& p) { p[1].compliance.damping = with(3, 3, 0); },
     "points[1].damping leaves rotation about x undamped", "must be damped"},
    {"UndampedDirection", [](Points& p) { p[1].compliance.damping = with_both(0, 1, 5); },
     "points[1].damping with no arm_damping has an eigenvalue of 0", "must be damped"},
    {"HugeStiffness", [](Points& p) { p[1].compliance.stiffness = with(0, 0, 1e7); },
     "points[1].stiffness[0] is 10000000 N/m", "from 0 to 1e+06"},
    {"HugeCoupling", [](Points& p) { p[1].compliance.stiffness = with_both(0, 4, 2e6); },
     "points[1].stiffness(0,4) is 2000000", "from -1e+06 to 1e+06"},
    {"IndefiniteStiffness", [](Points& p) { p[1].compliance.stiffness = with_both(4, 5, 7); },
     "points[1].stiffness has the eigenvalue -2", "no eigenvalue below 0"},
    {"InfiniteStiffness", [](Points& p) { p[1].compliance.stiffness = with(4, 4, kInfinity); },
     "points[1].stiffness[4] is inf", "from 0 to 1e+06"},
};

Points four_points() { return {point_at(0, 0), point_at(1, 0.1), point_at(2, 0.2), point_at(3, 0.3)}; }

std::string refusal(const Points& points, double start_stamp = 0.0) {
  try {
    const CompliantTrajectory trajectory(points, ComplianceParameters(), start_stamp);
  } catch (const TrajectoryError& error) {
    return error.what();
  }
  return "";
}

class BrokenTrajectory : public testing::TestWithParam<Broken> {};

TEST_P(BrokenTrajectory, IsRefusedWithASentence) {
  Points points = four_points();
  ASSERT_EQ(refusal(points), "");
  GetParam().spoil(points);
  const std::string sentence = refusal(points);
  EXPECT_TRUE(sentence.starts_with(GetParam().begins)) << sentence;
  EXPECT_NE(sentence.find(GetParam().says), std::string::npos) << sentence;
}

INSTANTIATE_TEST_SUITE_P(Each, BrokenTrajectory, testing::ValuesIn(kBroken),
                         [](const auto& variant) { return variant.param.name; });

TEST(StartStamp, MustBeATime) {
  for (const double stamp : {-1.0, kNan, kInfinity}) {
    EXPECT_TRUE(refusal(four_points(), stamp).starts_with("start_stamp is ")) << stamp;
  }
  EXPECT_EQ(refusal(four_points(), 1e9), "");
}

TEST(GoodTrajectories, AreNotRefusedAtTheEdgeOfWhatIsAllowed) {
  Points points = four_points();
  points[1].X_BR.R(0, 1) = 4e-7;
  points[2].X_BR.R = turned(0.94 * 3.141592653589793);
  points[3].X_BR.R = turned(0.5 * 3.141592653589793);
  points[3].twist = points[3].acceleration = Vector6::Zero();
  points[1].compliance.stiffness = Matrix6::Zero();
  points[2].compliance.stiffness = Matrix6(with_both(0, 1, 5.0));
  EXPECT_EQ(refusal(points), "");
  EXPECT_EQ(refusal({point_at(0)}), "");
  EXPECT_EQ(refusal({point_at(86400)}), "");
}

}  // namespace
}  // namespace limber
