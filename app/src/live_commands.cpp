// From a line to an action and an answer.
#include "live_commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>

#include "limber/configuration.hpp"
#include "program_section.hpp"
#include "target_reach.hpp"

namespace limber::app {
namespace {

bool follows_law(SupervisorState state) {
  return state == SupervisorState::kStarting || state == SupervisorState::kRunning;
}

// What a controller that does not follow the law would let pass.
bool needs_the_law(const Action& action) {
  return std::holds_alternative<Press>(action.what) || std::holds_alternative<Move>(action.what) ||
         std::holds_alternative<TrajectoryStart>(action.what);
}

LiveReply ask(Request request, RunReport& report, SimulatedRun& run, ScriptPlayer& player) {
  player.see_request(request);
  AskedRequest asked{"", report.outcomes().new_ticket(), {}};
  const Answer answer = run.controller().request(request, asked.ticket);
  if (!answer) asked.outcome = RequestOutcome{true, sentence(answer)};
  return reply_when_known(report.outcomes(), {asked}, [&run] { return run.time(); });
}

TargetJudgement judge(const Action& action, const RunPlan& plan, const ScriptPlayer& player, const Stage& stage) {
  return judge_target(action, plan.robot.arm, bind(plan.robot.arm, player.parameters()),
                      {player.reference_at_start(), player.reference(stage), plan.start});
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

}  // namespace

std::string refused(const std::string& sentence) { return fmt::format("refused: {}\n", sentence); }

LiveReply obey_action(const std::string& line, const LiveVocabulary& vocabulary,
                      const std::function<LiveReply(const config::YamlValue&)>& act) {
  const bool is_request =
      std::find(vocabulary.requests.begin(), vocabulary.requests.end(), line) != vocabulary.requests.end();
  const bool is_yaml = line.find_first_of("{:") != std::string::npos;
  try {
    const std::optional<std::string> set = action_of_set(line);
    if (!is_request && !is_yaml && !set) refuse_unknown_words(line, vocabulary);
    const std::string action = is_request ? fmt::format("{{request: {}}}", line) : set.value_or(line);
    return act(config::YamlDocument::parse(action, "what was sent").root());
  } catch (const std::exception& error) {
    return reply_now(refused(error.what()));
  }
}

LiveReply obey(const std::string& line, const RunPlan& plan, RunReport& report, SimulatedRun& run,
               ScriptPlayer& player) {
  if (line == "status") return reply_now("ok\n" + report.status());
  return obey_action(line, {request_names(), "{push: [0, 10, 0], for: 1}"}, [&](const config::YamlValue& asked) {
    const double now = run.time();
    const Action action = read_live_action(asked, now, plan.file, player.parameters(), plan.controller);
    if (const auto* request = std::get_if<Request>(&action.what)) return ask(*request, report, run, player);
    const SupervisorState state = run.controller().state();
    if (needs_the_law(action) && !follows_law(state)) {
      return reply_now(refused(fmt::format("the arm does not move while {}; send {} first", name(state),
                                           state == SupervisorState::kFaulted ? "reset_fault" : "run")));
    }
    const TargetJudgement target = judge(action, plan, player, run.stage());
    const std::string refusal = target.refusal.empty() ? player.act(action, now, run.stage()) : target.refusal;
    if (!refusal.empty()) return reply_now(refused(refusal));
    return reply_now(fmt::format("ok at {:.2f} s{}\n", now, target.warning.empty() ? "" : ", but " + target.warning));
  });
}

}  // namespace limber::app
