// `limber run` in real time: a thread for the control, one for everything else, and an end from outside.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "program.hpp"
#include "real_time_run.hpp"

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

TEST(RealTime, CtrlCEndsItWithTheSummaryAndExitCode130) {
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
    const Outcome run = run_and_signal("run " + bare_configuration() + " --duration 600", signal, 1.5);
    EXPECT_EQ(run.exit_code, code) << run.output;
    EXPECT_TRUE(run.says("Interrupted. Summary")) << run.output;
    EXPECT_TRUE(run.says("controller cycle")) << run.output;
  }
}

TEST(RealTime, WhatIsThrownInEitherThreadEndsBothAndReachesTheCaller) {
  const auto goes_on = [] { return true; };
  const auto throws = []() -> bool { throw std::runtime_error("broken"); };
  const auto say = [](const std::string&) {};
  EXPECT_THROW(run_in_real_time(500.0, throws, goes_on, say), std::runtime_error);
  EXPECT_THROW(run_in_real_time(500.0, goes_on, throws, say), std::runtime_error);
  EXPECT_THROW(run_in_real_time(500.0, goes_on, goes_on, [&](const std::string&) { throws(); }), std::runtime_error);
  EXPECT_THROW(run_in_real_time(-1.0, goes_on, goes_on, say), std::invalid_argument);
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

}  // namespace
}  // namespace limber::app::test
