// What the columns of a CSV file mean, the bits and numbers in them, and the program's exit codes: the words of
// docs/telemetry.md.
#pragma once

#include <string>
#include <vector>

namespace limber::app {

struct ColumnWords {
  std::string name;  // of a column, or of a group of them
  std::string unit;
  std::string meaning;
};

// In the order of the columns; each column has one of them, and each of them has a column.
const std::vector<ColumnWords>& admittance_column_words();
const std::vector<ColumnWords>& stiffness_column_words();

// The one that a column has, by its own name or by its group's; nullptr where there is none.
const ColumnWords* words_of(const std::string& column, const std::vector<ColumnWords>& words);

struct NumberWords {
  long number;
  std::string name;
  std::string meaning;
};

// Bits of `limited` and `conflicts`, and of `tank_waits`.
std::vector<NumberWords> limit_bits();
std::vector<NumberWords> tank_bits();
// Numbers of `state`, `fault` and `phase`.
std::vector<NumberWords> state_numbers();
std::vector<NumberWords> fault_numbers();
std::vector<NumberWords> phase_numbers();

// What the program returns to the shell.
std::vector<NumberWords> exit_codes();

}  // namespace limber::app
