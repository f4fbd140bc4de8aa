// Allocations, locks and system calls per cycle, counted by limber_bench_traps.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <sstream>

#include "child.hpp"
#include "controlled_arm.hpp"
#include "figures.hpp"

namespace limber::bench {
namespace {

using Counts = std::array<double, 4>;
constexpr const char* kIds[] = {"allocations", "frees", "locks", "system_calls"};
constexpr const char* kNames[] = {"allocations", "frees", "locks taken or given back", "system calls"};

std::optional<Counts> counts_of(const std::string& arm, long cycles, Report& report) {
  const ChildResult result = run_child(fmt::format("{} {} {}", program_beside("limber_bench_traps"), arm, cycles));
  std::istringstream in(result.output);
  Counts counts{};
  if (result.status == 0 && in >> counts[0] >> counts[1] >> counts[2] >> counts[3]) return counts;
  report.note(
      fmt::format("Not counted for {}: {}", title(arm), result.output.empty() ? "the traps failed" : result.output));
  return std::nullopt;
}

void add(Report& report, const std::string& id, const std::string& who, const Counts& counts, double cycles) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    report.add_value(fmt::format("counts.{}.{}", id, kIds[i]), fmt::format("{}: {}", who, kNames[i]), "a cycle",
                     Better::kLower, exact_value(counts[i] / cycles));
  }
}

}  // namespace

void measure_counts(Report& report, double share) {
  report.begin("allocations, locks, system calls");
  const long cycles = std::lround(100'000 * share);
  Counts ours{};
  for (const char* arm : {"a", "b", "c"}) {
    const std::optional<Counts> counts = counts_of(arm, cycles, report);
    if (!counts) return;
    for (std::size_t i = 0; i < ours.size(); ++i) ours[i] += (*counts)[i];
  }
  add(report, "ours", "A, B and C", ours, 3.0 * static_cast<double>(cycles));
  const long fewer = std::max(100L, cycles / 10);
  if (const std::optional<Counts> kdl = counts_of("kdl", fewer, report)) {
    add(report, "kdl", "KDL", *kdl, static_cast<double>(fewer));
  }
  report.note(fmt::format("{} cycles of each, parameters changed every 1000th.", cycles));
}

}  // namespace limber::bench
