// The figures that the design asks for, and whether a run reached them.
#pragma once

#include <string>
#include <vector>

namespace limber::bench {

class Report;

struct Goal {
  enum class Bound { kAtMost, kBelow, kAtLeast, kReported };

  std::string what;  // the line of the table of goals
  std::string id;    // of the figure, and which of its values
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

// Every goal: what, goal, measured, met or MISSED.
std::string summary(const Report& report);

}  // namespace limber::bench
