// Controller B along timed compliant trajectories: its pose, its stiffness, and what replaces what.
#include <numbers>

#include "loop.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::TrajectoryLoop;

constexpr double kPi = std::numbers::pi;

// A smooth way out and back, from rest to rest: a bow of 0.16 m with a turn of 0.4 rad about a fixed axis.
struct Bow {
  Pose start;
  double duration = 4.0;

  CompliantPoint at(double t) const {
    const double w = 2.0 * kPi / duration;
    const double s = 0.5 * (1.0 - std::cos(w * t)), v = 0.5 * w * std::sin(w * t), a = 0.5 * w * w * std::cos(w * t);
    const Vector3 way(0.1, 0.12, -0.04), turn = 0.4 * Vector3(1, -2, 2) / 3.0;
    CompliantPoint point;
    point.time_from_start = t;
    point.X_BR = {exp_so3(s * turn).toRotationMatrix() * start.R, start.p + s * way};
    point.twist = (Vector6() << v * way, v * turn).finished();
    point.acceleration = (Vector6() << a * way, a * turn).finished();
    return point;
  }
};

std::vector<CompliantPoint> points_of(const Bow& bow, int n) {
  std::vector<CompliantPoint> points;
  for (int i = 0; i < n; ++i) points.push_back(bow.at(bow.duration * i / (n - 1)));
  // Rest at both ends: the cosine starts and ends with its largest acceleration.
  points.front().acceleration.reset();
  points.back().acceleration.reset();
  points.back().twist = Vector6::Zero();
  return points;
}

CompliantPoint still(const Pose& X, double t) {
  CompliantPoint point;
  point.time_from_start = t;
  point.X_BR = X;
  point.twist = Vector6::Zero();
  point.acceleration = Vector6::Zero();
  return point;
}

CompliantPoint with_stiffness(CompliantPoint point, double linear) {
  point.compliance.stiffness = Matrix6(Vector6(linear, linear, linear, 30, 30, 30).asDiagonal());
  return point;
}

class Following : public testing::TestWithParam<int> {};

TEST_P(Following, IsWhereThePointsSayWhenTheySay) {
  const int n = GetParam();
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(150);
  const Bow bow{loop.robot.tool()};
  std::vector<CompliantPoint> points =
      n == 2 ? std::vector{still(bow.start, 0.0), still(bow.at(2.0).X_BR, 4.0)} : points_of(bow, n);
  loop.controller.set_trajectory(points);
  double worst_position = 0.0, worst_turn = 0.0;
  for (int k = 1; k <= 2000; ++k) {
    loop.cycle();
    const double t = 0.002 * k;
    Pose expected = bow.at(t).X_BR;
    if (n == 2) {
      // A quintic from rest to rest.
      const double s = t / 4.0, share = s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
      const Vector3 turn = log_so3(Matrix3(points[1].X_BR.R * points[0].X_BR.R.transpose()));
      expected = {exp_so3(share * turn).toRotationMatrix() * bow.start.R,
                  bow.start.p + share * (points[1].X_BR.p - bow.start.p)};
    }
    // The ends have cubic pieces where the path is a cosine.
    if (n == 100 && (k < 25 || k > 1975)) continue;
    worst_position = std::max(worst_position, (loop.robot.tool().p - expected.p).norm());
    worst_turn = std::max(worst_turn, log_so3(Matrix3(loop.robot.tool().R * expected.R.transpose())).norm());
  }
  EXPECT_LT(worst_position, 1e-6);
  EXPECT_LT(worst_turn, 1e-6);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  const Pose end = loop.robot.tool();
  loop.cycles(1000);
  EXPECT_LT((loop.robot.tool().p - end.p).norm(), 1e-9) << "at the end it holds";
}

INSTANTIATE_TEST_SUITE_P(Points, Following, testing::Values(2, 100, 10000));

