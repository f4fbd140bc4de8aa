// From a line to an action and an answer.
#include "live_commands.hpp"

#include <fmt/format.h>

#include "program_section.hpp"

namespace limber::app {

std::string obey(const std::string& line, const RunPlan& plan, const RunReport& report, double now,
                 ScriptPlayer& player) {
  if (line == "status") return "ok\n" + report.status();
  try {
    const config::YamlDocument document = config::YamlDocument::parse(line, "what was sent");
    player.add(read_live_action(document.root(), now, player.parameters(), plan.controller));
    return fmt::format("ok at {:.2f} s\n", now);
  } catch (const std::exception& error) {
    return fmt::format("refused: {}\n", error.what());
  }
}

}  // namespace limber::app
