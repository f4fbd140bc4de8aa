// The figures of a run, and their table.
#pragma once

#include <string>
#include <vector>

#include "limber/real_time.hpp"
#include "measure.hpp"

namespace limber::bench {

enum class Better { kLower, kHigher, kNeither };

// A number, and its range over the blocks of its run; low and high are NaN if unknown.
struct Value {
  std::string key;  // p50, p99, … or "value"
  double value;
  double low, high;
};

// The number with its blocks: low and high are the smallest and largest block values.
Value value_of(const std::string& key, double value, const std::vector<double>& blocks);
Value exact_value(double value, const std::string& key = "value");  // the same in every run, such as a count
Value unknown_spread(double value);

struct Figure {
  std::string id;  // the same in every run: cycle.a, paced.c.1000.cpu
  std::string group;
  std::string name;
  std::string unit;
  Better better;
  std::vector<Value> values;
  LatencyHistogram histogram;  // empty if it is not drawn
};

class Report {
 public:
  // Starts a group for the figures that follow; the table shows these columns.
  void begin(const std::string& group, const std::vector<std::string>& columns = {"p50", "p99", "p99.9", "max"});

  // Quantiles of durations, each of `per` calls: µs per call.
  void add(const std::string& id, const std::string& name, const Timing& durations, int per = 1);
  // The same, with a histogram that is drawn and stored.
  void add_drawn(const std::string& id, const std::string& name, const Timing& durations);
  void add_value(const std::string& id, const std::string& name, const std::string& unit, Better better,
                 const Value& value);
  void add_figure(const std::string& id, const std::string& name, const std::string& unit, Better better,
                  const std::vector<Value>& values);
  // A sentence below the current group.
  void note(const std::string& sentence) { notes_.push_back({group_, sentence}); }

  const std::vector<Figure>& figures() const { return figures_; }
  // The name of the group of a figure; empty if there is no such figure.
  std::string group_of(const std::string& id) const;
  const Value* find(const std::string& id, const std::string& key) const;

  std::string table() const;

 private:
  struct Note {
    std::string group;
    std::string sentence;
  };
  struct Group {
    std::string name;
    std::vector<std::string> columns;
  };
  std::string group_;
  std::vector<Group> groups_;
  std::vector<Figure> figures_;
  std::vector<Note> notes_;
};

}  // namespace limber::bench
