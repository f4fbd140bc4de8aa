// In real time the control and the simulation have a thread of their own and everything else happens in this one; at
// full speed one thread does all, so that the same seed gives the same run to the last bit.
#include "run_command.hpp"

#include <fmt/format.h>

#include <memory>

#include "contact_loops.hpp"
#include "interruption.hpp"
#include "limber/real_time.hpp"
#include "live_commands.hpp"
#include "live_socket.hpp"
#include "real_time_run.hpp"
#include "run_report.hpp"
#include "torque_command.hpp"
#include "torque_plan.hpp"

namespace limber::app {
namespace {

ScriptPlayer make_player(const RunPlan& plan) {
  return {plan.script, plan.parameters, plan.robot.arm.pose(plan.start, plan.settings.compliance)};
}

void play(SimulatedRun& run, ScriptPlayer& player, RunReport& report) {
  for (const std::string& refusal : player.step(run.time(), run.stage())) report.refuse(run.time(), refusal);
}

void run_fast(SimulatedRun& run, ScriptPlayer& player, RunReport& report) {
  bool more = true;
  while (more && !Interruption::requested() && !report.given_up()) {
    play(run, player, report);
    more = run.cycle();
    report.collect(run);
  }
}

LoopReport run_live(const RunPlan& plan, const std::string& name, SimulatedRun& run, ScriptPlayer& player,
                    RunReport& report) {
  const auto say = [&](const std::string& words) { report.say(words); };
  const std::unique_ptr<LiveSocket> socket = open_socket(name, say);
  if (socket) report.expect_resets(name);
  const auto look = [&] {
    if (socket) socket->serve([&](const std::string& line) { return obey(line, plan, report, run, player); });
    play(run, player, report);
    report.collect(run);
    return !Interruption::requested() && !report.given_up();
  };
  return run_in_real_time(
      plan.parameters.update_rate, [&] { return run.cycle(); }, look, say);
}

void introduce(const RunPlan& plan, bool fast, RunReport& report) {
  report.say(fmt::format("{} on {}, {:g} Hz, {:g} s, scene {}, {}.", plan.file.stem().string(), plan.robot.name,
                         plan.parameters.update_rate, plan.duration, plan.scene_name,
                         fast ? "as fast as it can" : "in real time"));
  for (const std::string& note : arm_notes(plan.robot, plan.start)) report.say(note);
  for (const std::string& warning : plan.warnings) report.say(fmt::format("Warning: {}.", warning));
  for (const sim::Plate& plate : plan.simulation.scene.plates) {
    const double stiffest = stiffest_stable_wall(loop_along(plan, plate.normal_B));
    if (plate.stiffness < stiffest) continue;
    report.say(
        fmt::format("Warning: {} has {:g} kN/m, and this arm is stable up to {:.2f} kN/m there (limber explain).",
                    plate.name, 1e-3 * plate.stiffness, 1e-3 * stiffest));
  }
}

}  // namespace

int run_command(const RunOptions& options) {
  if (drives_torques(options.plan)) return run_torque_command(options);
  const RunPlan plan = make_plan(options.plan);
  SimulatedRun run(plan);
  RunReport report(plan, options);
  ScriptPlayer player = make_player(plan);
  const Interruption interruption;
  introduce(plan, options.fast, report);
  const std::string name = options.name.empty() ? run_name_of(plan.file) : options.name;
  const Nanoseconds begin = monotonic_now();
  Pace pace;
  pace.started = run.activate();
  if (!pace.started) {
    report.collect(run);
    return report.finish(run, pace);
  }
  if (options.fast) {
    run_fast(run, player, report);
  } else {
    pace.loop = run_live(plan, name, run, player, report);
  }
  pace.wall_time = to_seconds(monotonic_now() - begin);
  pace.interrupted = Interruption::requested();
  run.controller().deactivate();
  report.collect(run);
  return report.finish(run, pace);
}

}  // namespace limber::app
