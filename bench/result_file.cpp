// Writes JSON: {schema, date, machine…, figures: [{id, group, name, unit, better, values: {p50: {value, low, high,
// goal}}, histogram: [[shortest ns, longest ns, count], …]}]}.
#include "result_file.hpp"

#include <fmt/format.h>

#include <cmath>

#include "goals.hpp"

namespace limber::bench {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    // Control characters do not belong in a name; a blank keeps the file readable.
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + "\"";
}

// JSON has neither NaN nor infinity.
std::string number(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : "null"; }

const char* word(Better better) {
  return better == Better::kLower ? "lower" : better == Better::kHigher ? "higher" : "neither";
}

std::string json_of(const Figure& figure, const Value& value) {
  std::string out = fmt::format("{}: {{\"value\": {}, \"low\": {}, \"high\": {}", quoted(value.key),
                                number(value.value), number(value.low), number(value.high));
  for (const Goal& goal : goals_of(figure.id)) {
    if (goal.key != value.key) continue;
    out += fmt::format(", \"goal\": {}, \"met\": {}", quoted(goal.text()), goal.met_by(value.value));
  }
  return out + "}";
}

std::string json_of(const Figure& figure) {
  std::string out = fmt::format(
      "    {{\"id\": {}, \"group\": {}, \"name\": {}, \"unit\": {}, \"better\": \"{}\", \"values\": {{",
      quoted(figure.id), quoted(figure.group), quoted(figure.name), quoted(figure.unit), word(figure.better));
  std::string separator;
  for (const Value& value : figure.values) {
    out += separator + json_of(figure, value);
    separator = ", ";
  }
  out += "}";
  if (figure.histogram.count() > 0) {
    out += ", \"histogram\": [";
    separator.clear();
    figure.histogram.for_each_bucket([&](Nanoseconds shortest, Nanoseconds longest, std::uint64_t count) {
      out += fmt::format("{}[{}, {}, {}]", separator, shortest, longest, count);
      separator = ", ";
    });
    out += "]";
  }
  return out + "}";
}

}  // namespace

std::string to_json(const Report& report, const Machine& machine, const std::string& date) {
  std::string out = fmt::format(
      "{{\n  \"schema\": {},\n  \"date\": {},\n  \"commit\": {},\n  \"machine\": {{\"processor\": {}, \"cores\": {}, "
      "\"memory_mb\": {:.0f}, \"kernel\": {}}},\n  \"compiler\": {},\n  \"flags\": {},\n  \"figures\": [\n",
      kResultSchema, quoted(date), quoted(machine.commit), quoted(machine.processor), machine.cores, machine.memory,
      quoted(machine.kernel), quoted(machine.compiler), quoted(machine.flags));
  std::string separator;
  for (const Figure& figure : report.figures()) {
    out += separator + json_of(figure);
    separator = ",\n";
  }
  return out + "\n  ]\n}\n";
}

}  // namespace limber::bench
