// "done" reports where the tool is, however far it was pushed from its last pose.
#include <cstdio>

#include "loop.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::TrajectoryLoop;

std::string done_sentence(TrajectoryLoop& loop) {
  for (const std::string& sentence : loop.sentences()) {
    if (sentence.rfind("trajectory done", 0) == 0) return sentence;
  }
  return "";
}

TEST(TrajectoryDone, SaysHowFarTheToolIsFromItsLastPose) {
  for (const double force : {0.0, 10.0, 30.0}) {
    TrajectoryLoop loop(test::compliant_ur(300.0));
    loop.activate();
    loop.cycles(500);
    std::vector<CompliantPoint> points(2);
    points[0].X_BR = points[1].X_BR = loop.robot.tool();
    points[1].X_BR.p.y() += 0.05;
    points[1].time_from_start = 2.0;
    loop.robot.push_B = [force](const IdealRobot&) -> Vector6 { return force * Vector6::Unit(0); };
    loop.controller.set_trajectory(points);
    std::string sentence;
    for (int k = 0; k < 2000 && sentence.empty(); ++k) {
      loop.cycles(1);
      sentence = done_sentence(loop);
    }
    const double away = (loop.robot.tool().p - points[1].X_BR.p).norm();
    double said = 0.0;
    const bool says = std::sscanf(sentence.c_str(), "trajectory done, but the tool is %lf mm", &said) == 1;
    EXPECT_EQ(says, force > 0.0) << sentence;
    EXPECT_NEAR(said, says ? 1000.0 * away : 0.0, 0.2) << sentence;
    EXPECT_EQ(away > 0.01, force > 0.0) << away;
  }
}

// One far point, 1 s ahead: the way there takes longer, and it is done when the tool has come to stand there.
TEST(TrajectoryDone, IsSaidWhenTheWayToAFarPointIsOverAndItsStartSaysHowLongThatTakes) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(500);
  std::vector<CompliantPoint> points(1);
  points[0].X_BR = loop.robot.tool();
  points[0].X_BR.p.y() += 0.2;
  points[0].time_from_start = 1.0;
  loop.sentences();
  loop.controller.set_trajectory(points);
  const double begin = loop.robot.time();
  std::string started, done;
  for (int k = 0; k < 5000 && done.empty(); ++k) {
    loop.cycles(1);
    for (const std::string& sentence : loop.sentences()) {
      if (sentence.rfind("trajectory started", 0) == 0) started = sentence;
      if (sentence.rfind("trajectory done", 0) == 0) done = sentence;
    }
  }
  double lasts = 0.0, longer = 0.0;
  ASSERT_EQ(std::sscanf(started.c_str(), "trajectory started; it lasts %lf s, %lf s longer than its points say", &lasts,
                        &longer),
            2)
      << started;
  EXPECT_NEAR(lasts - longer, 1.0, 0.02) << started;
  EXPECT_NEAR(loop.robot.time() - begin, lasts, 0.02) << started << "; " << done;
  EXPECT_EQ(done, "trajectory done; holding its last pose");
  EXPECT_LT((loop.robot.tool().p - points[0].X_BR.p).norm(), 1e-3);
}

}  // namespace
}  // namespace limber
