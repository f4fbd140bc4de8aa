// Settings that are allowed, but do nothing or not what they seem to do on this arm: warnings, not refusals, because
// they may be meant for a later change.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "config/yaml_reader.hpp"
#include "motion_plan.hpp"

namespace limber::app {

// A sentence that begins with the key, and where the key is: "file:line: ".
struct SettingsDoubt {
  std::string place, sentence;
};
std::vector<SettingsDoubt> settings_doubts(const MotionPlan& plan, const config::YamlDocument& document);
// The sentences of the plan with other parameters.
std::vector<std::string> settings_doubts(const MotionPlan& plan, const AdmittanceParameters& parameters);

// What is doubtful in the end of a run. What a later change makes good is not told.
class RunDoubts {
 public:
  explicit RunDoubts(std::vector<SettingsDoubt> at_start) : doubts_(std::move(at_start)) {}
  // `sentences`: all that are doubtful from then on; `place` is that of the change.
  void change(const std::vector<std::string>& sentences, const std::string& place);
  std::vector<std::string> sentences() const;

 private:
  std::vector<SettingsDoubt> doubts_;
};

}  // namespace limber::app
