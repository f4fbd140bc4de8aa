// The goals of the design, and whether a run met them.
#pragma once

#include <string>
#include <vector>

namespace limber::bench {

class Report;

struct Goal {
  enum class Bound { kAtMost, kBelow, kAtLeast, kReported };

  std::string what;  // line in the table of goals
  std::string id;    // of the figure; `key` selects one of its values
  std::string key;
  Bound bound;
  double limit;
  std::string unit;

  bool met_by(double value) const;
  std::string key_word() const { return key == "value" ? "goal" : key; }
  std::string text() const;  // "<= 3 us"
};

const std::vector<Goal>& goals();
std::vector<Goal> goals_of(const std::string& figure_id);

// All goals: what, goal, measured, met or MISSED.
std::string summary(const Report& report);

}  // namespace limber::bench
