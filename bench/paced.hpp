// A controller in its periodic loop, in its own process: `limber_bench --paced ARM RATE SECONDS READER`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report.hpp"

namespace limber::bench {

// Runs it ("empty": a loop without controller) and prints the results for measure_paced_process(). READER: "ordinary"
// takes the records a hundred times per second; "stuck" never takes any; "hammering" takes them and changes parameters
// as fast as possible; "again" is ordinary, but each wake-up runs two cycles and the second one is timed, with warm
// caches.
void run_paced(const std::string& arm, double rate, double seconds, const std::string& reader);

struct PacedResult {
  std::map<std::string, std::vector<Value>> figures;  // cycle and lateness (µs), cpu (% of a core), memory (MB)
  bool real_time = false;                             // SCHED_FIFO was granted
  std::string trouble;                                // a sentence if it did not run as it should
};

// Starts that process and waits for it.
PacedResult measure_paced_process(const std::string& arm, double rate, double seconds, const std::string& reader);

}  // namespace limber::bench
