// A controller in its periodic loop, in a process of its own: `limber_bench --paced ARM RATE SECONDS READER`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report.hpp"

namespace limber::bench {

// Runs it ("empty": a loop with no controller) and prints what became of it, for read_paced(). READER: "ordinary" takes
// the records a hundred times a second, "stuck" never takes any, "hammering" takes them and changes parameters as fast
// as it can; "again" is ordinary, but each wake-up runs two cycles and the second is timed, on warm caches.
void run_paced(const std::string& arm, double rate, double seconds, const std::string& reader);

struct PacedResult {
  std::map<std::string, std::vector<Value>> figures;  // cycle and lateness (µs), cpu (% of a core), memory (MB)
  bool real_time = false;                             // SCHED_FIFO was granted
  std::string trouble;                                // a sentence where it did not run as it should
};

// Starts that process and waits for it.
PacedResult measure_paced_process(const std::string& arm, double rate, double seconds, const std::string& reader);

}  // namespace limber::bench
