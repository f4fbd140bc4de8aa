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

// What else went on in the machine from here to the end: a guest's processor may be taken away from it.
class MachineWatch {
 public:
  MachineWatch();
  double load_at_start() const { return load_; }  // processes that wanted a processor, over the last minute
  double stolen_share() const;                    // % of all processor time that the hypervisor gave to others

 private:
  double load_ = 0.0;
  double stolen_ = 0.0, total_ = 0.0;  // ticks
};

// YYYY-MM-DDThhmmss, UTC.
std::string date_now();

}  // namespace limber::bench
