#include "replay_command.hpp"

#include <fmt/format.h>

#include "limber/configuration.hpp"
#include "limber/record/mcap_reader.hpp"
#include "limber/record/replay.hpp"

namespace limber::app {
namespace {

record::ReplayChanges changes_of(const std::vector<std::string>& given) {
  record::ReplayChanges changes;
  for (const std::string& one : given) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw config::ConfigError(fmt::format("--set is '{:.60}'; it must be KEY=VALUE", one));
    }
    changes.emplace_back(one.substr(0, equals), one.substr(equals + 1));
  }
  return changes;
}

std::string words_of(const record::CommandDifference& d) {
  return fmt::format("cycle {} ({:.3f} s), {} of joint {}: recorded {}, computed {} ({:.3g} apart)", d.cycle, d.time,
                     d.what, d.joint, d.recorded, d.computed, d.size());
}

void print_arm(const record::ArmReplayReport& arm) {
  const std::string name = arm.name.empty() ? "" : arm.name + ": ";
  fmt::print("{}{} cycles of {}, with {} inputs", name, arm.cycles, arm.controller, arm.inputs);
  if (!arm.first) {
    fmt::print(": every command is as recorded, to the last bit.\n");
    return;
  }
  fmt::print(": {} cycles have another command.\n", arm.cycles_that_differ);
  fmt::print("  first    {}\n  largest  {}\n", words_of(*arm.first), words_of(*arm.largest));
}

}  // namespace

int replay_command(const ReplayOptions& options) {
  const record::ReplayChanges changes = changes_of(options.changes);
  const record::MappedFile file(options.file);
  const record::ReplayReport report = record::replay(file.bytes(), changes);
  for (const record::ArmReplayReport& arm : report.arms) print_arm(arm);
  if (!report.whole) fmt::print("Up to where it ends: {}.\n", report.cut);
  if (changes.empty()) return report.same() ? 0 : 1;
  fmt::print(
      "Open loop: this is what the controller would have commanded. The robot's readings are as they were recorded, "
      "and\n"
      "do not follow these commands.\n");
  return 0;
}

}  // namespace limber::app
