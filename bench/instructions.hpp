// The verb for callgrind: `limber_bench --cycles ARM WARM_UP COUNTED`.
#pragma once

#include <string>

namespace limber::bench {

// Runs cycles of the arm, the last `counted` through limber_bench_counted_cycle, where callgrind counts.
void run_counted_cycles(const std::string& arm, long warm_up, long counted);

}  // namespace limber::bench
