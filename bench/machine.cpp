// Asking the system what it is.
#include "machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

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

}  // namespace

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
