// What goes on, for people: on a terminal one line that rewrites itself, in a pipe plain lines.
#pragma once

#include <cstdio>
#include <string>

#include "cycle_record.hpp"
#include "limber/real_time.hpp"
#include "limber/telemetry.hpp"

namespace limber::app {

// "approach_speed, workspace", or "" where nothing is limited.
std::string limit_words(LimitSet limits);

// State, phase, force, speed, what is limited; at most 88 columns, which with the time makes 100.
std::string status_text(const CycleRecord& record, const std::string& phase);

class StatusLine {
 public:
  // Rewrites itself ten times a second if `file` is a terminal; one plain line a second elsewhere.
  explicit StatusLine(std::FILE* file);

  // Whether a new status is worth the trouble of wording it.
  bool due() const noexcept { return monotonic_now() >= next_; }
  void show(const std::string& text);
  // A line that stays, above the status.
  void say(const std::string& sentence);
  // Ends the rewritten line.
  void finish();

 private:
  void put(const std::string& text) const;
  int terminal_columns() const;

  std::FILE* file_;
  bool terminal_;
  bool open_ = false;  // the cursor stands behind a status
  Nanoseconds next_ = 0;
};

}  // namespace limber::app
