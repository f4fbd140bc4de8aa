// The figures of a run, as a table for people and as JSON for whoever compares runs.
#pragma once

#include <string>
#include <vector>

#include "limber/rt/latency_histogram.hpp"

namespace limber::bench {

struct Figure {
  std::string group;
  std::string name;
  std::string unit;
  std::vector<std::pair<std::string, double>> values;  // p50, p99, … or a single value
  std::string goal;                                    // what the design asks, where it asks something
};

class Report {
 public:
  // Quantiles of durations, each `per` calls long: ns a call.
  void add(const std::string& group, const std::string& name, const LatencyHistogram& durations, int per = 1,
           const std::string& goal = "");
  void add_value(const std::string& group, const std::string& name, double value, const std::string& unit,
                 const std::string& goal = "");
  void note(const std::string& sentence) { notes_.push_back(sentence); }

  std::string table() const;
  std::string json() const;

 private:
  std::vector<Figure> figures_;
  std::vector<std::string> notes_;
};

// YYYY-MM-DDThhmmss, UTC.
std::string date();

}  // namespace limber::bench
