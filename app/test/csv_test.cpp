// `--every` and `--columns`: how much of a run a CSV file holds.
#include <gtest/gtest.h>

#include <sstream>

#include "column_choice.hpp"
#include "lost_contact.hpp"
#include "program.hpp"

namespace limber::app::test {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const std::string& csv) {
  Rows rows;
  std::istringstream in(csv);
  std::string line, cell;
  while (std::getline(in, line)) {
    rows.emplace_back();
    std::istringstream cells(line);
    while (std::getline(cells, cell, ',')) rows.back().push_back(cell);
  }
  return rows;
}

Rows csv_of(const std::string& run, const std::string& options, const std::string& written = "chosen.csv") {
  const std::string file = temporary_file("chosen.csv");
  const Outcome outcome = run_program("run --fast --csv " + file + " " + options + " " + run);
  EXPECT_LE(outcome.exit_code, 1) << outcome.output;
  return rows_of(read_file(file.substr(0, file.rfind('/') + 1) + written));
}

// Half a second of each kind of controller at 500 Hz: what to run, and the file that its first arm writes.
const std::vector<std::pair<std::string, std::string>> kRuns{{"surface_following --duration 0.5", "chosen.csv"},
                                                             {"compliant_trajectory --duration 0.5", "chosen.csv"},
                                                             {"dual_omx --duration 0.5", "chosen_robot1.csv"}};

TEST(Csv, EveryNthRowIsTheNthRowOfAll) {
  for (const auto& [run, written] : kRuns) {
    const Rows all = csv_of(run, "", written), some = csv_of(run, "--every 7", written);
    ASSERT_EQ(all.size(), 1u + 250u) << run;
    ASSERT_EQ(some.size(), 1u + 36u) << run;
    EXPECT_EQ(some[0], all[0]);
    for (std::size_t i = 1; i < some.size(); ++i) EXPECT_EQ(some[i], all[1 + 7 * (i - 1)]) << run;
  }
}

TEST(Csv, ChosenColumnsAreThoseOfTheWholeFileWithTimeFirst) {
  for (const auto& [run, written] : kRuns) {
    const Rows all = csv_of(run, "", written), some = csv_of(run, "--columns q.2,error,tank_level,'limi*'", written);
    const std::vector<std::string> header{"time",    "q.2",     "tank_level", "limited",  "error.x",
                                          "error.y", "error.z", "error.rx",   "error.ry", "error.rz"};
    ASSERT_EQ(some[0], header) << run;
    ASSERT_EQ(some.size(), all.size());
    for (std::size_t column = 0; column < header.size(); ++column) {
      const auto found = std::find(all[0].begin(), all[0].end(), header[column]);
      ASSERT_NE(found, all[0].end()) << header[column];
      const auto whole = static_cast<std::size_t>(found - all[0].begin());
      for (std::size_t row = 1; row < all.size(); ++row) EXPECT_EQ(some[row][column], all[row][whole]);
    }
  }
}

TEST(Csv, AGroupIsNotTheBeginningOfAnother) {
  const std::vector<std::string> columns{"time", "q.1", "qd.1", "q_command.1", "q.2"};
  EXPECT_EQ(chosen_columns(columns, {"q"}), (std::vector<bool>{true, true, false, false, true}));
  EXPECT_EQ(chosen_columns(columns, {"q*"}), (std::vector<bool>{true, true, true, true, true}));
  EXPECT_EQ(chosen_columns(columns, {}), std::vector<bool>(5, true));
}

TEST(Csv, AnUnknownColumnIsRefusedWithTheNearestOrTheListBeforeAnythingIsWritten) {
  const std::string file = temporary_file("kept.csv", "precious\n");
  for (const std::string configuration : {"demo", "dual_omx"}) {
    const std::string run = "run --fast --csv " + file + " " + configuration + " --columns ";
    const Outcome near = run_program(run + "time,eror");
    EXPECT_EQ(near.exit_code, 2);
    EXPECT_TRUE(near.says("--columns has 'eror', which is no column; did you mean error?")) << near.output;
    for (const std::string asked : {"zzzzzzzz", "''", "error,,q"}) {
      const Outcome far = run_program(run + asked);
      EXPECT_EQ(far.exit_code, 2);
      EXPECT_TRUE(far.says("time, period, cycle")) << far.output;
    }
  }
  EXPECT_EQ(read_file(file), "precious\n");
}

TEST(Csv, EveryIsAWholeNumberFromOne) {
  for (const std::string wrong : {"0", "-2", "2.5", "many", "''", "10000000000"}) {
    const Outcome outcome = run_program("run demo --fast --csv /dev/null --every " + wrong);
    EXPECT_EQ(outcome.exit_code, 2) << wrong;
    EXPECT_TRUE(outcome.says("it must be a whole number from 1 to")) << outcome.output;
  }
  EXPECT_TRUE(run_program("run demo --fast --every 2").says("--every requires --csv"));
}

// A loss that is no fault: the table falls away, and the press goes on looking for it.
TEST(Csv, CountsTheContactsThatAPressLost) {
  const Rows rows = csv_of(temporary_file("lost.yaml", kLostContact), "--columns fault,contact,contacts_lost");
  ASSERT_GT(rows.size(), 2U);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"time", "fault", "contact", "contacts_lost"}));
  EXPECT_EQ(rows[1][3], "0");
  int times = 0;
  for (std::size_t i = 2; i < rows.size(); ++i) {
    const int more = std::stoi(rows[i][3]) - std::stoi(rows[i - 1][3]);
    if (more == 0) continue;
    EXPECT_EQ(more, 1) << "one by one";
    EXPECT_TRUE(rows[i - 1][2] == "1" && rows[i][2] == "0") << "in the cycle in which the contact is gone";
    EXPECT_EQ(rows[i][1], "0") << "it is no fault";
    ++times;
  }
  EXPECT_GE(times, 1);
  const std::string summary = run_program("run --fast --json " + temporary_file("lost.yaml", kLostContact)).output;
  const std::string said = "contact lost: ";
  int losses = 0;
  for (std::size_t at = summary.find(said); at != std::string::npos; at = summary.find(said, at + 1)) ++losses;
  EXPECT_GE(losses, times) << summary;
}

}  // namespace
}  // namespace limber::app::test
