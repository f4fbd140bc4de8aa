// limber_bench: measures, prints a table, and writes it as JSON with charts to bench/results.
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "chart.hpp"
#include "figures.hpp"
#include "goals.hpp"
#include "instructions.hpp"
#include "machine.hpp"
#include "paced.hpp"
#include "response_chart.hpp"
#include "result_file.hpp"

namespace {

using limber::bench::Machine;
using limber::bench::Report;

constexpr char kUsage[] =
    "Usage: limber_bench [--quick] [--out DIRECTORY]\n"
    "  --quick            a fiftieth of the cycles, to see that it works; writes nothing unless --out is given\n"
    "  --out DIRECTORY    directory for the JSON and the charts, instead of bench/results\n"
    "It calls itself with: --cycles ARM WARM_UP COUNTED, and --paced ARM RATE SECONDS READER\n";

struct Part {
  const char* name;
  void (*measure)(Report&, double share);
};

constexpr Part kParts[] = {
    {"cycles, back to back", limber::bench::measure_cycles},
    {"instructions", limber::bench::measure_instructions},
    {"allocations, locks, system calls", limber::bench::measure_counts},
    {"the parts of a cycle", limber::bench::measure_parts},
    {"the law against closed forms", limber::bench::measure_law},
    {"handing over", limber::bench::measure_handover},
    {"scaling", limber::bench::measure_scaling},
#ifdef LIMBER_BENCH_SIMULATION
    {"simulation", limber::bench::measure_simulation},
    {"the impedance rendered at the tool", limber::bench::measure_rendering},
    {"contact: a step behind the servo", limber::bench::measure_led_step},
    {"contact: the stiffest walls", limber::bench::measure_walls},
    {"contact: following and steps", limber::bench::measure_press},
    {"contact: the first touch", limber::bench::measure_touch},
#endif
    {"paced", limber::bench::measure_paced},
    {"interference", limber::bench::measure_interference},
};

Report measure_all(double share) {
  Report report;
  const limber::bench::MachineWatch watch;
  int number = 0;
  for (const Part& part : kParts) {
    const auto start = std::chrono::steady_clock::now();
    std::fprintf(stderr, "[%d/%zu] %s ...", ++number, std::size(kParts), part.name);
    part.measure(report, share);
    std::fprintf(stderr, " %.1f s\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  report.begin("the machine meanwhile: how far to trust the figures");
  report.add_value("machine.load", "load at the start", "processes", limber::bench::Better::kNeither,
                   limber::bench::unknown_spread(watch.load_at_start()));
  report.add_value("machine.stolen", "processor time that the hypervisor took away", "%",
                   limber::bench::Better::kNeither, limber::bench::unknown_spread(watch.stolen_share()));
  return report;
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw std::runtime_error("could not write " + path.string());
  std::printf("Written: %s\n", path.c_str());
}

void write_results(const Report& report, const Machine& machine, const std::filesystem::path& directory) {
  std::filesystem::create_directories(directory);
  const std::string date = limber::bench::date_now();
  write_text(directory / (date + ".json"), to_json(report, machine, date));
  write_text(directory / (date + "-cycles.svg"), limber::bench::cycle_chart(report, machine));
  const std::string responses = limber::bench::response_chart(report);
  if (!responses.empty()) write_text(directory / (date + "-rendering.svg"), responses);
}

int measure(bool quick, const std::filesystem::path& directory) {
  const Machine machine = limber::bench::this_machine();
  const Report report = measure_all(quick ? 0.02 : 1.0);
  std::printf("%s, %u cores, %.0f MB, %s\n%s, %s; commit %s\n", machine.processor.c_str(), machine.cores,
              machine.memory, machine.kernel.c_str(), machine.compiler.c_str(), machine.flags.c_str(),
              machine.commit.c_str());
  std::fputs(report.table().c_str(), stdout);
  std::fputs(summary(report).c_str(), stdout);
  if (!directory.empty()) write_results(report, machine, directory);
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 4 && words[0] == "--cycles") {
    limber::bench::run_counted_cycles(words[1], std::stol(words[2]), std::stol(words[3]));
    return 0;
  }
  if (words.size() == 5 && words[0] == "--paced") {
    limber::bench::run_paced(words[1], std::stod(words[2]), std::stod(words[3]), words[4]);
    return 0;
  }
  bool quick = false;
  std::filesystem::path directory;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--quick") {
      quick = true;
    } else if (words[i] == "--out" && i + 1 < words.size()) {
      directory = words[++i];
    } else {
      std::fputs(kUsage, stderr);
      return 2;
    }
  }
  if (!quick && directory.empty()) directory = LIMBER_SOURCE_DIR "/bench/results";
  return measure(quick, directory);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
