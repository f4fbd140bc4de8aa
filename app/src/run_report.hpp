// Everything outside the control thread that looks at a run: status, events, and the summary at its end.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arm_report.hpp"
#include "limber/real_time.hpp"
#include "request_outcomes.hpp"
#include "run.hpp"
#include "run_command.hpp"
#include "run_recording.hpp"
#include "status_line.hpp"

namespace limber::app {

// How the machine did.
struct Pace {
  bool started = true;
  double wall_time = 0.0;            // s
  std::optional<LoopReport> loop{};  // in real time only
  bool interrupted = false;
};

// A word for programs, and the exit code that goes with it.
struct RunVerdict {
  const char* outcome;
  int exit_code;
};

class RunReport {
 public:
  // With several arms each has a CSV file of its own, with its name before the ending. All outlive this;
  // `recording` may be null. Throws ConfigError where a file cannot be written as it was asked for.
  RunReport(const Run& run, const RunOptions& options, RunRecording* recording = nullptr);

  // Takes all there is.
  void collect();
  // Of the requests whose events were collected.
  RequestOutcomes& outcomes() { return outcomes_; }
  // What is going on, in a few lines.
  std::string status() const;
  void say(const std::string& sentence) { status_line_.say(sentence); }
  // Something of the script was not done, at `time` s.
  void refuse(double time, const std::string& sentence);
  // Somebody can talk to the run, as `name`: a fault waits for a reset as long as the run lasts.
  void expect_resets(const std::string& name) { listens_as_ = name; }
  // Whether all arms have stood faulted for so long that nothing more is to come.
  bool given_up() const;

  // Prints the summary. The program's exit code: 0 where the run ended well and every phase showed what it should.
  int finish(const Pace& pace);

 private:
  struct Watched {
    RunningArm* arm;
    std::unique_ptr<ArmReport> report;
    long lost_events = 0;  // those that were told
  };

  void hear(const Watched& watched);
  void tell_lost_events(Watched& watched);
  void announce_wait(const Watched& watched, double time);
  bool finish_csv();
  bool finish_recording();
  void tell_recording_error();
  RunVerdict verdict(const Pace& pace, bool csv_written, bool recorded) const;
  long lost_records() const;
  long lost_events() const;
  bool has_names() const { return !arms_.front().arm->name().empty(); }
  void print_summary(const Pace& pace) const;
  void print_machine(const Pace& pace) const;
  Json summary(const Pace& pace, const RunVerdict& verdict) const;

  const Run* run_;
  const RunOptions* options_;
  RunRecording* recording_;
  StatusLine status_line_;
  std::vector<Watched> arms_;
  std::vector<TimedSentence> refused_;  // of the script
  RequestOutcomes outcomes_;
  bool can_reset_;  // the script resets faults
  std::string listens_as_;
};

}  // namespace limber::app
