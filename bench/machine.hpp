// On what, with what and of what a run was measured.
#pragma once

#include <string>

namespace limber::bench {

struct Machine {
  std::string processor;
  unsigned cores;
  double memory;  // MB
  std::string kernel;
  std::string compiler;
  std::string flags;   // of the library; the benchmarks' own are the build type's
  std::string commit;  // with "-dirty" where the tree differs from it
};

Machine this_machine();

// YYYY-MM-DDThhmmss, UTC.
std::string date_now();

}  // namespace limber::bench
