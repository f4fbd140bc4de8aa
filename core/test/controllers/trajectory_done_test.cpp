// "done" says where the tool is, however far it was pushed from its last pose.
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
    const bool says = std::sscanf(sentence.c_str(), "trajectory done in time, but the tool is %lf mm", &said) == 1;
    EXPECT_EQ(says, force > 0.0) << sentence;
    EXPECT_NEAR(said, says ? 1000.0 * away : 0.0, 0.2) << sentence;
    EXPECT_EQ(away > 0.01, force > 0.0) << away;
  }
}

}  // namespace
}  // namespace limber
