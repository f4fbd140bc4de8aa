// The machine, compiler and commit of a run.
#pragma once

#include <string>

namespace limber::bench {

struct Machine {
  std::string processor;
  unsigned cores;
  double memory;  // MB
  std::string kernel;
  std::string compiler;
  std::string flags;   // of the library; the benchmarks use those of the build type
  std::string commit;  // with "-dirty" if the tree differs from it
};

Machine this_machine();

// Other load on the machine from here to the end: a hypervisor may take processor time from a guest.
class MachineWatch {
 public:
  MachineWatch();
  double load_at_start() const { return load_; }  // mean number of runnable processes over the last minute
  double stolen_share() const;                    // % of all processor time that the hypervisor gave to others

 private:
  double load_ = 0.0;
  double stolen_ = 0.0, total_ = 0.0;  // ticks
};

// YYYY-MM-DDThhmmss, UTC.
std::string date_now();

}  // namespace limber::bench
