// limber_bench_traps ARM CYCLES: what the arm's cycles did that a control cycle must not do, as four numbers:
// allocations, frees, locks, system calls. A separate program, because the traps replace malloc. Parameters change
// every thousand cycles from outside; only every third record is taken, so that the ring also fills up.
#include <cstdio>
#include <exception>
#include <string>

#include "controlled_arm.hpp"
#include "support/rt_traps.hpp"

namespace {

limber::test::TrapCounts count(limber::bench::ControlledArm& arm, long cycles) {
  limber::test::TrapCounts sum;
  limber::test::run_watchable([&] {
    for (long i = 0; i < cycles; ++i) {
      if (i % 1000 == 500) arm.change_parameters();
      if (i % 3 == 0) arm.take_record();
      arm.move(limber::bench::kPeriod);
      limber::test::RtTrap trap(limber::test::OnTrap::kCount);
      arm.update();
      sum += trap.counts();
    }
  });
  return sum;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::fputs("Usage: limber_bench_traps ARM CYCLES\n", stderr);
    return 2;
  }
  if (!limber::test::traps_supported()) {
    std::puts(limber::test::why_no_traps().c_str());
    return 3;
  }
  const long cycles = std::stol(argv[2]);
  const auto arm = limber::bench::make_controlled_arm(argv[1], cycles);
  const limber::test::TrapCounts counts = count(*arm, cycles);
  std::printf("%lu %lu %lu %lu\n", counts.allocations, counts.frees, counts.locks + counts.tries, counts.system_calls);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
