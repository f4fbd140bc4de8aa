// One full cycle of each controller, back to back on a moving arm, and the same work with plain KDL solvers.
#include <fmt/format.h>

#include <cmath>

#include "controlled_arm.hpp"
#include "figures.hpp"
#include "limber/real_time.hpp"

namespace limber::bench {
namespace {

struct Run {
  const char* id;
  const char* arm;
  const char* name;
  double jitter;  // of the period, as a fraction
  long cycles;
  bool drawn;
};

constexpr Run kRuns[] = {
    {"cycle.a", "a", "A  UR5e admittance", 0.0, 1'000'000, true},
    {"cycle.b", "b", "B  UR5e compliant trajectory", 0.0, 1'000'000, true},
    {"cycle.c", "c", "C  OpenManipulator-X torque", 0.0, 1'000'000, true},
    {"cycle.kdl", "kdl", "KDL  UR5e, plain solvers and SVD", 0.0, 1'000'000, true},
    {"cycle.a.jittered", "a", "A, no two periods alike", 0.01, 200'000, false},
    {"cycle.a.hand", "a-hand", "A, led by hand, no stiffness", 0.0, 200'000, false},
    {"cycle.a.coupled", "a-coupled", "A, coupled 6 x 6 matrices", 0.0, 200'000, false},
    {"cycle.a.box", "a-box", "A, in a box of 4 cm, always limited", 0.0, 200'000, false},
};

Timing back_to_back(const Run& run, long cycles, Report& report) {
  const auto arm = make_controlled_arm(run.arm, cycles);
  const Timing durations = time_each(
      cycles,
      [&](long i) {
        arm->move(kPeriod * (1.0 + run.jitter * std::sin(static_cast<double>(i))));
        arm->take_record();
      },
      [&](long) { arm->update(); });
  report.note(fmt::format("{}: {}{}", run.name, arm->note(), arm->ran() ? "" : "; IT DID NOT STAY RUNNING"));
  return durations;
}

std::vector<double> p50_of_blocks(const Timing& timing) {
  std::vector<double> all;
  for (const LatencyHistogram& block : timing.blocks()) {
    if (block.count() > 0) all.push_back(static_cast<double>(block.quantile(0.5)));
  }
  return all;
}

void add_ratio(Report& report, const Timing& kdl, const Timing& ours) {
  const std::vector<double> slow = p50_of_blocks(kdl), fast = p50_of_blocks(ours);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(slow.size(), fast.size()); ++i) ratios.push_back(slow[i] / fast[i]);
  const double ratio = static_cast<double>(kdl.whole().quantile(0.5)) / static_cast<double>(ours.whole().quantile(0.5));
  report.add_value("cycle.ratio", "KDL against A, p50", "x", Better::kHigher, value_of("value", ratio, ratios));
}

}  // namespace

void measure_cycles(Report& report, double share) {
  report.begin("one full cycle, back to back");
  Timing a, kdl;
  for (const Run& run : kRuns) {
    const Timing durations = back_to_back(run, std::lround(static_cast<double>(run.cycles) * share), report);
    if (run.drawn) {
      report.add_drawn(run.id, run.name, durations);
    } else {
      report.add(run.id, run.name, durations);
    }
    if (run.id == std::string("cycle.a")) a = durations;
    if (run.id == std::string("cycle.kdl")) kdl = durations;
  }
  add_ratio(report, kdl, a);
}

}  // namespace limber::bench
