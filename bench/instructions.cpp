// Instructions per cycle, and per step of the cycle: callgrind runs this program again for a number of cycles. The
// control path is not instrumented, and the same build gives the same counts on a quiet and on a busy machine.
#include "instructions.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

#include "callgrind.hpp"
#include "child.hpp"
#include "controlled_arm.hpp"
#include "figures.hpp"

extern "C" __attribute__((noinline)) void limber_bench_counted_cycle(limber::bench::ControlledArm& arm) {
  arm.update();
}

namespace limber::bench {
namespace {

constexpr double kLeastShare = 0.005;  // of a cycle: smaller steps are summed

std::optional<InstructionSplit> count(const std::string& arm, long warm_up, long counted, Report& report) {
  const auto file = std::filesystem::temp_directory_path() / fmt::format("limber_bench.{}.callgrind", getpid());
  const ChildResult result = run_child(
      fmt::format("valgrind --tool=callgrind --toggle-collect=limber_bench_counted_cycle --callgrind-out-file='{}' {} "
                  "--cycles {} {} {} 2>&1",
                  file.string(), own_program(), arm, warm_up, counted));
  std::ifstream in(file);
  const InstructionSplit split = read_callgrind(in);
  std::filesystem::remove(file);
  if (result.status == 0 && split.total > 0.0) return split;
  report.note(fmt::format("Instructions of {} are not known: valgrind ended with status {}.", arm, result.status));
  return std::nullopt;
}

void add_steps(Report& report, const std::string& arm, const InstructionSplit& split, double counted) {
  double small = split.total;
  for (const auto& [step, instructions] : split.callee) {
    if (instructions < kLeastShare * split.total) continue;
    small -= instructions;
    report.add_value("instructions." + arm + "." + step,
                     fmt::format("  of these in {} ({:.0f} %)", step, 100.0 * instructions / split.total),
                     "instructions", Better::kNeither, exact_value(std::round(instructions / counted)));
  }
  report.add_value("instructions." + arm + ".rest",
                   fmt::format("  in smaller steps ({:.0f} %)", 100.0 * small / split.total), "instructions",
                   Better::kNeither, exact_value(std::round(small / counted)));
}

}  // namespace

void run_counted_cycles(const std::string& arm_name, long warm_up, long counted) {
  const auto arm = make_controlled_arm(arm_name, warm_up + counted);
  for (long i = 0; i < warm_up + counted; ++i) {
    arm->move(kPeriod);
    arm->take_record();
    if (i < warm_up) {
      arm->update();
    } else {
      limber_bench_counted_cycle(*arm);
    }
  }
}

void measure_instructions(Report& report, double share) {
  report.begin("instructions a cycle, by callgrind");
  if (!has_program("valgrind")) {
    report.note("Not measured: there is no valgrind on this machine (apt package valgrind).");
    return;
  }
  // After 2500 cycles C has finished homing and moves along its path, and the stiffness ramp of A and B is over.
  const bool all = share >= 1.0;
  const long counted = all ? 1000 : 100, warm_up = all ? 2600 : 50;
  std::map<std::string, double> total;
  const std::vector<std::string> arms =
      all ? std::vector<std::string>{"a", "b", "c", "kdl"} : std::vector<std::string>{"a", "kdl"};
  for (const std::string& arm : arms) {
    const std::optional<InstructionSplit> split = count(arm, warm_up, counted, report);
    if (!split) continue;
    total[arm] = split->total / static_cast<double>(counted);
    report.add_value(fmt::format("instructions.{}", arm), title(arm) + ", one cycle", "instructions", Better::kLower,
                     exact_value(std::round(total[arm])));
    if (!split->callee.empty()) add_steps(report, arm, *split, static_cast<double>(counted));
  }
  if (total.contains("a") && total.contains("kdl")) {
    report.add_value("instructions.ratio", "KDL against A", "x", Better::kHigher,
                     exact_value(total["kdl"] / total["a"]));
  }
}

}  // namespace limber::bench
