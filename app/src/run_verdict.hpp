// How a run ended: a word for programs, and the exit code that goes with it.
#pragma once

#include "interruption.hpp"

namespace limber::app {

struct RunVerdict {
  const char* outcome;
  int exit_code;

  bool good() const { return exit_code == 0; }
};

struct RunEnd {
  bool started = true;
  bool interrupted = false;
  bool faulted = false;
  bool phases_shown = true;
  bool script_refused = false;
  bool csv_written = true;
};

// The first of these that holds.
inline RunVerdict judge(const RunEnd& end) {
  if (!end.started) return {"not_started", 1};
  if (end.interrupted) return {"interrupted", Interruption::exit_code()};
  if (end.faulted) return {"faulted", 1};
  if (!end.phases_shown) return {"phase_failed", 1};
  if (end.script_refused) return {"script_refused", 1};
  if (!end.csv_written) return {"csv_not_written", 1};
  return {"ok", 0};
}

}  // namespace limber::app
