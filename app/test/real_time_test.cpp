// `limber run` in real time: a thread for the control, one for everything else, and an end from outside.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

#include "program.hpp"

namespace limber::app::test {
namespace {

std::string bare_configuration() {
  return temporary_file("bare.yaml", "c:\n  ros__parameters: {ft_frame: ft_frame}\n");
}

TEST(RealTime, ItTakesAsLongAsItSays) {
  const auto begin = std::chrono::steady_clock::now();
  const Outcome run = run_program("run " + bare_configuration() + " --duration 1.5");
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_GE(seconds, 1.4);
  EXPECT_TRUE(run.says("Scheduling:")) << run.output;
  EXPECT_TRUE(run.says("wake-up lateness")) << run.output;
  EXPECT_FALSE(run.says("records lost")) << run.output;
}

TEST(RealTime, CtrlCEndsItWithTheSummary) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Outcome run = run_and_signal("run " + bare_configuration() + " --duration 600", signal, 1.5);
    EXPECT_EQ(run.exit_code, 0) << run.output;
    EXPECT_TRUE(run.says("Interrupted. Summary")) << run.output;
    EXPECT_TRUE(run.says("controller cycle")) << run.output;
  }
}

// Everything crosses the threads at once: a press, a move, a change of parameters, requests, a hand, a CSV.
TEST(RealTime, ScriptHandAndCsvLoseNothing) {
  const std::string configuration = temporary_file("busy.yaml", R"(c:
  ros__parameters: {ft_frame: ft_frame, stiffness_ramp_time: 0.2, admittance: {frame: {id: base_link}}}
limber:
  duration: 2
  hand: [{at: 0.5, for: 0.5, force: [0, 10, 0]}]
  script:
    - {at: 0.2, press: [0, 0, -2, 0, 0, 0], for: 1.5}
    - {at: 0.4, move: [0.02, 0, 0], speed: 0.05}
    - {at: 1.0, set: {admittance.stiffness: [200, 200, 0, 50, 50, 50]}}
    - {at: 1.5, request: hold}
    - {at: 1.7, request: run}
)");
  const std::string csv = temporary_file("busy.csv");
  const Outcome run = run_program("run " + configuration + " --csv " + csv);
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_FALSE(run.says("records lost")) << run.output;
  const std::string text = read_file(csv);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 1000) << "2 s at 500 Hz are 1000 cycles";
}

// Asked again until the run listens.
Outcome status_of(const std::string& name) {
  Outcome status;
  for (int attempt = 0; attempt < 100 && status.exit_code != 0; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    status = run_program("send --to " + name + " status");
  }
  return status;
}

// Talks to a run of its own while it runs.
TEST(Send, ReachesARunningProgramAndNobodyElse) {
  const std::string configuration = temporary_file("talkative.yaml", R"(c:
  ros__parameters: {ft_frame: ft_frame, stiffness_ramp_time: 0.2, admittance: {frame: {id: base_link}}}
limber: {duration: 6}
)");
  EXPECT_EQ(run_program("send --to talkative status").exit_code, 2) << "nobody listens yet";
  std::future<Outcome> run = std::async(std::launch::async, [&] { return run_program("run " + configuration); });
  const Outcome status = status_of("talkative");
  EXPECT_TRUE(status.says("state ")) << status.output;
  const Outcome twice = run_program("run " + configuration + " --duration 0.3");
  EXPECT_EQ(twice.exit_code, 0) << "it runs, and says that nobody can talk to it";
  EXPECT_TRUE(twice.says("runs already")) << twice.output;
  EXPECT_EQ(run_program("send --to talkative '{push: [0, 8, 0], for: 0.5}'").exit_code, 0);
  EXPECT_EQ(run_program("send --to talkative set admittance.stiffness '[90, 90, 90, 20, 20, 20]'").exit_code, 0);
  const Outcome bad = run_program("send --to talkative set admittance.stiffness '[90, -1, 90, 20, 20, 20]'");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_TRUE(bad.says("refused: ")) << bad.output;
  EXPECT_TRUE(bad.says("admittance.stiffness[1] is -1")) << bad.output;
  EXPECT_EQ(run_program("send --to talkative '{unheard: of}'").exit_code, 1);
  EXPECT_EQ(run_program("send --to talkative hold").exit_code, 0);
  const Outcome outcome = run.get();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(outcome.says("now holding")) << outcome.output;
  EXPECT_TRUE(outcome.says("push at")) << outcome.output;
}

TEST(Send, LeadsTorqueArmsWithWaypoints) {
  std::future<Outcome> run =
      std::async(std::launch::async, [&] { return run_program("run dual_omx --name two --duration 6"); });
  const Outcome status = status_of("two");
  EXPECT_TRUE(status.says("robot2 ")) << status.output;
  EXPECT_EQ(run_program("send --to two '{waypoint: [0, 0, 0.02], relative: true, arm: robot1}'").exit_code, 0);
  const Outcome far = run_program("send --to two '{waypoint: [2, 0, 0.1], arm: robot2}'");
  EXPECT_EQ(far.exit_code, 1) << far.output;
  EXPECT_TRUE(far.says("robot2: ")) << far.output;
  EXPECT_EQ(run_program("send --to two set max_rise_rate 20").exit_code, 0);
  EXPECT_EQ(run_program("send --to two set max_rise_rate -20").exit_code, 1);
  const Outcome outcome = run.get();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(outcome.says("1 taken, 0 refused")) << outcome.output;
  EXPECT_TRUE(outcome.says("0 taken, 1 refused")) << outcome.output;
}

}  // namespace
}  // namespace limber::app::test
