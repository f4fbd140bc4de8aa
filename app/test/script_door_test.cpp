// Changes in a script are checked completely before the run starts.
#include <gtest/gtest.h>

#include "limber/configuration.hpp"
#include "plan_refusal.hpp"
#include "program.hpp"
#include "wrong_values.hpp"

namespace limber::app::test {
namespace {

const std::string kAdmittance = "c:\n  ros__parameters: {ft_frame: ft_frame}\nlimber:\n  script:\n";
const std::string kTorque = R"(vs:
  ros__parameters: {tip_link: link5}
limber:
  controller: variable_stiffness
  script:
)";

std::string set_at(double time, const std::string& key, const std::string& value) {
  return fmt::format("    - {{at: {}, set: {{{}: {}}}}}\n", time, key, value);
}

std::string refusal_of(const std::string& text) { return plan_refusal("door.yaml", text); }

template <class Schema>
void expect_every_wrong_value_refused(const Schema& schema, const std::string& configuration) {
  const auto line = fmt::format("door.yaml:{}: ", 1 + std::count(configuration.begin(), configuration.end(), '\n'));
  for (const auto& parameter : schema) {
    std::vector<std::string> keys = parameter.descriptor.aliases;
    keys.push_back(parameter.descriptor.key);
    for (const std::string& key : keys) {
      for (const std::string& value : wrong_values(parameter.descriptor)) {
        const std::string refusal = refusal_of(configuration + set_at(1.0, key, value));
        EXPECT_NE(refusal.find(line), std::string::npos) << key << ": " << value << "\n" << refusal;
        // A sentence shows the beginning of a long path.
        EXPECT_NE(refusal.find(key.substr(0, 30)), std::string::npos) << key << ": " << value << "\n" << refusal;
      }
    }
  }
}

TEST(ScriptDoor, EveryKeyRefusesEveryWrongKindOfValueBeforeTheRunStarts) {
  expect_every_wrong_value_refused(config::admittance_schema(), kAdmittance);
}

TEST(ScriptDoor, EveryKeyOfATorqueArmRefusesEveryWrongKindOfValueBeforeTheRunStarts) {
  expect_every_wrong_value_refused(config::variable_stiffness_schema(), kTorque);
  EXPECT_NE(refusal_of(kTorque + set_at(1, "effort_limit", "[1, 1, 1]")).find("has 4 joints"), std::string::npos);
}

TEST(ScriptDoor, ExplainAndValidateAndRunRefuseAChangeThatDoesNotFitTheArm) {
  for (const std::string& text :
       {kAdmittance + set_at(1, "admittance.frame.id", "nope"), kTorque + set_at(1, "effort_limit", "[1, 1, 1]")}) {
    const std::string file = temporary_file("unfit_change.yaml", text);
    for (const char* command : {"explain ", "validate ", "run --fast "}) {
      const Outcome outcome = run_program(command + file);
      EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
      EXPECT_TRUE(outcome.says(file + ":")) << outcome.output;
    }
  }
}

// Without the arm's own damping, none at all is refused; what comes first in the file comes second in time.
TEST(ScriptDoor, ChangesAreCheckedInTheOrderOfTheirTimes) {
  const std::string zeros = "[0, 0, 0, 0, 0, 0]", tens = "[10, 10, 10, 10, 10, 10]";
  const auto script = [&](double arm_damping_at) {
    return kAdmittance + set_at(arm_damping_at, "admittance.arm_damping", tens) +
           set_at(2.0, "admittance.damping", zeros);
  };
  EXPECT_EQ(refusal_of(script(1.0)), "");
  EXPECT_NE(refusal_of(script(3.0)).find("undamped"), std::string::npos) << refusal_of(script(3.0));
}

TEST(ScriptDoor, ValidateSaysThatAGoodConfigurationMayRun) {
  const Outcome outcome = run_program("validate demo");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(outcome.says("may run on ur5e")) << outcome.output;
}

TEST(ScriptDoor, AnActionAfterTheEndIsSaidNeverToHappen) {
  const std::string late = "    - {at: 5, push: [0, 1, 0], for: 1}\n  duration: 1\n";
  for (const std::string& text : {kAdmittance + late, kTorque + late}) {
    const std::string file = temporary_file("late.yaml", text);
    for (const char* command : {"explain ", "validate ", "run --fast "}) {
      const Outcome outcome = run_program(command + file);
      EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
      EXPECT_TRUE(outcome.says("the action at 5 s never happens: the run ends at 1 s")) << outcome.output;
    }
  }
  const std::string hand = "  hand: [{at: 5, for: 1, force: [0, 1, 0]}]\n  duration: 1\n";
  const std::string file = temporary_file("late_hand.yaml", kAdmittance.substr(0, kAdmittance.find("  script")) + hand);
  EXPECT_TRUE(run_program("validate " + file).says("the push of limber.hand at 5 s never happens"));
}

TEST(ScriptDoor, AProfileOfOneSampleIsRefusedWithItsLineInAScriptAndInTheFile) {
  const std::string words = "stiffness_profile_x has one sample; a profile has two or more, or none";
  const std::string in_script = refusal_of(kTorque + set_at(1.0, "stiffness_profile_x", "[35]"));
  EXPECT_NE(in_script.find("door.yaml:6: " + words), std::string::npos) << in_script;
  const std::string in_file = refusal_of(
      "vs:\n  ros__parameters: {tip_link: link5, stiffness_profile_x: [35]}\n"
      "limber: {controller: variable_stiffness}\n");
  EXPECT_NE(in_file.find("door.yaml:2: " + words), std::string::npos) << in_file;
}

}  // namespace
}  // namespace limber::app::test
