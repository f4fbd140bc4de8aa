// Queries the system.
#include "machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

#include "child.hpp"

namespace limber::bench {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

struct ProcessorTicks {
  double stolen = 0.0, total = 0.0;
};

// The first line of /proc/stat: cpu user nice system idle iowait irq softirq steal …
ProcessorTicks processor_ticks() {
  constexpr int kStolen = 7, kFields = 8;
  std::ifstream file("/proc/stat");
  std::string word;
  file >> word;
  ProcessorTicks ticks;
  for (int i = 0; i < kFields; ++i) {
    double value = 0.0;
    file >> value;
    ticks.total += value;
    if (i == kStolen) ticks.stolen = value;
  }
  return ticks;
}

}  // namespace

MachineWatch::MachineWatch() {
  getloadavg(&load_, 1);
  const ProcessorTicks ticks = processor_ticks();
  stolen_ = ticks.stolen;
  total_ = ticks.total;
}

double MachineWatch::stolen_share() const {
  const ProcessorTicks now = processor_ticks();
  return now.total > total_ ? 100.0 * (now.stolen - stolen_) / (now.total - total_) : 0.0;
}

Machine this_machine() {
  utsname system{};
  uname(&system);
  const std::string described =
      run_child("git -C '" LIMBER_SOURCE_DIR "' describe --always --dirty 2>/dev/null").output;
  const std::string commit = described.substr(0, described.find('\n'));
  const double pages = static_cast<double>(sysconf(_SC_PHYS_PAGES));
  return {processor(),
          std::thread::hardware_concurrency(),
          pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0),
          std::string(system.sysname) + " " + system.release,
          LIMBER_COMPILER,
          LIMBER_FLAGS,
          commit.empty() ? "unknown" : commit};
}

std::string date_now() { return fmt::format("{:%Y-%m-%dT%H%M%S}", fmt::gmtime(std::time(nullptr))); }

}  // namespace limber::bench
