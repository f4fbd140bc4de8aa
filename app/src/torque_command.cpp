// In real time the arms and their simulation have a thread of their own; at full speed one thread does all.
#include "torque_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "interruption.hpp"
#include "limber/real_time.hpp"
#include "live_commands.hpp"
#include "live_socket.hpp"
#include "real_time_run.hpp"
#include "torque_report.hpp"

namespace limber::app {
namespace {

void play(TorqueRun& run, TorqueReport& report) {
  for (const std::string& refusal : run.play()) report.refuse(run.time(), refusal);
}

std::string all_of(const std::vector<std::string>& refusals) {
  return refused(fmt::format("{}", fmt::join(refusals, "; ")));
}

LiveReply ask(const TorqueAction& action, TorqueRun& run, TorqueReport& report) {
  const std::vector<std::string> refusals = run.refusals_of(action);
  if (!refusals.empty()) return reply_now(all_of(refusals));
  std::vector<AskedRequest> asked;
  for (TorqueArm* arm : run.arms_of(action)) {
    AskedRequest one{arm->name() + ": ", report.outcomes().new_ticket(), {}};
    const std::string refusal = arm->act(action, one.ticket);
    if (!refusal.empty()) one.outcome = RequestOutcome{true, refusal};
    asked.push_back(std::move(one));
  }
  return reply_when_known(report.outcomes(), std::move(asked), [&run] { return run.time(); });
}

LiveReply obey(const std::string& line, TorqueRun& run, TorqueReport& report) {
  if (line == "status") return reply_now("ok\n" + report.status());
  const LiveVocabulary vocabulary{torque_request_names(), "{waypoint: [0.2, 0, 0.15]}"};
  return obey_action(line, vocabulary, [&](const config::YamlValue& asked) {
    const TorqueAction action = read_live_torque_action(asked, run.time(), run.parameters());
    if (std::holds_alternative<Request>(action.what)) return ask(action, run, report);
    const std::vector<std::string> refusals = run.act(action);
    return reply_now(refusals.empty() ? fmt::format("ok at {:.2f} s\n", run.time()) : all_of(refusals));
  });
}

void run_fast(TorqueRun& run, TorqueReport& report) {
  bool more = true;
  while (more && !Interruption::requested() && !report.given_up()) {
    play(run, report);
    more = run.cycle();
    report.collect(run);
  }
}

LoopReport run_live(const TorquePlan& plan, const std::string& name, TorqueRun& run, TorqueReport& report) {
  const auto say = [&](const std::string& words) { report.say(words); };
  const std::unique_ptr<LiveSocket> socket = open_socket(name, say);
  if (socket) report.expect_resets(name);
  const auto look = [&] {
    if (socket) socket->serve([&](const std::string& line) { return obey(line, run, report); });
    play(run, report);
    report.collect(run);
    return !Interruption::requested() && !report.given_up();
  };
  return run_in_real_time(
      plan.rate, [&] { return run.cycle(); }, look, say);
}

}  // namespace

int run_torque_command(const RunOptions& options) {
  const TorquePlan plan = make_torque_plan(options.plan);
  TorqueRun run(plan);
  TorqueReport report(plan, options);
  const Interruption interruption;
  report.say(fmt::format("{}: {} arm{}, {:g} Hz, {:g} s, scene {}, {}.", plan.file.stem().string(), plan.arms.size(),
                         plan.arms.size() == 1 ? "" : "s", plan.rate, plan.duration, plan.scene_name,
                         options.fast ? "as fast as it can" : "in real time"));
  for (const TorqueArmPlan& arm : plan.arms) {
    for (const std::string& note : arm.notes) report.say(fmt::format("{}: {}", arm.name, note));
  }
  for (const std::string& warning : plan.warnings) report.say(fmt::format("Warning: {}.", warning));
  Pace pace;
  for (const auto& arm : run.arms()) pace.started = arm->activate() && pace.started;
  if (!pace.started) {
    report.collect(run);
    return report.finish(run, pace);
  }
  const Nanoseconds begin = monotonic_now();
  const std::string name = options.name.empty() ? run_name_of(plan.file) : options.name;
  if (options.fast) {
    run_fast(run, report);
  } else {
    pace.loop = run_live(plan, name, run, report);
  }
  pace.wall_time = to_seconds(monotonic_now() - begin);
  pace.interrupted = Interruption::requested();
  report.collect(run);
  return report.finish(run, pace);
}

}  // namespace limber::app
