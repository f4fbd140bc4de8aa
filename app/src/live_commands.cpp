// From a line to an action and an answer.
#include "live_commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>

#include "limber/configuration.hpp"
#include "script_reader.hpp"

namespace limber::app {
namespace {

// What a kind of run understands.
struct LiveVocabulary {
  std::vector<std::string> requests;
  std::string example;  // of an action, in YAML
};

LiveVocabulary vocabulary_of(ControllerKind controller) {
  if (controller == ControllerKind::kVariableStiffness) return {torque_request_names(), "{waypoint: [0.2, 0, 0.15]}"};
  return {request_names(), "{push: [0, 10, 0], for: 1}"};
}

LiveReply refuse(const std::vector<std::string>& sentences) {
  return reply_now(fmt::format("refused: {}\n", fmt::join(sentences, "; ")));
}

[[noreturn]] void refuse_unknown_words(const std::string& words, const LiveVocabulary& vocabulary) {
  throw config::ConfigError(
      fmt::format("'{:.40}' is not known; known are status, {}, set KEY VALUE, and the actions of a script, as {}",
                  words, fmt::join(vocabulary.requests, ", "), vocabulary.example));
}

// `set KEY VALUE` as the action it stands for: in lines of its own, so that the value ends where they do. Nothing where
// it is something else.
std::optional<std::string> action_of_set(const std::string& line) {
  std::istringstream words(line);
  std::string set, key, value;
  words >> set >> key >> std::ws;
  std::getline(words, value);
  if (set != "set" || value.empty()) return std::nullopt;
  const bool is_key =
      std::all_of(key.begin(), key.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; });
  if (!is_key) throw config::ConfigError(fmt::format("'{:.40}' is no key; it must be letters, digits, _ and .", key));
  return fmt::format("set:\n  {}: {}", key, value);
}

// What an action that somebody sends comes to on all arms that it is for: refusals, else warnings, a sentence each.
struct Judgement {
  std::vector<std::string> refusals, warnings;
};

Judgement judge(const Action& action, const Run& run) {
  Judgement all{run.refusals_of(action), {}};
  if (!all.refusals.empty()) return all;
  for (RunningArm* arm : run.arms_for(action)) {
    const TargetJudgement target = arm->judge(action);
    if (!target.refusal.empty()) all.refusals.push_back(arm->label() + target.refusal);
    if (!target.warning.empty()) all.warnings.push_back(arm->label() + target.warning);
  }
  return all;
}

LiveReply ask(const Action& action, const Run& run, RunReport& report) {
  std::vector<AskedRequest> asked;
  for (RunningArm* arm : run.arms_for(action)) {
    AskedRequest one{arm->label(), report.outcomes().new_ticket(), {}};
    const std::string refusal = arm->act(action, action.at, one.ticket);
    if (!refusal.empty()) one.outcome = RequestOutcome{true, refusal};
    asked.push_back(std::move(one));
  }
  return reply_when_known(report.outcomes(), std::move(asked), [&run] { return run.time(); });
}

LiveReply act(const config::YamlValue& asked, Run& run, RunReport& report) {
  const RunPlan& plan = run.plan();
  const Action action = read_live_action(asked, run.time(), plan.file, plan.controller, run.parameters());
  const Judgement judgement = judge(action, run);
  if (!judgement.refusals.empty()) return refuse(judgement.refusals);
  if (std::holds_alternative<Request>(action.what)) return ask(action, run, report);
  const std::vector<std::string> refusals = run.act(action);
  if (!refusals.empty()) return refuse(refusals);
  return reply_now(fmt::format("ok at {:.2f} s{}{}\n", action.at, judgement.warnings.empty() ? "" : ", but ",
                               fmt::join(judgement.warnings, "; ")));
}

}  // namespace

LiveReply obey(const std::string& line, Run& run, RunReport& report) {
  if (line == "status") return reply_now("ok\n" + report.status());
  const LiveVocabulary vocabulary = vocabulary_of(run.plan().controller);
  const bool is_request =
      std::find(vocabulary.requests.begin(), vocabulary.requests.end(), line) != vocabulary.requests.end();
  const bool is_yaml = line.find_first_of("{:") != std::string::npos;
  try {
    const std::optional<std::string> set = action_of_set(line);
    if (!is_request && !is_yaml && !set) refuse_unknown_words(line, vocabulary);
    const std::string action = is_request ? fmt::format("{{request: {}}}", line) : set.value_or(line);
    return act(config::YamlDocument::parse(action, "what was sent").root(), run, report);
  } catch (const std::exception& error) {
    return refuse({error.what()});
  }
}

}  // namespace limber::app
