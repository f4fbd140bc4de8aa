// `limber run`: a configuration against the simulation, in real time or as fast as it can.
#pragma once

#include <string>

#include "csv_writer.hpp"
#include "run_plan.hpp"

namespace limber::app {

struct RunOptions {
  PlanOptions plan;
  bool fast = false;
  bool real_time = false;  // the default, said aloud
  CsvOptions csv;
  std::string recording;  // MCAP file; empty: none is written. CsvOptions::every counts for it too
  bool json = false;      // the summary as JSON on standard output, all else on standard error
  std::string name;       // that `limber send` knows it by; empty: the configuration's
};

// The program's exit code: 0 where the run ended well and showed what it should, 1 where not, 128 and the signal's
// number where one ended it. Throws ConfigError, ArmError or SimulationError before anything runs.
int run_command(const RunOptions& options);

}  // namespace limber::app
