// In real time the control and the simulation have a thread of their own and everything else happens in this one; at
// full speed one thread does all, so that the same seed gives the same run to the last bit.
#include "run_command.hpp"

#include <fmt/format.h>

#include <memory>

#include "interruption.hpp"
#include "limber/real_time.hpp"
#include "live_commands.hpp"
#include "live_socket.hpp"
#include "motion_arm.hpp"
#include "real_time_run.hpp"
#include "run_recording.hpp"
#include "run_report.hpp"
#include "torque_arm.hpp"

namespace limber::app {
namespace {

void play(Run& run, RunReport& report) {
  for (const std::string& refusal : run.play()) report.refuse(run.time(), refusal);
}

void run_fast(Run& run, RunReport& report) {
  bool more = true;
  while (more && !Interruption::requested() && !report.given_up()) {
    play(run, report);
    more = run.cycle();
    report.collect();
  }
}

LoopReport run_live(const std::string& name, Run& run, RunReport& report) {
  const auto say = [&](const std::string& words) { report.say(words); };
  const std::unique_ptr<LiveSocket> socket = open_socket(name, say);
  if (socket) report.expect_resets(name);
  const auto look = [&] {
    if (socket) socket->serve([&](const std::string& line) { return obey(line, run, report); });
    play(run, report);
    report.collect();
    return !Interruption::requested() && !report.given_up();
  };
  return run_in_real_time(
      run.plan().rate, [&] { return run.cycle(); }, look, say);
}

void introduce(const Run& run, bool fast, RunReport& report) {
  const RunPlan& plan = run.plan();
  report.say(fmt::format("{}{}, {:g} Hz, {:g} s, scene {}, {}.", plan.file.stem().string(), plan.who, plan.rate,
                         plan.duration, plan.scene_name, fast ? "as fast as it can" : "in real time"));
  for (const auto& arm : run.arms()) {
    for (const std::string& note : arm->notes()) report.say(arm->label() + note);
  }
  const auto warn = [&](const std::string& warning) { report.say(fmt::format("Warning: {}.", warning)); };
  for (const std::string& warning : plan.warnings) warn(warning);
  for (const auto& arm : run.arms()) {
    for (const std::string& warning : arm->warnings()) warn(arm->label() + warning);
  }
}

template <class Plan>
int run_plan(const Plan& plan, const RunOptions& options) {
  Run run(plan, make_arms(plan));
  const std::unique_ptr<RunRecording> recording = record(run, options);
  RunReport report(run, options, recording.get());
  const Interruption interruption;
  introduce(run, options.fast, report);
  const Nanoseconds begin = monotonic_now();
  Pace pace;
  pace.started = run.activate();
  if (pace.started && options.fast) run_fast(run, report);
  if (pace.started && !options.fast) {
    pace.loop = run_live(options.name.empty() ? run_name_of(plan.file) : options.name, run, report);
  }
  pace.wall_time = to_seconds(monotonic_now() - begin);
  pace.interrupted = Interruption::requested();
  run.deactivate();
  report.collect();
  return report.finish(pace);
}

}  // namespace

int run_command(const RunOptions& options) {
  const RunInput input = read_input(options.plan);
  return input.drives_torques() ? run_plan(make_torque_plan(input), options)
                                : run_plan(make_motion_plan(input), options);
}

}  // namespace limber::app
