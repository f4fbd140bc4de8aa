// `limber send`: what is said to a run that goes on, and what it answers.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <future>
#include <memory>
#include <thread>

#include "endless_run.hpp"
#include "limber/configuration.hpp"
#include "live_socket.hpp"
#include "program.hpp"
#include "wrong_values.hpp"

namespace limber::app::test {
namespace {

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

template <class Schema>
void send_every_wrong_value(const EndlessRun& run, const Schema& schema) {
  for (const auto& parameter : schema) {
    const std::string& key = parameter.descriptor.key;
    for (const std::string& value : wrong_values(parameter.descriptor)) {
      const std::string answer = run.say(fmt::format("{{set: {{{}: {}}}}}", key, value));
      ASSERT_TRUE(is_refused(answer)) << key << ": " << value << "\n" << answer;
      EXPECT_NE(answer.find(key), std::string::npos) << key << ": " << value << "\n" << answer;
    }
  }
}

TEST(SocketDoor, EveryKeyRefusesEveryWrongKindOfValueAndTheRunGoesOn) {
  EndlessRun run("doors", kBare);
  send_every_wrong_value(run, config::admittance_schema());
  const std::string answer = run.say("{set: {admittance.frame.id: nope}}");
  EXPECT_NE(answer.find("admittance.frame.id is 'nope'; ur5e has the frames "), std::string::npos) << answer;
  EXPECT_TRUE(run.goes_on());
  EXPECT_TRUE(run.say("{set: {admittance.frame.id: flange}}").starts_with("ok"));
  const Outcome outcome = run.end();
  EXPECT_EQ(outcome.exit_code, 130) << outcome.output;
  EXPECT_TRUE(outcome.says("Interrupted. Summary")) << outcome.output;
  EXPECT_FALSE(outcome.says("fault  ")) << outcome.output;
}

TEST(SocketDoor, EveryKeyOfTorqueArmsRefusesEveryWrongKindOfValueAndTheRunGoesOn) {
  EndlessRun run("torque_doors", kTorqueArms);
  send_every_wrong_value(run, config::variable_stiffness_schema());
  EXPECT_TRUE(is_refused(run.say("{set: {effort_limit: [1, 1, 1]}}")));
  EXPECT_TRUE(run.goes_on());
  EXPECT_EQ(run.end().exit_code, 130);
}

// What the script asks for was fine when the run started, and is not after what somebody sent.
TEST(SocketDoor, AChangeThatSpoilsALaterOneOfTheScriptCostsThatOneOnly) {
  EndlessRun run("spoilt", R"(c:
  ros__parameters: {ft_frame: ft_frame, admittance: {arm_damping: [10, 10, 10, 10, 10, 10]}}
limber:
  script: [{at: 3, set: {admittance.damping: [0, 0, 0, 0, 0, 0]}}, {at: 3.1, request: hold}]
)");
  ASSERT_TRUE(run.say("{set: {admittance.damping: [9, 9, 9, 9, 9, 9]}}").starts_with("ok"));
  ASSERT_TRUE(run.say("{set: {admittance.arm_damping: [0, 0, 0, 0, 0, 0]}}").starts_with("ok"));
  for (int i = 0; i < 200 && run.say("status").find("holding") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  const Outcome outcome = run.end();
  EXPECT_EQ(outcome.exit_code, 130) << outcome.output;
  EXPECT_TRUE(outcome.says("refused: ")) << outcome.output;
  EXPECT_TRUE(outcome.says("undamped")) << outcome.output;
  EXPECT_TRUE(outcome.says("now holding")) << outcome.output;
}

TEST(Send, AnswersWithTheOutcome) {
  EndlessRun run("outcomes", kBare);
  EXPECT_NE(run.say("tare").find("tare done"), std::string::npos);
  EXPECT_TRUE(is_refused(run.say("reset_fault"))) << "there is none";
  EXPECT_TRUE(run.say("reference_here").starts_with("ok"));
  EXPECT_TRUE(run.say("hold").starts_with("ok"));
  EXPECT_TRUE(is_refused(run.say("{press: [0, 0, 1, 0, 0, 0], for: 1}"))) << "a press does nothing while it holds";
  EXPECT_TRUE(run.say("run").starts_with("ok"));
  EXPECT_TRUE(run.say("{press: [0, 0, 1, 0, 0, 0], for: 60}").starts_with("ok"));
  const std::string pressed = run.say("{request: tare}");
  EXPECT_TRUE(is_refused(pressed) && pressed.find("presses") != std::string::npos) << pressed;
}

TEST(Send, AMoveOutOfReachIsRefusedAtOnceWithHowFar) {
  EndlessRun run("far_moves", kBare);
  const std::string far = run.say("{move: [3, 0, 0], speed: 0.1}");
  EXPECT_TRUE(is_refused(far) && far.find("is out of reach: the arm stops 2.") != std::string::npos) << far;
  EXPECT_TRUE(run.say("{move: [0, 0.02, 0], speed: 0.1}").starts_with("ok at"));
}

TEST(Send, AnswersWithTheOutcomeOfEveryTorqueArm) {
  EndlessRun run("torque_outcomes", kTorqueArms);
  const std::string one = run.say("{request: hold, arm: robot1}");
  EXPECT_TRUE(one.starts_with("ok") && one.find("robot1: now holding") != std::string::npos) << one;
  const std::string both = run.say("hold");
  EXPECT_TRUE(both.starts_with("ok") && both.ends_with("robot1: already holding; robot2: now holding\n")) << both;
  EXPECT_TRUE(run.say("run").starts_with("ok"));
  EXPECT_TRUE(is_refused(run.say("reset_fault")));
}

TEST(Send, UnknownWordsGetTheListOfKnownOnes) {
  const std::unique_ptr<EndlessRun> runs[] = {std::make_unique<EndlessRun>("words", kBare),
                                              std::make_unique<EndlessRun>("torque_words", kTorqueArms)};
  for (const char* name : {"words", "torque_words"}) {
    for (const char* words : {"frobnicate", "set", "hold now", "'\033[2J'"}) {
      const Outcome answer = run_program(fmt::format("send --to {} {}", name, words));
      EXPECT_EQ(answer.exit_code, 1) << answer.output;
      EXPECT_TRUE(answer.says("known are status, hold, ")) << answer.output;
      EXPECT_FALSE(answer.says("\033")) << "nothing that a terminal obeys";
    }
  }
  EXPECT_TRUE(run_program("send --to words frobnicate").says("tare_anyway"));
  EXPECT_FALSE(run_program("send --to torque_words tare").says("tare_anyway")) << "torque arms have no sensor";
}

// A connection that says nothing, or half a line.
class SilentClient {
 public:
  SilentClient(const std::string& name, const std::string& half_a_line) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = (socket_directory() / (name + ".sock")).string();
    std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
    fd_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    connected_ = connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    if (!half_a_line.empty()) send(fd_, half_a_line.data(), half_a_line.size(), MSG_NOSIGNAL);
  }
  ~SilentClient() { close(fd_); }
  SilentClient(const SilentClient&) = delete;
  SilentClient& operator=(const SilentClient&) = delete;
  bool connected() const { return connected_; }

 private:
  int fd_ = -1;
  bool connected_ = false;
};

TEST(Send, TwoHundredSilentClientsCostNoTelemetry) {
  EndlessRun run("crowded", kBare);
  const auto begin = std::chrono::steady_clock::now();
  int answered = 0;
  while (std::chrono::steady_clock::now() - begin < std::chrono::seconds(5)) {
    std::vector<std::unique_ptr<SilentClient>> crowd;
    for (int i = 0; i < 200; ++i) {
      crowd.push_back(std::make_unique<SilentClient>("crowded", i % 2 == 0 ? "" : "{push: [0"));
      ASSERT_TRUE(crowd.back()->connected()) << i;
    }
    ASSERT_TRUE(run.goes_on()) << "among the silent, whoever speaks is heard";
    ++answered;
  }
  EXPECT_GT(answered, 1);
  const Outcome outcome = run.end();
  EXPECT_FALSE(outcome.says("records lost")) << outcome.output;
}

TEST(RealTime, AFaultWaitsForAResetAndGoesOn) {
  const std::string configuration = temporary_file("faulting.yaml", R"(c:
  ros__parameters: {ft_frame: ft_frame, stiffness_ramp_time: 0.2, overforce: {force: 30}}
limber: {duration: 8, hand: [{at: 0.5, for: 0.5, force: [0, 60, 0]}]}
)");
  std::future<Outcome> run = std::async(std::launch::async, [&] { return run_program("run " + configuration); });
  EXPECT_EQ(status_of("faulting").exit_code, 0);
  EXPECT_TRUE(status_says("faulting", "state      faulted"));
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));  // longer than it used to stand there
  EXPECT_EQ(run_program("send --to faulting reset_fault").exit_code, 0);
  EXPECT_TRUE(status_says("faulting", "state      running"));
  const Outcome outcome = run.get();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(outcome.says("waiting for a reset until 8 s: limber send --to faulting reset_fault")) << outcome.output;
}