TEST(StiffnessOfPoints, IsRenderedWithinAPercent) {
  TrajectoryLoop loop(test::compliant_ur(200.0));
  loop.activate();
  loop.cycles(150);
  const Pose X = loop.robot.tool();
  std::vector<CompliantPoint> points;
  const std::vector<double> stiffness{200, 400, 1000, 150};
  for (std::size_t i = 0; i < stiffness.size(); ++i) {  // 1 s from one to the next, then 3 s of it
    points.push_back(with_stiffness(still(X, 4.0 * static_cast<double>(i)), stiffness[i]));
    points.push_back(with_stiffness(still(X, 4.0 * static_cast<double>(i) + 3.0), stiffness[i]));
  }
  loop.controller.set_trajectory(points);
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 13.0 * Vector6::Unit(1); };
  for (const double K : stiffness) {
    loop.cycles(1490);
    EXPECT_NEAR(loop.robot.tool().p.y() - X.p.y(), (13.0 - 1.0) / K, 0.01 * 12.0 / K) << K << " N/m";  // deadband 1 N
    loop.cycles(510);
  }
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

TEST(Replacing, KeepsTheReferencesVelocityContinuous) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(150);
  const Pose home = loop.robot.tool();
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Vector3 p_before = loop.controller.telemetry().p_reference, v_before = Vector3::Zero();
  double fastest_change = 0.0;
  for (int k = 0; k < 6000; ++k) {
    if (k % 83 == 0) {
      const auto pose = [&] {
        return Pose{
            exp_so3(0.3 * Vector3(uniform(random), uniform(random), uniform(random))).toRotationMatrix() * home.R,
            home.p + 0.08 * Vector3(uniform(random), uniform(random), uniform(random))};
      };
      // Some begin at once, some in the past, some soon.
      const double first = k % 2 == 0 ? 0.0 : 1.0 + uniform(random);
      const double stamp = k % 3 == 0 ? loop.robot.time() - 0.2 : k % 3 == 1 ? loop.robot.time() + 0.05 : 0.0;
      loop.controller.set_trajectory({with_stiffness(still(pose(), first), 100.0 + 400.0 * (k % 5)),
                                      still(pose(), first + 1.5), with_stiffness(still(pose(), first + 3.0), 800.0)},
                                     stamp);
    }
    loop.cycle();
    const Vector3 p = loop.controller.telemetry().p_reference;
    const Vector3 v = (p - p_before) / 0.002;
    if (k > 0) fastest_change = std::max(fastest_change, (v - v_before).norm() / 0.002);
    p_before = p;
    v_before = v;
  }
  EXPECT_LT(fastest_change, 8.0) << "m/s²";
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

bool told(TrajectoryLoop& loop, Event::Kind kind, std::string* sentence = nullptr) {
  Event event;
  bool found = false;
  while (loop.controller.take_event(event)) {
    if (event.kind != kind) continue;
    found = true;
    if (sentence != nullptr) *sentence = loop.controller.sentence(event);
  }
  return found;
}

TEST(StartStamp, IsWaitedFor) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(150);
  Pose away = loop.robot.tool();
  const Pose here = away;
  away.p.z() += 0.05;
  const double start = loop.robot.time() + 0.5;
  loop.controller.set_trajectory({still(here, 0.0), still(away, 1.0)}, start);
  while (loop.robot.time() < start - 0.001) loop.cycle();
  EXPECT_LT((loop.robot.tool().p - here.p).norm(), 1e-9);
  EXPECT_TRUE(told(loop, Event::Kind::kTrajectoryWaits));
  while (loop.robot.time() < start + 0.5 - 0.001) loop.cycle();
  EXPECT_NEAR(loop.robot.tool().p.z() - here.p.z(), 0.025, 4e-4) << "half way at half time, to within a cycle's motion";
}

TEST(StartStamp, InThePastOrTooFarAheadIsRefusedWithASentence) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(5000);
  loop.sentences();
  const Pose here = loop.robot.tool();
  Pose away = here;
  away.p.x() += 0.1;
  loop.controller.set_trajectory({still(here, 0.0), still(away, 1.0)}, loop.robot.time() - 3.0);
  loop.cycles(500);
  std::string sentence;
  EXPECT_TRUE(told(loop, Event::Kind::kTrajectoryPast, &sentence));
  EXPECT_NE(sentence.find("2 s ago"), std::string::npos) << sentence;
  loop.controller.set_trajectory({still(here, 0.0), still(away, 1.0)}, loop.robot.time() + 1e6);
  loop.cycles(500);
  EXPECT_TRUE(told(loop, Event::Kind::kTrajectoryTooEarly));
  EXPECT_LT((loop.robot.tool().p - here.p).norm(), 1e-9);
}

