// Everything outside the control thread that looks at a run: status, CSV, events, phases, and the summary at its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contact_prediction.hpp"
#include "csv_writer.hpp"
#include "fault_wait.hpp"
#include "limber/real_time.hpp"
#include "request_outcomes.hpp"
#include "run_command.hpp"
#include "run_statistics.hpp"
#include "run_verdict.hpp"
#include "simulated_run.hpp"
#include "status_line.hpp"

namespace limber::app {

// How the machine did.
struct Pace {
  bool started = true;
  double wall_time = 0.0;            // s
  std::optional<LoopReport> loop{};  // in real time only
  bool interrupted = false;
};

// s, and what happened then; a fault has a name too.
struct TimedSentence {
  double time;
  std::string sentence;
  std::string name{};

  std::string line() const;  // "  12.30 s  …"
  Json json() const;
};
Json json_of(const std::vector<TimedSentence>& list);

// us: p50, p99, max.
Json json_of(const LatencyHistogram& histogram);

class RunReport {
 public:
  // Both outlive this. Throws ConfigError where the CSV file cannot be written as it was asked for.
  RunReport(const RunPlan& plan, const RunOptions& options);

  // Takes all there is.
  void collect(SimulatedRun& run);
  // Of the requests whose events were collected.
  RequestOutcomes& outcomes() { return outcomes_; }
  // What is going on, in a few lines.
  std::string status() const;
  void say(const std::string& sentence) { status_.say(sentence); }
  // Something of the script was not done, at `time` s.
  void refuse(double time, const std::string& sentence);
  // Somebody can talk to the run, as `name`: a fault waits for a reset as long as the run lasts.
  void expect_resets(const std::string& name) { listens_as_ = name; }
  // Whether the arm has stood faulted for so long that nothing more is to come.
  bool given_up() const;

  // Prints the summary. The program's exit code: 0 where the run ended well and every phase showed what it should.
  int finish(SimulatedRun& run, const Pace& pace);

 private:
  void add(const CycleRecord& record);
  void announce_phase(double t);
  void announce_state(SupervisorState state);
  void announce_wait();
  bool phases_shown() const;
  void print_phases() const;
  void print_rows(const SimulatedRun& run, const Pace& pace) const;
  void print_summary(const SimulatedRun& run, const Pace& pace) const;
  Json summary(const SimulatedRun& run, const Pace& pace, const RunVerdict& verdict) const;

  const RunPlan* plan_;
  const RunOptions* options_;
  StatusLine status_;
  std::optional<CsvWriter> csv_;
  RunStatistics statistics_;
  TouchWatch touches_;
  std::vector<PhaseWatch> phases_;
  std::string phase_;
  SupervisorState state_ = SupervisorState::kInactive;
  std::vector<TimedSentence> faults_, lost_contacts_, refused_;  // refused_: of the script
  RequestOutcomes outcomes_;
  FaultWait fault_wait_;
  CycleRecord last_;
  double time_ = 0.0;  // s, of the last record
  bool can_reset_;     // the script resets faults
  std::string listens_as_;
};

}  // namespace limber::app
