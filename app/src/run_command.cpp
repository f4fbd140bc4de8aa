// In real time the control and the simulation have a thread of their own and everything else happens in this one; at
// full speed one thread does all, so that the same seed gives the same run to the last bit.
#include "run_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>

#include "contact_loops.hpp"
#include "interruption.hpp"
#include "limber/rt/periodic_loop.hpp"
#include "limber/rt/real_time_setup.hpp"
#include "live_commands.hpp"
#include "live_socket.hpp"
#include "run_report.hpp"
#include "torque_command.hpp"
#include "torque_plan.hpp"

namespace limber::app {
namespace {

// Often enough for a reference streamed at 200 Hz, and far from filling a ring of 1024 records.
constexpr std::chrono::milliseconds kLookPeriod{5};

ScriptPlayer make_player(const RunPlan& plan) {
  return {plan.script, plan.parameters, plan.robot.arm.pose(plan.start, plan.settings.compliance)};
}

Pace run_fast(SimulatedRun& run, ScriptPlayer& player, RunReport& report) {
  const Nanoseconds begin = monotonic_now();
  bool more = true;
  while (more && !Interruption::requested() && !report.given_up()) {
    player.step(run.time(), run.stage());
    more = run.cycle();
    report.collect(run);
  }
  return {to_seconds(monotonic_now() - begin), std::nullopt, more && Interruption::requested()};
}

Pace run_in_real_time(const RunPlan& plan, const std::string& name, SimulatedRun& run, ScriptPlayer& player,
                      RunReport& report) {
  const std::unique_ptr<LiveSocket> socket = open_socket(name, [&](const std::string& words) { report.say(words); });
  const Nanoseconds begin = monotonic_now();
  PeriodicLoop loop;
  std::promise<RealTimeSetup> setup;
  std::atomic<bool> over{false};
  std::thread control([&] {
    setup.set_value(set_up_real_time());
    loop.run(plan.parameters.update_rate, [&](double) { return run.cycle(); });
    over.store(true);
  });
  for (const std::string& sentence : setup.get_future().get().sentences) report.say(sentence);
  while (!over.load()) {
    if (Interruption::requested() || report.given_up()) loop.stop();
    if (socket) socket->serve([&](const std::string& line) { return obey(line, plan, report, run.time(), player); });
    player.step(run.time(), run.stage());
    report.collect(run);
    std::this_thread::sleep_for(kLookPeriod);
  }
  control.join();
  return {to_seconds(monotonic_now() - begin), loop.report(), loop.stopped() && Interruption::requested()};
}

void introduce(const RunPlan& plan, bool fast, RunReport& report) {
  report.say(fmt::format("{} on {}, {:g} Hz, {:g} s, scene {}, {}.", plan.file.stem().string(), plan.robot.name,
                         plan.parameters.update_rate, plan.duration, plan.scene_name,
                         fast ? "as fast as it can" : "in real time"));
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
  RunReport report(plan, options.csv, isatty(STDOUT_FILENO) != 0);
  ScriptPlayer player = make_player(plan);
  const Interruption interruption;
  introduce(plan, options.fast, report);
  if (!run.activate()) {
    report.collect(run);
    return 1;
  }
  const std::string name = options.name.empty() ? plan.file.stem().string() : options.name;
  const Pace pace = options.fast ? run_fast(run, player, report) : run_in_real_time(plan, name, run, player, report);
  run.controller().deactivate();
  report.collect(run);
  return report.finish(run, pace) ? 0 : 1;
}

}  // namespace limber::app
