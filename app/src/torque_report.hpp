// What torque arms did: a status line while they run, a table in the end, a CSV an arm.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "csv_writer.hpp"
#include "limber/telemetry.hpp"
#include "request_outcomes.hpp"
#include "run_report.hpp"
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
  std::vector<TimedSentence> faults;
  FaultWait fault_wait;

  void add(const StiffnessTelemetry& t);
  // `refused_before`: waypoints that did not reach the controller.
  void describe(Json& arm, long refused_before) const;
};

class TorqueReport {
 public:
  // With several arms each has a CSV file of its own, with its name before the ending. Both outlive this. Throws
  // ConfigError where a file cannot be written as it was asked for.
  TorqueReport(const TorquePlan& plan, const RunOptions& options);

  void say(const std::string& sentence) { status_line_.say(sentence); }
  // Something of the script was not done, at `time` s.
  void refuse(double time, const std::string& sentence);
  // Somebody can talk to the run, as `name`: faults wait for a reset as long as the run lasts.
  void expect_resets(const std::string& name) { listens_as_ = name; }
  // Whether all arms have stood faulted for so long that nothing more is to come.
  bool given_up() const;
  void collect(TorqueRun& run);
  // Of the requests whose events were collected.
  RequestOutcomes& outcomes() { return outcomes_; }
  std::string status() const;
  // Prints the table. The program's exit code: 0 where no arm ended faulted.
  int finish(TorqueRun& run, const Pace& pace);

 private:
  void show(double time);
  void announce_wait(double time, const std::string& arm);
  std::string line_of(std::size_t arm) const;
  bool any_faulted() const;
  bool finish_csv();
  void print_arm(std::size_t i, TorqueRun& run) const;
  Json summary(TorqueRun& run, const Pace& pace, const RunVerdict& verdict) const;

  const TorquePlan* plan_;
  const RunOptions* options_;
  StatusLine status_line_;
  std::vector<TorqueArmStatistics> arms_;
  std::vector<CsvWriter> csv_;
  RequestOutcomes outcomes_;
  std::vector<TimedSentence> refused_;  // of the script
  bool can_reset_;                      // the script resets faults
  std::string listens_as_;
};

}  // namespace limber::app
