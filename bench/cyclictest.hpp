// cyclictest (apt package rt-tests): the wake-up latency of the scheduler alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report.hpp"

namespace limber::bench {

// p50, p99, p99.9 and max (µs) of the histogram that cyclictest prints with -h; empty if there is none.
std::vector<Value> read_cyclictest(const std::string& output);

// p50, p99, p99.9 and max of its wake-up latencies in µs; nothing if it is missing or may not run.
std::optional<std::vector<Value>> run_cyclictest(double rate, double seconds, bool real_time);

}  // namespace limber::bench
