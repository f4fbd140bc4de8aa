// docs/telemetry.md is made from the lists of column_words.hpp, and these are complete.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "column_choice.hpp"
#include "column_words.hpp"
#include "csv_writer.hpp"
#include "page.hpp"

namespace limber::app::test {
namespace {

// Elements of one group: "`error.x`, y, z, rx, ry, rz", "`q.1`, 2, …", "`time`".
std::string elements(const ColumnWords& words, const std::vector<std::string>& columns) {
  std::string text;
  for (const std::string& column : columns) {
    if (column == words.name) return "`" + column + "`";
    if (group_of(column) != words.name) continue;
    text += text.empty() ? "`" + column + "`" : ", " + column.substr(words.name.size() + 1);
  }
  return text.ends_with(", 2") ? text + ", … (joints)" : text;
}

std::string column_table(const std::vector<ColumnWords>& list, const std::vector<std::string>& columns) {
  std::string text = "| column | unit | what it is |\n| --- | --- | --- |\n";
  for (const ColumnWords& words : list) {
    text += "| " + elements(words, columns) + " | " + words.unit + " | " + cell(words.meaning) + " |\n";
  }
  return text + "\n";
}

std::string number_table(const char* number, const std::vector<NumberWords>& list) {
  std::string text = std::string("| ") + number + " | name | what it is |\n| ---: | --- | --- |\n";
  for (const NumberWords& words : list) {
    text += "| " + std::to_string(words.number) + " | " + words.name + " | " + cell(words.meaning) + " |\n";
  }
  return text + "\n";
}

std::string exit_code_table() {
  std::string text = "| exit code | when |\n| ---: | --- |\n";
  for (const NumberWords& code : exit_codes())
    text += "| " + std::to_string(code.number) + " | " + code.meaning + " |\n";
  return text;
}

const char* const kColumnsHead =
    R"(What `limber run … --csv FILE` writes: a header, then one row per cycle. Units are SI; if there are two, the second is for rx, ry and
rz. Elements of a vector follow its name after a point: x, y, z and the rotations rx, ry, rz; joints from 1.

An hour at 500 Hz is about 4 GB. `--every 10` writes one row in ten cycles (the values of that cycle, not their mean; a bit
set in between is not seen). `--columns time,error,wrench_raw.z,'energy*'` writes only these columns: a column, a group of
them, or the start of a name with a star; `time` is always the first. With several torque arms, each has its own file:
`out.csv` becomes `out_robot1.csv`.

## Controllers `admittance` and `cartesian_admittance`

)";

const char* const kNumbersHead = R"(## Numbers and bits

A number of bits is the sum of the bits that are set: `limited` 288 is 256 + 32, `approach_speed` and `linear_acceleration`.

)";

std::string telemetry_page() {
  return "# The telemetry in CSV, and the exit codes\n\n" +
         made_from("app/src/column_words.cpp and app/src/number_words.cpp") + kColumnsHead +
         column_table(admittance_column_words(), admittance_columns(2)) + "## Controller `variable_stiffness`\n\n" +
         column_table(stiffness_column_words(), stiffness_columns(2)) + kNumbersHead +
         "Bits of `limited` and `conflicts`:\n\n" + number_table("value", limit_bits()) +
         "Bits of `tank_waits` (a torque arm has only stiffness):\n\n" + number_table("value", tank_bits()) +
         "`state`:\n\n" + number_table("number", state_numbers()) + "`fault`:\n\n" +
         number_table("number", fault_numbers()) + "`phase`:\n\n" + number_table("number", phase_numbers()) +
         "## Exit codes\n\n" + exit_code_table();
}

TEST(Documentation, OfTheTelemetryIsThatOfTheProgram) { expect_page("telemetry.md", telemetry_page()); }

void expect_complete(const std::vector<std::string>& columns, const std::vector<ColumnWords>& list) {
  std::set<const ColumnWords*> used;
  for (const std::string& column : columns) {
    const ColumnWords* words = words_of(column, list);
    ASSERT_NE(words, nullptr) << column << " is described nowhere";
    used.insert(words);
  }
  for (const ColumnWords& words : list) EXPECT_TRUE(used.contains(&words)) << words.name << " is no column";
}

TEST(Documentation, DescribesEveryColumnAndNoOther) {
  expect_complete(admittance_columns(6), admittance_column_words());
  expect_complete(stiffness_columns(4), stiffness_column_words());
}

// The columns that a run really writes, in the order of the page.
TEST(Documentation, OfTheColumnsIsThatOfTheFilesARunWrites) {
  for (const auto& [run, list] : {std::pair{"surface_following", &admittance_column_words()},
                                  std::pair{"omx_variable_stiffness", &stiffness_column_words()}}) {
    const std::string file = temporary_file("documented.csv");
    run_program("run --fast --duration 0.01 --csv " + file + " " + run);
    std::string header = read_file(file);
    header.resize(header.find('\n'));
    std::size_t last = 0;
    for (const std::string& column : listed_columns(header)) {
      const ColumnWords* words = words_of(column, *list);
      ASSERT_NE(words, nullptr) << column;
      const auto place = static_cast<std::size_t>(words - list->data());
      EXPECT_GE(place, last) << column;
      last = place;
    }
    EXPECT_EQ(last + 1, list->size());
  }
}

TEST(Documentation, OfTheBitsIsThatOfTheTypes) {
  const std::vector<NumberWords> limits = limit_bits();
  const auto bit = [&](const std::string& limit) {
    const auto found = std::find_if(limits.begin(), limits.end(), [&](const auto& b) { return b.name == limit; });
    return found == limits.end() ? 0L : found->number;
  };
  EXPECT_EQ(bit("joint_position"), static_cast<long>(Limit::kJointPosition));
  EXPECT_EQ(bit("approach_speed"), static_cast<long>(Limit::kApproachSpeed));
  EXPECT_EQ(bit("effort_rate"), static_cast<long>(Limit::kEffortRate));
  EXPECT_EQ(bit("approach_speed") + bit("linear_acceleration"), 288) << "the example of the page";
  EXPECT_EQ(fault_numbers()[static_cast<std::size_t>(FaultCode::kTracking)].name, "tracking");
  EXPECT_EQ(state_numbers()[static_cast<std::size_t>(SupervisorState::kHolding)].name, "holding");
}

TEST(Documentation, OfTheExitCodesIsThatOfTheHelp) {
  const Outcome help = run_program("--help");
  for (const NumberWords& code : exit_codes()) {
    EXPECT_TRUE(help.says("  " + std::to_string(code.number) + "  " + code.meaning)) << help.output;
  }
}

}  // namespace
}  // namespace limber::app::test
