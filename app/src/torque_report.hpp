// What torque arms did: a status line while they run, a table in the end, a CSV an arm.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "csv_writer.hpp"
#include "request_outcomes.hpp"
#include "status_line.hpp"
#include "torque_run.hpp"

namespace limber::app {

// The numbers of one arm.
struct TorqueArmStatistics {
  StiffnessTelemetry last;
  std::array<double, 6> phase_time{};  // s, by CyclePhase
  long cycles = 0, moving = 0, limited = 0;
  double square_sum = 0.0, largest_error = 0.0;  // m², m: tool from its reference while it moves along the path
  double softest = 1e9, stiffest = 0.0;          // N/m
  double fastest_rise = 0.0;                     // N/m/s
  double smallest_singular_value = 1e9;
  double largest_torque = 0.0;  // N m
  std::vector<std::string> faults;

  void add(const StiffnessTelemetry& t);
};

class TorqueReport {
 public:
  // `csv` empty: none is written; with several arms each has its own, with its name before the ending.
  TorqueReport(const TorquePlan& plan, const std::string& csv, bool terminal);

  void say(const std::string& sentence) { status_line_.say(sentence); }
  void collect(TorqueRun& run);
  // Of the requests whose events were collected.
  RequestOutcomes& outcomes() { return outcomes_; }
  std::string status() const;
  // Prints the table; true where no arm ended faulted.
  bool finish(TorqueRun& run, double wall_time);

 private:
  void show(double time);
  std::string line_of(std::size_t arm) const;

  const TorquePlan* plan_;
  StatusLine status_line_;
  std::vector<TorqueArmStatistics> arms_;
  std::vector<CsvWriter> csv_;
  RequestOutcomes outcomes_;
};

}  // namespace limber::app
