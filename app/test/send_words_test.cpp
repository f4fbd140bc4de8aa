// What `limber send` says arrives as it was said, all of it or nothing, and a refusal names what is allowed.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "endless_run.hpp"

namespace limber::app::test {
namespace {

bool says(const std::string& answer, const std::string& words) { return answer.find(words) != std::string::npos; }

TEST(Send, ARequestThatIsAlreadyTrueIsNoRefusal) {
  EndlessRun one("already", kBare), two("torque_already", kTorqueArms);
  for (const EndlessRun* run : {&one, &two}) {
    for (const char* request : {"run", "hold"}) {
      run->say(request);
      const std::string again = run->say(request);
      EXPECT_TRUE(again.starts_with("ok at") && says(again, "already ")) << again;
    }
  }
}

TEST(Send, ARequestThatOneArmRefusesTouchesNone) {
  EndlessRun run("half_faulted", kTorqueArms);
  ASSERT_TRUE(run.say("{push: [0, 300, 0], for: 0.2, arm: robot1}").starts_with("ok"));
  for (int i = 0; i < 100 && !says(run.say("status"), "state faulted"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(run.say("hold"),
            "refused: robot1: request not possible while faulted; reset the fault first (reset_fault)\n");
  EXPECT_FALSE(says(run.say("status"), "state holding")) << "robot2 goes on";
  const std::string reset = run.say("reset_fault");
  EXPECT_TRUE(reset.starts_with("ok") && says(reset, "robot1: ") && !says(reset, "robot2: ")) << reset;
}

TEST(Send, AWaypointOutOfReachIsRefusedAtOnceWithHowFarAndNoArmGoes) {
  EndlessRun run("far_waypoints", kTorqueArms);
  for (const char* waypoint : {"{waypoint: [5, 0, 0]}", "{waypoint: [5, 0, 0], relative: true}"}) {
    const std::string far = run.say(waypoint);
    // An OpenManipulator-X reaches some 0.4 m.
    EXPECT_TRUE(is_refused(far) && says(far, "is out of reach: the arm stops 4.")) << far;
  }
  EXPECT_TRUE(run.say("{waypoint: [0, 0, 0.01], relative: true}").starts_with("ok"));
  EXPECT_TRUE(run.end().says(" taken, 2 refused"));
}

TEST(Send, SetTakesItsKeyAndItsValueAsTheyAre) {
  EndlessRun fr3("sets", "c:\n  ros__parameters: {}\nlimber: {robot: fr3}\n"), omx("torque_sets", kTorqueArms);
  const auto code = [](const std::string& words) { return run_program("send --to " + words).exit_code; };
  EXPECT_EQ(code("sets set posture.joints '[]'"), 0);
  EXPECT_EQ(code("sets set admittance.frame.id ''"), 0) << "the tip";
  EXPECT_EQ(code("torque_sets set effort_limit '[]'"), 0);
  EXPECT_EQ(code("torque_sets set stiffness_profile_x '[]'"), 0);
  const Outcome short_profile = run_program("send --to torque_sets set stiffness_profile_x '[35]'");
  EXPECT_EQ(short_profile.exit_code, 1);
  EXPECT_TRUE(short_profile.says("stiffness_profile_x has one sample; a profile has two or more, or none"))
      << short_profile.output;
  EXPECT_EQ(code("torque_sets set stiffness_profile_x '[35, 35]'"), 0);
  EXPECT_EQ(code("torque_sets set max_rise_rate '20 # slow'"), 0) << "as in a file, this is a comment";
  EXPECT_EQ(code("torque_sets set effort_limit '[1, 1, 1, 1]'"), 0);
  EXPECT_EQ(code("torque_sets set effort_limit [1, 1, 1, 1]"), 0) << "a shell takes it apart";
  for (const std::string value : {"-.inf", "-1", "'[[1],[2]]'", "'1, tracking: 2'", "'{a: 1}'", "'[1'"}) {
    const Outcome bad = run_program("send --to torque_sets set max_rise_rate " + value);
    EXPECT_EQ(bad.exit_code, 1) << value << bad.output;
    EXPECT_TRUE(bad.says("refused: ")) << value << bad.output;
  }
  EXPECT_EQ(code("torque_sets set effort_limit '[[1],[1],[1],[1]]'"), 1);
  const Outcome two = run_program("send --to torque_sets set 'max_rise_rate: 1, tracking' 2");
  EXPECT_EQ(two.exit_code, 1);
  EXPECT_TRUE(two.says("'max_rise_rate:' is no key; it must be letters, digits, _ and .")) << two.output;
}

TEST(Send, SeveralLinesAreRefusedAndNoneActs) {
  EndlessRun run("lines", kBare);
  const Outcome both = run_program("send --to lines \"hold\nrun\"");
  EXPECT_EQ(both.exit_code, 2) << both.output;
  EXPECT_TRUE(both.says("one line at a time")) << both.output;
  EXPECT_FALSE(says(run.say("status"), "holding"));
}

TEST(Send, ARefusedActionIsToldWhatThereIs) {
  EndlessRun run("told", kBare);
  const std::string actions = "one of press, push, move, trajectory, request, set";
  EXPECT_EQ(run.say("{fly: 3}"), "refused: what was sent:1: fly is not a known key; it must be " + actions + "\n");
  EXPECT_EQ(run.say("{}"), "refused: what was sent:1: this map needs " + actions + "\n");
  EXPECT_TRUE(says(run.say("{pres: [0, 0, 1, 0, 0, 0], for: 1}"), "did you mean press? it must be " + actions));
  const std::string two = run.say("{request: hold, set: {max_linear_velocity: 0.2}}");
  EXPECT_TRUE(is_refused(two) && says(two, "request and set are both given; give one of them")) << two;
}

TEST(Send, ATrajectoryIsLookedForBesideTheConfiguration) {
  temporary_file("beside.yaml", "points: [{time_from_start: 1, position: [0, 0, 0.01], rpy: [0, 0, 0]}]\n");
  EndlessRun run("beside_run",
                 "c: {ros__parameters: {ft_frame: ft_frame}}\nlimber: {controller: cartesian_admittance}\n");
  const std::string found = run.say("{trajectory: beside.yaml, from: start}");
  EXPECT_TRUE(found.starts_with("ok")) << found;
  const std::string missing = run.say("{trajectory: missing.yaml}");
  const std::string looked = temporary_file("looked").substr(0, temporary_file("looked").rfind('/'));
  EXPECT_TRUE(is_refused(missing) && says(missing, looked + "/missing.yaml")) << missing;
}

TEST(Send, ATrajectoryThatIsAPipeIsRefusedAndTheRunAnswersOn) {
  const std::string pipe = temporary_file("pipe.yaml");
  ASSERT_EQ(unlink(pipe.c_str()), 0);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EndlessRun run("pipe_run",
                 "c: {ros__parameters: {ft_frame: ft_frame}}\nlimber: {controller: cartesian_admittance}\n");
  const std::string refused = run.say("{trajectory: pipe.yaml}");
  EXPECT_TRUE(is_refused(refused) && says(refused, "pipe.yaml: it is a pipe, not a file")) << refused;
  EXPECT_TRUE(run.goes_on());
}

}  // namespace
}  // namespace limber::app::test
