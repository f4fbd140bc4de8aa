// Laying out figures, and saying on what they were measured.
#include "report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <cstdio>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <thread>

namespace limber::bench {
namespace {

std::string first_line_of(const std::string& command) {
  std::string line;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    char text[256];
    if (std::fgets(text, sizeof text, pipe) != nullptr) line = text;
    pclose(pipe);
  }
  return line.substr(0, line.find('\n'));
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

struct Machine {
  std::string processor, kernel, compiler, commit;
  unsigned cores;
};

Machine machine() {
  utsname system{};
  uname(&system);
  const std::string commit = first_line_of("git -C '" LIMBER_SOURCE_DIR "' describe --always --dirty 2>/dev/null");
  return {processor(), std::string(system.sysname) + " " + system.release,
          std::string(LIMBER_COMPILER) + ", " + LIMBER_BUILD_TYPE, commit.empty() ? "unknown" : commit,
          std::thread::hardware_concurrency()};
}

std::string quoted(const std::string& text) {
  std::ostringstream out;
  out << std::quoted(text);
  return out.str();
}

}  // namespace

std::string date() { return fmt::format("{:%Y-%m-%dT%H%M%S}", fmt::gmtime(std::time(nullptr))); }

void Report::add(const std::string& group, const std::string& name, const LatencyHistogram& durations, int per,
                 const std::string& goal) {
  Figure figure{group, name, "us", {}, goal};
  const auto micro = [&](Nanoseconds duration) { return 1e-3 * static_cast<double>(duration) / per; };
  figure.values = {{"p50", micro(durations.quantile(0.5))},
                   {"p99", micro(durations.quantile(0.99))},
                   {"p99.9", micro(durations.quantile(0.999))},
                   {"max", micro(durations.max())}};
  figures_.push_back(figure);
}

void Report::add_value(const std::string& group, const std::string& name, double value, const std::string& unit,
                       const std::string& goal) {
  figures_.push_back({group, name, unit, {{"value", value}}, goal});
}

std::string Report::table() const {
  const Machine m = machine();
  std::string out =
      fmt::format("{}, {} cores, {}; {}; commit {}\n", m.processor, m.cores, m.kernel, m.compiler, m.commit);
  for (const std::string& sentence : notes_) out += sentence + "\n";
  std::string group;
  for (const Figure& figure : figures_) {
    if (figure.group != group) {
      group = figure.group;
      out += fmt::format("\n{:<46}{:>9}{:>9}{:>9}{:>10}\n", group, "p50", "p99", "p99.9", "max");
    }
    out += fmt::format("  {:<44}", figure.name);
    if (figure.values.size() == 1) {
      out += fmt::format("{:>9.2f} {:<27}", figure.values[0].second, figure.unit);
    } else {
      for (std::size_t i = 0; i < 4; ++i) out += fmt::format("{:>{}.3f}", figure.values[i].second, i < 3 ? 9 : 10);
      out += " " + figure.unit;
    }
    if (!figure.goal.empty()) out += "  goal " + figure.goal;
    out += "\n";
  }
  return out;
}

std::string Report::json() const {
  const Machine m = machine();
  std::string out = fmt::format(
      "{{\n  \"date\": {},\n  \"processor\": {},\n  \"cores\": {},\n  \"kernel\": {},\n  \"compiler\": {},\n"
      "  \"commit\": {},\n  \"figures\": [",
      quoted(date()), quoted(m.processor), m.cores, quoted(m.kernel), quoted(m.compiler), quoted(m.commit));
  std::string separator = "\n";
  for (const Figure& figure : figures_) {
    out += fmt::format("{}    {{\"group\": {}, \"name\": {}, \"unit\": {}", separator, quoted(figure.group),
                       quoted(figure.name), quoted(figure.unit));
    for (const auto& [name, value] : figure.values) out += fmt::format(", {}: {:.6g}", quoted(name), value);
    out += "}";
    separator = ",\n";
  }
  return out + "\n  ]\n}\n";
}

}  // namespace limber::bench
