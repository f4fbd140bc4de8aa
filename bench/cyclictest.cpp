// Runs cyclictest and reads its histogram: lines "microseconds count", then "# Histogram Overflows" and "# Max
// Latencies".
#include "cyclictest.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "child.hpp"

namespace limber::bench {
namespace {

constexpr int kLongest = 10'000;  // µs, range of its histogram

struct WakeUps {
  std::vector<double> counts = std::vector<double>(kLongest);  // by µs
  double total = 0.0;
  double longest = 0.0;  // µs

  double quantile(double q) const {
    double seen = 0.0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      seen += counts[i];
      if (seen >= q * total) return static_cast<double>(i);
    }
    return longest;
  }
};

WakeUps read_histogram(const std::string& output) {
  WakeUps result;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    double microseconds = 0.0, count = 0.0;
    if (line.starts_with("# Max Latencies:")) {
      std::istringstream(line.substr(line.find(':') + 1)) >> result.longest;
    } else if (line.starts_with("# Histogram Overflows:")) {
      std::istringstream(line.substr(line.find(':') + 1)) >> count;
      result.total += count;
    } else if (line[0] != '#' && words >> microseconds >> count && microseconds < kLongest) {
      result.counts[static_cast<std::size_t>(microseconds)] += count;
      result.total += count;
    }
  }
  return result;
}

}  // namespace

std::vector<Value> read_cyclictest(const std::string& output) {
  const WakeUps wake_ups = read_histogram(output);
  if (wake_ups.total == 0.0) return {};
  return {value_of("p50", wake_ups.quantile(0.5), {}), value_of("p99", wake_ups.quantile(0.99), {}),
          value_of("p99.9", wake_ups.quantile(0.999), {}), value_of("max", wake_ups.longest, {})};
}

std::optional<std::vector<Value>> run_cyclictest(double rate, double seconds, bool real_time) {
  if (!has_program("cyclictest")) return std::nullopt;
  // --default-system: it must not keep the processor awake, because the loop does not either.
  const ChildResult result =
      run_child(fmt::format("cyclictest -q -m --default-system -i {:.0f} -l {:.0f} -h {} {} 2>/dev/null", 1e6 / rate,
                            seconds * rate, kLongest, real_time ? "-p 80" : "--policy=other"));
  const std::vector<Value> values = read_cyclictest(result.output);
  if (result.status != 0 || values.empty()) return std::nullopt;
  return values;
}

}  // namespace limber::bench