TEST(RealTime, AFaultOfATorqueArmWaitsForAResetAndGoesOn) {
  const std::string configuration = temporary_file("torque_faulting.yaml", R"(vs:
  ros__parameters: {tip_link: link5}
limber: {controller: variable_stiffness, duration: 9, script: [{at: 0.5, set: {tracking: 1e-6}}]}
)");
  std::future<Outcome> run = std::async(std::launch::async, [&] { return run_program("run " + configuration); });
  EXPECT_EQ(status_of("torque_faulting").exit_code, 0);
  EXPECT_TRUE(status_says("torque_faulting", "state faulted"));
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));  // longer than it stands there with --fast
  EXPECT_TRUE(status_says("torque_faulting", "state faulted"));
  EXPECT_EQ(run_program("send --to torque_faulting set tracking 1").exit_code, 0);
  EXPECT_EQ(run_program("send --to torque_faulting reset_fault").exit_code, 0);
  EXPECT_TRUE(status_says("torque_faulting", "state running"));
  const Outcome outcome = run.get();
  EXPECT_TRUE(outcome.says("waiting for a reset until 9 s: limber send --to torque_faulting reset_fault"))
      << outcome.output;
  EXPECT_TRUE(outcome.says("fault reset; starting again")) << outcome.output;
}

}  // namespace
}  // namespace limber::app::test
