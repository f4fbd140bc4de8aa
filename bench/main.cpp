// limber_bench [--quick]: measures, prints a table, and writes it as JSON to bench/results (not with --quick).
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "figures.hpp"

namespace {

void write_results(const limber::bench::Report& report) {
  const std::filesystem::path directory = std::filesystem::path(LIMBER_SOURCE_DIR) / "bench" / "results";
  std::filesystem::create_directories(directory);
  const std::filesystem::path path = directory / (limber::bench::date() + ".json");
  std::ofstream file(path);
  file << report.json();
  std::printf("\nWritten to %s\n", path.c_str());
}

}  // namespace

int main(int argc, char** argv) try {
  const bool quick = argc == 2 && std::string_view(argv[1]) == "--quick";
  if (argc > 1 && !quick) {
    std::fputs("Usage: limber_bench [--quick]\n", stderr);
    return 2;
  }
  const double share = quick ? 0.02 : 1.0;
  limber::bench::Report report;
  limber::bench::measure_cycle_back_to_back(report, share);
  limber::bench::measure_cycle_paced(report, share);
  limber::bench::measure_parts(report, share);
#ifdef LIMBER_BENCH_SIMULATION
  limber::bench::measure_simulation(report, share);
#endif
  std::fputs(report.table().c_str(), stdout);
  if (!quick) write_results(report);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
