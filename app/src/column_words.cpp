// The columns, one row a signal: limber/signals/*.def, and what only a simulation knows.
#include "column_words.hpp"

#include <type_traits>

#include "column_choice.hpp"
#include "limber/telemetry.hpp"

namespace limber::app {
namespace {

using Words = std::vector<ColumnWords>;

// A CSV has numbers where a reader expects names; docs/telemetry.md lists these below the columns.
template <typename Value>
std::string meaning_in_csv(const Signal& signal) {
  const bool has_names = std::is_enum_v<Value> || std::is_same_v<Value, LimitSet> || std::is_same_v<Value, WaitSet>;
  return std::string(signal.meaning) + (has_names ? " By number, see below." : "");
}

template <typename Record>
Words words_of_signals() {
  Words words;
  for_each_signal(Record(), [&](const Signal& signal, const auto& value) {
    words.push_back({signal.name, signal.unit, meaning_in_csv<std::decay_t<decltype(value)>>(signal)});
  });
  return words;
}

}  // namespace

const Words& admittance_column_words() {
  static const Words kWords = [] {
    Words words = words_of_signals<Telemetry>();
    words.push_back({"true_contact_force", "N",
                     "What all plates and surfaces do to the tool, in the base. Only a simulation knows it."});
    words.push_back({"true_hand_wrench", "N, N m", "What the hand does to the tool at the tool point, in the base."});
    words.push_back({"true_tool_position", "m", "The tool point in the base."});
    return words;
  }();
  return kWords;
}

const Words& stiffness_column_words() {
  static const Words kWords = words_of_signals<StiffnessTelemetry>();
  return kWords;
}

const ColumnWords* words_of(const std::string& column, const Words& words) {
  for (const ColumnWords& entry : words) {
    if (entry.name == column || entry.name == group_of(column)) return &entry;
  }
  return nullptr;
}

}  // namespace limber::app
