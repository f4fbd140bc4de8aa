// Collects figures and formats them.
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "goals.hpp"
#include "limber/real_time.hpp"

namespace limber::bench {
namespace {

constexpr int kNameWidth = 64;

std::vector<Value> quantiles(const Timing& durations, int per) {
  const LatencyHistogram whole = durations.whole();
  const auto micro = [&](Nanoseconds duration) { return 1e-3 * static_cast<double>(duration) / per; };
  std::vector<Value> values;
  for (const auto& [key, q] : {std::pair{"p50", 0.5}, std::pair{"p99", 0.99}, std::pair{"p99.9", 0.999}}) {
    std::vector<double> blocks;
    for (const LatencyHistogram& block : durations.blocks()) {
      if (block.count() > 0) blocks.push_back(micro(block.quantile(q)));
    }
    values.push_back(value_of(key, micro(whole.quantile(q)), blocks));
  }
  Value worst = unknown_spread(micro(whole.max()));
  worst.key = "max";
  values.push_back(worst);
  return values;
}

// Four digits, for any magnitude.
std::string number(double value) {
  const double size = std::abs(value);
  if (size != 0.0 && (size < 1e-3 || size >= 1e7)) return fmt::format("{:.2e}", value);
  return fmt::format("{:.{}f}", value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

// If a figure has only one value, it is in the first column.
std::string line(const Figure& figure, const std::vector<std::string>& columns) {
  std::string out = fmt::format("  {:<{}}", figure.name, kNameWidth - 2);
  for (const std::string& key : columns) {
    const auto at =
        std::find_if(figure.values.begin(), figure.values.end(), [&](const Value& v) { return v.key == key; });
    const bool alone = figure.values.size() == 1 && key == columns.front();
    out += fmt::format("{:>10}", alone                       ? number(figure.values[0].value)
                                 : at == figure.values.end() ? ""
                                                             : number(at->value));
  }
  out += "  " + figure.unit;
  for (const Goal& goal : goals_of(figure.id)) out += fmt::format("  [{} {}]", goal.key_word(), goal.text());
  return out + "\n";
}

}  // namespace

Value value_of(const std::string& key, double value, const std::vector<double>& blocks) {
  if (blocks.size() < 2)
    return {key, value, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  const auto [low, high] = std::minmax_element(blocks.begin(), blocks.end());
  return {key, value, *low, *high};
}

Value exact_value(double value, const std::string& key) { return {key, value, value, value}; }

Value unknown_spread(double value) { return value_of("value", value, {}); }

void Report::add(const std::string& id, const std::string& name, const Timing& durations, int per) {
  add_figure(id, name, "us", Better::kLower, quantiles(durations, per));
}

void Report::add_drawn(const std::string& id, const std::string& name, const Timing& durations) {
  add(id, name, durations);
  figures_.back().histogram = durations.whole();
}

void Report::add_value(const std::string& id, const std::string& name, const std::string& unit, Better better,
                       const Value& value) {
  add_figure(id, name, unit, better, {value});
}

void Report::add_figure(const std::string& id, const std::string& name, const std::string& unit, Better better,
                        const std::vector<Value>& values) {
  figures_.push_back({id, group_, name, unit, better, values, {}});
}

const Value* Report::find(const std::string& id, const std::string& key) const {
  for (const Figure& figure : figures_) {
    if (figure.id != id) continue;
    for (const Value& value : figure.values) {
      if (value.key == key) return &value;
    }
  }
  return nullptr;
}

std::string Report::group_of(const std::string& id) const {
  for (const Figure& figure : figures_) {
    if (figure.id == id) return figure.group;
  }
  return "";
}

void Report::begin(const std::string& group, const std::vector<std::string>& columns) {
  group_ = group;
  const bool known =
      std::any_of(groups_.begin(), groups_.end(), [&](const Group& other) { return other.name == group; });
  if (!known) groups_.push_back({group, columns});
}

std::string Report::table() const {
  std::string out;
  for (const Group& group : groups_) {
    out += fmt::format("\n{:<{}}", group.name, kNameWidth);
    for (const std::string& column : group.columns) out += fmt::format("{:>10}", column);
    out += "\n";
    for (const Figure& figure : figures_) {
      if (figure.group == group.name) out += line(figure, group.columns);
    }
    for (const Note& note : notes_) {
      if (note.group == group.name) out += "  " + note.sentence + "\n";
    }
  }
  return out;
}

}  // namespace limber::bench
