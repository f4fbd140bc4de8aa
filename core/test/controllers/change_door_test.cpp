// Changes by key of a running controller, as a ROS parameter callback makes them: checked by the schema, then by the
// controller against its arm. Every error is a sentence, and the running controller does not change.
#include <gtest/gtest.h>

#include <limits>

#include "limber/configuration.hpp"
#include "loop.hpp"
#include "stiffness_loop.hpp"

namespace limber::test {
namespace {

using config::ParameterValue;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Of every type that a ROS parameter has, with the numbers that nobody means.
std::vector<ParameterValue> odd_values() {
  std::vector<ParameterValue> values{true, std::int64_t{-7}, std::int64_t{1} << 62, std::string("nope"), std::string()};
  for (const double number : {kNaN, kInfinity, -kInfinity, -1e300, 1e300, -1.0}) {
    values.emplace_back(number);
    for (const std::size_t n : {1u, 2u, 3u, 6u, 36u}) values.emplace_back(std::vector<double>(n, number));
  }
  for (const std::size_t n : {0u, 1u, 5u, 7u, 100u}) {
    values.emplace_back(std::vector<bool>(n, true));
    values.emplace_back(std::vector<std::int64_t>(n, 1));
    values.emplace_back(std::vector<double>(n, 1.0));
    values.emplace_back(std::vector<std::string>(n, "nope"));
  }
  return values;
}

template <class Parameters, class Schema>
std::string all_of(const Parameters& parameters, const Schema& schema) {
  std::string text;
  for (const auto& parameter : schema) {
    const auto value = parameter.read(parameters);
    text += parameter.descriptor.key + ": " + (value ? config::to_yaml(*value) : "") + "\n";
  }
  return text;
}

// A refused change leaves everything as it is and says which key; one that is taken may run. `fits` says whether the
// schema takes the value by itself, whatever the arm and the other parameters.
template <class Loop, class Parameters, class Schema>
void offer_every_odd_value(Loop& loop, const Parameters& start, const Schema& schema) {
  int refused = 0, taken = 0;
  for (const auto& parameter : schema) {
    for (const ParameterValue& value : odd_values()) {
      const config::ParameterDescriptor& d = parameter.descriptor;
      const auto converted = config::convert(d, value);
      const auto* plain = std::get_if<ParameterValue>(&converted);
      const bool fits = d.change == config::Change::kLive && plain != nullptr && config::check_value(d, *plain).empty();
      Parameters next = start;
      try {
        config::set(next, {{d.key, value}}, config::Change::kLive);
        loop.controller.set_parameters(next);
        EXPECT_TRUE(fits) << d.key << ": " << config::to_yaml(value);
        ++taken;
        loop.cycles(5);
        loop.controller.set_parameters(start);
      } catch (const std::exception& error) {
        EXPECT_NE(std::string(error.what()).find(d.key.substr(0, d.key.find('.'))), std::string::npos) << error.what();
        ++refused;
        if (!fits) {
          EXPECT_EQ(all_of(next, schema), all_of(start, schema)) << d.key;
        }
      }
      loop.cycles(2);
      ASSERT_NE(loop.controller.state(), SupervisorState::kFaulted) << d.key << ": " << config::to_yaml(value);
    }
  }
  EXPECT_GT(refused, taken);
  EXPECT_GT(taken, 0);
}

TEST(ChangeDoor, EveryKeyTakesNoOddValueAndTheArmGoesOn) {
  WatchedLoop loop(compliant_ur(100.0));
  loop.activate();
  loop.cycles(250);
  offer_every_odd_value(loop, loop.parameters, config::admittance_schema());
}

TEST(ChangeDoor, EveryKeyOfATorqueArmTakesNoOddValueAndTheArmGoesOn) {
  StiffnessLoop loop(quick_cycle());
  ASSERT_TRUE(loop.activate());
  loop.cycles(250);
  offer_every_odd_value(loop, quick_cycle(), config::variable_stiffness_schema());
}

}  // namespace
}  // namespace limber::test
