// In real time the arms and their simulation have a thread of their own; at full speed one thread does all.
#include "torque_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "interruption.hpp"
#include "limber/rt/periodic_loop.hpp"
#include "limber/rt/real_time_setup.hpp"
#include "live_socket.hpp"
#include "torque_report.hpp"

namespace limber::app {
namespace {

constexpr std::chrono::milliseconds kLookPeriod{5};

void play(TorqueRun& run, TorqueReport& report) {
  for (const std::string& refusal : run.play()) report.say(fmt::format("{:7.2f} s  refused: {}", run.time(), refusal));
}

std::string obey(const std::string& line, TorqueRun& run, const TorqueReport& report) {
  if (line == "status") return "ok\n" + report.status();
  try {
    const config::YamlDocument document = config::YamlDocument::parse(line, "what was sent");
    const std::vector<std::string> refusals =
        run.act(read_live_torque_action(document.root(), run.time(), run.parameters()));
    if (!refusals.empty()) return fmt::format("refused: {}\n", fmt::join(refusals, "; "));
    return fmt::format("ok at {:.2f} s\n", run.time());
  } catch (const std::exception& error) {
    return fmt::format("refused: {}\n", error.what());
  }
}

void run_fast(TorqueRun& run, TorqueReport& report) {
  bool more = true;
  while (more && !Interruption::requested()) {
    play(run, report);
    more = run.cycle();
    report.collect(run);
  }
}

void run_in_real_time(const TorquePlan& plan, const std::string& name, TorqueRun& run, TorqueReport& report) {
  const std::unique_ptr<LiveSocket> socket = open_socket(name, [&](const std::string& words) { report.say(words); });
  PeriodicLoop loop;
  std::promise<RealTimeSetup> setup;
  std::atomic<bool> over{false};
  std::thread control([&] {
    setup.set_value(set_up_real_time());
    loop.run(plan.rate, [&](double) { return run.cycle(); });
    over.store(true);
  });
  for (const std::string& sentence : setup.get_future().get().sentences) report.say(sentence);
  while (!over.load()) {
    if (Interruption::requested()) loop.stop();
    if (socket) socket->serve([&](const std::string& line) { return obey(line, run, report); });
    play(run, report);
    report.collect(run);
    std::this_thread::sleep_for(kLookPeriod);
  }
  control.join();
}

// Every tenth of the way: how far each joint is from its nearer limit, and the task's smallest singular value.
void print_path(const TorqueArmPlan& arm, const PathReport& path) {
  fmt::print("{}: {} points{}; margins to the joint limits in rad (m)\n  {:>5}", arm.name, path.samples.size(),
             path ? ", all good" : "", "s");
  for (const Joint& joint : arm.arm.joints()) fmt::print("  {:>14}", joint.name);
  fmt::print("  {:>9}\n", "sigma_min");
  const std::size_t step = std::max<std::size_t>(1, path.samples.size() / 10);
  for (std::size_t i = 0; i < path.samples.size(); ++i) {
    if (i % step != 0 && i + 1 != path.samples.size()) continue;
    fmt::print("  {:5.2f}", path.samples[i].s);
    for (const double margin : path.samples[i].margin) fmt::print("  {:14.3f}", margin);
    fmt::print("  {:9.4f}\n", path.samples[i].smallest_singular_value);
  }
  if (!path) fmt::print("  refused: {}\n", path.sentence);
}

}  // namespace

int validate_command(const PlanOptions& options) {
  if (!drives_torques(options)) {
    throw config::ConfigError(fmt::format("{} has no path to validate: it is not of the controller variable_stiffness",
                                          options.configuration));
  }
  const TorquePlan plan = make_torque_plan(options);
  bool good = true;
  for (const TorqueArmPlan& arm : plan.arms) {
    const VariableStiffnessSettings settings = bind(arm.arm, arm.parameters, arm.start);
    print_path(arm, settings.report);
    good = good && settings.report;
  }
  return good ? 0 : 1;
}

int run_torque_command(const RunOptions& options) {
  const TorquePlan plan = make_torque_plan(options.plan);
  TorqueRun run(plan);
  TorqueReport report(plan, options.csv, isatty(STDOUT_FILENO) != 0);
  const Interruption interruption;
  report.say(fmt::format("{}: {} arm{}, {:g} Hz, {:g} s, {}.", plan.file.stem().string(), plan.arms.size(),
                         plan.arms.size() == 1 ? "" : "s", plan.rate, plan.duration,
                         options.fast ? "as fast as it can" : "in real time"));
  bool active = true;
  for (const auto& arm : run.arms()) active = arm->activate() && active;
  if (!active) {
    report.collect(run);
    return 1;
  }
  const Nanoseconds begin = monotonic_now();
  const std::string name = options.name.empty() ? plan.file.stem().string() : options.name;
  if (options.fast) {
    run_fast(run, report);
  } else {
    run_in_real_time(plan, name, run, report);
  }
  report.collect(run);
  return report.finish(run, to_seconds(monotonic_now() - begin)) ? 0 : 1;
}

}  // namespace limber::app
