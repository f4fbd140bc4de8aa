// The verb that callgrind watches: `limber_bench --cycles ARM WARM_UP COUNTED`.
#pragma once

#include <string>

namespace limber::bench {

// Runs the arm's cycles, the last `counted` of them through limber_bench_counted_cycle, which callgrind looks for.
void run_counted_cycles(const std::string& arm, long warm_up, long counted);

}  // namespace limber::bench
