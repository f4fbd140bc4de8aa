// Everything outside the control thread that looks at a run: status, CSV, events, phases, and the summary at its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "csv_writer.hpp"
#include "limber/rt/periodic_loop.hpp"
#include "request_outcomes.hpp"
#include "run_statistics.hpp"
#include "simulated_run.hpp"
#include "status_line.hpp"

namespace limber::app {

// How the machine did.
struct Pace {
  double wall_time = 0.0;            // s
  std::optional<LoopReport> loop{};  // in real time only
  bool interrupted = false;
};

class RunReport {
 public:
  // `csv` empty: none is written.
  RunReport(const RunPlan& plan, const std::string& csv, bool terminal);

  // Takes all there is.
  void collect(SimulatedRun& run);
  // Of the requests whose events were collected.
  RequestOutcomes& outcomes() { return outcomes_; }
  // What is going on, in a few lines.
  std::string status() const;
  void say(const std::string& sentence) { status_.say(sentence); }
  // Somebody can talk to the run, as `name`: a fault waits for a reset as long as the run lasts.
  void expect_resets(const std::string& name) { listens_as_ = name; }
  // Whether the arm has stood faulted for so long that nothing more is to come.
  bool given_up() const;

  // Prints the summary; true where the run ended well and every phase showed what it should.
  bool finish(SimulatedRun& run, const Pace& pace);

 private:
  void add(const CycleRecord& record);
  void announce_phase(double t);
  void announce_state(SupervisorState state);
  void announce_wait();
  bool print_phases() const;
  void print_rows(const SimulatedRun& run, const Pace& pace) const;

  const RunPlan* plan_;
  StatusLine status_;
  std::optional<CsvWriter> csv_;
  RunStatistics statistics_;
  std::vector<PhaseWatch> phases_;
  std::string phase_;
  SupervisorState state_ = SupervisorState::kInactive;
  std::vector<std::string> faults_, lost_contacts_;
  RequestOutcomes outcomes_;
  double faulted_time_ = 0.0;  // s without interruption
  CycleRecord last_;
  double time_ = 0.0;  // s, of the last record
  bool can_reset_;     // the script resets faults
  std::string listens_as_;
};

}  // namespace limber::app