TEST(BadTrajectory, IsRefusedAndTheOldOneGoesOn) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(150);
  const Pose here = loop.robot.tool();
  Pose away = here;
  away.p.x() += 0.05;
  loop.controller.set_trajectory({still(here, 0.0), still(away, 1.0)});
  loop.cycles(100);
  EXPECT_THROW(loop.controller.set_trajectory({}), TrajectoryError);
  EXPECT_THROW(loop.controller.set_trajectory({still(here, 1.0), still(away, 1.0)}), TrajectoryError);
  EXPECT_THROW(loop.controller.set_trajectory({still(here, 2.0), still(away, 1.0)}), TrajectoryError);
  away.p.y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(loop.controller.set_trajectory({still(here, 0.0), still(away, 1.0)}), TrajectoryError);
  loop.cycles(500);
  EXPECT_NEAR(loop.robot.tool().p.x() - here.p.x(), 0.05, 1e-6);
}

TEST(Stop, AbandonsTheTrajectoryAndStaysWhereItStopped) {
  for (const bool fault : {false, true}) {
    TrajectoryLoop loop(test::compliant_ur(300.0));
    loop.activate();
    loop.cycles(150);
    const Pose here = loop.robot.tool();
    Pose away = here;
    away.p.y() += 0.14;
    loop.controller.set_trajectory({with_stiffness(still(here, 0.0), 300.0), with_stiffness(still(away, 1.0), 900.0)});
    loop.cycles(250);
    if (!fault) loop.controller.request(Request::kHold);
    loop.cycle([&](RobotState& state, double&) {
      if (fault) state.F_S_S[0] += 400.0;
    });
    loop.cycles(300);
    const Pose stopped = loop.robot.tool();
    EXPECT_TRUE(loop.last_qd.isZero(0.0));
    EXPECT_TRUE(told(loop, Event::Kind::kTrajectoryAbandoned));
    loop.controller.request(fault ? Request::kResetFault : Request::kRun);
    loop.cycles(1500);
    EXPECT_LT((loop.robot.tool().p - stopped.p).norm(), 1e-6);
    EXPECT_EQ(loop.controller.telemetry().stiffness[1], 300.0) << "the parameters' stiffness again";
    EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  }
}

TEST(VelocityInterface, FollowsAsWell) {
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.integrate_from = IntegrateFrom::kMeasured;
  TrajectoryLoop loop(p);
  loop.robot.by_velocity = true;
  loop.activate();
  loop.cycles(150);
  const Bow bow{loop.robot.tool()};
  loop.controller.set_trajectory(points_of(bow, 200));
  for (int k = 1; k <= 2000; ++k) {
    loop.cycle();
    ASSERT_LT((loop.robot.tool().p - bow.at(0.002 * k).X_BR.p).norm(), 1e-4) << k;
  }
}

TEST(WrenchOfPoints, IsPressedWith) {
  AdmittanceParameters p = test::compliant_ur(0.0);
  p.supervisor.press_max_travel = 2.0;
  TrajectoryLoop loop(p);
  loop.activate();
  loop.cycles(150);
  const Pose X = loop.robot.tool();
  CompliantPoint pressed = still(X, 1.0), last = still(X, 3.0);
  pressed.wrench = last.wrench = -10.0 * Vector6::Unit(2);
  loop.controller.set_trajectory({still(X, 0.0), pressed, last});
  loop.cycles(250);
  EXPECT_NEAR(loop.controller.telemetry().wrench_control[2], -5.0, 0.03) << "half way there, and not behind";
  loop.cycles(500);
  EXPECT_NEAR(loop.controller.telemetry().wrench_control[2], -10.0, 1e-2);
  EXPECT_LT(loop.robot.tool().p.z(), X.p.z() - 0.01);
}

}  // namespace
}  // namespace limber
