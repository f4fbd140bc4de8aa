// The readers of other programs' output, on sample texts; and the meaning of values and goals.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "../callgrind.hpp"
#include "../cyclictest.hpp"
#include "../goals.hpp"
#include "../result_file.hpp"

namespace limber::bench {
namespace {

TEST(Callgrind, CostsOfTheCyclesStepsAreAddedUpByName) {
  std::istringstream file(
      "events: Ir\n"
      "fn=(1) limber_bench_counted_cycle\n"
      "12 30\n"
      "cfn=(2) limber::CompliantController::update(limber::RobotState const&, double)\n"
      "calls=2 40\n"
      "12 900\n"
      "\n"
      "fn=(2)\n"
      "40 100\n"
      "+2 20\n"
      "cfn=(3) limber::CompliantController::limit()\n"
      "calls=2 80\n"
      "* 500\n"
      "cfn=(4) limber::CompliantController::record()\n"
      "calls=2 90\n"
      "+1 250\n"
      "cfn=(3)\n"
      "calls=1 80\n"
      "+1 30\n"
      "\n"
      "fn=(3)\n"
      "80 530\n"
      "totals: 930\n");
  const InstructionSplit split = read_callgrind(file);
  EXPECT_EQ(split.total, 930.0);
  EXPECT_EQ(split.callee.at("limit"), 530.0);
  EXPECT_EQ(split.callee.at("record"), 250.0);
  EXPECT_EQ(split.callee.at("update itself"), 120.0);
  EXPECT_EQ(split.callee.size(), 3U);
}

TEST(Callgrind, AFileThatIsNoneGivesNothing) {
  std::istringstream file("no such thing\n");
  const InstructionSplit split = read_callgrind(file);
  EXPECT_EQ(split.total, 0.0);
  EXPECT_TRUE(split.callee.empty());
}

TEST(Cyclictest, QuantilesComeFromItsHistogram) {
  const std::vector<Value> values = read_cyclictest(
      "# /dev/cpu_dma_latency set to 0us\n# Histogram\n000009 000000\n000010 000980\n000020 000015\n000400 000003\n"
      "# Total: 000000998\n# Min Latencies: 00010\n# Avg Latencies: 00011\n# Max Latencies: 12345\n"
      "# Histogram Overflows: 00002\n");
  ASSERT_EQ(values.size(), 4U);
  EXPECT_EQ(values[0].value, 10.0);
  EXPECT_EQ(values[1].value, 20.0);
  EXPECT_EQ(values[2].value, 12345.0) << "an overflow is longer than the histogram";
  EXPECT_EQ(values[3].value, 12345.0);
  EXPECT_TRUE(read_cyclictest("could not set the scheduler\n").empty());
}

TEST(Values, TheSpreadIsThatOfTheBlocksAndUnknownWithoutThem) {
  const Value known = value_of("p50", 3.0, {3.1, 2.8, 3.0});
  EXPECT_EQ(known.low, 2.8);
  EXPECT_EQ(known.high, 3.1);
  EXPECT_TRUE(std::isnan(value_of("p50", 3.0, {3.0}).low));
}

TEST(Goals, AreMetOrMissedOrNotMeasured) {
  Report report;
  report.add_figure("cycle.a", "A", "us", Better::kLower, {{"p50", 2.5, 2.4, 2.6}, {"p99", 9.0, 8.5, 9.5}});
  const std::string text = summary(report);
  const auto line_of = [&](const std::string& what, const std::string& key) {
    const auto at = text.find(key, text.find(what));
    return text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_TRUE(line_of("one full cycle, UR5e", "p50").ends_with("  met"));
  EXPECT_TRUE(line_of("one full cycle, UR5e", "p99").ends_with("  MISSED"));
  EXPECT_TRUE(line_of("simulation", "x real time").ends_with("  not measured"));
}

TEST(ResultFile, EscapesNamesAndHasNoNumberThatJsonDoesNotKnow) {
  Report report;
  report.begin("a \"group\"");
  report.add_value("x", "back\\slash\n", "us", Better::kLower, unknown_spread(1.5));
  const std::string json = to_json(report, {"p", 2, 100.0, "k", "c", "f", "abc"}, "today");
  EXPECT_NE(json.find("\"a \\\"group\\\"\""), std::string::npos);
  EXPECT_NE(json.find("\"back\\\\slash \""), std::string::npos);
  EXPECT_NE(json.find("\"low\": null"), std::string::npos);
  EXPECT_EQ(json.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace limber::bench
