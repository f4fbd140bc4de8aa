// Finds the word's place, then the names that there are for it.
#include "completion.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "column_choice.hpp"
#include "csv_writer.hpp"
#include "limber/configuration.hpp"
#include "live_socket.hpp"
#include "places.hpp"
#include "robots.hpp"
#include "script_reader.hpp"
#include "world_schema.hpp"

namespace limber::app {
namespace {

using Names = std::vector<std::string>;

template <class List>
Names names_of(const List& list) {
  Names names;
  for (const auto& entry : list) names.push_back(entry.name);
  return names;
}

// With --robot a configuration is found without the robot at its end, and without it that of the UR5e.
Names configuration_names() {
  Names names;
  for (const ConfigurationEntry& entry : list_configurations()) {
    names.push_back(entry.name);
    for (const KnownRobot& robot : known_robots()) {
      const std::string ending = "_" + robot.name;
      if (entry.name.ends_with(ending)) names.push_back(entry.name.substr(0, entry.name.size() - ending.size()));
    }
  }
  return names;
}

Names subcommand_names(const CLI::App& program) {
  Names names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

Names option_names(const CLI::App& command) {
  Names names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

bool takes_value(const CLI::App& command, const std::string& word) {
  if (!word.starts_with("--")) return false;
  const CLI::Option* option = command.get_option_no_throw(word);
  return option != nullptr && option->get_items_expected_max() > 0;
}

// The columns of both kinds of run, after those that stand before the last comma.
Names column_names(const std::string& typed) {
  const std::size_t comma = typed.rfind(',');
  const std::string before = comma == std::string::npos ? "" : typed.substr(0, comma + 1);
  Names names;
  for (const auto& columns : {admittance_columns(1), stiffness_columns(1)}) {
    for (const std::string& group : groups_of(columns)) names.push_back(before + group);
  }
  return names;
}

Names value_names(const std::string& option, const std::string& typed) {
  if (option == "--robot") return names_of(known_robots());
  if (option == "--scene") return names_of(sim::named_scenes());
  if (option == "--to") return running_names();
  if (option == "--columns") return column_names(typed);
  return {};
}

template <class Schema>
void add_live_keys(const Schema& schema, Names& keys) {
  for (const auto& parameter : schema) {
    if (parameter.descriptor.change == config::Change::kLive) keys.push_back(parameter.descriptor.key);
  }
}

// What `limber send` takes: a request, or `set` and then a key.
Names sendable(const Names& positionals) {
  Names names;
  if (positionals.empty()) {
    names = request_names();
    names.insert(names.end(), {"status", "set"});
  } else if (positionals.size() == 1 && positionals.front() == "set") {
    add_live_keys(config::admittance_schema(), names);
    add_live_keys(config::variable_stiffness_schema(), names);
  }
  return names;
}

Names candidates(const CLI::App& program, const Names& words) {
  const std::string& typed = words.back();
  if (words.size() == 1) return typed.starts_with("-") ? option_names(program) : subcommand_names(program);
  const Names commands = subcommand_names(program);
  if (std::find(commands.begin(), commands.end(), words.front()) == commands.end()) return {};
  const CLI::App& command = *program.get_subcommand(words.front());
  Names positionals;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (takes_value(command, words[i])) {
      if (i + 2 == words.size()) return value_names(words[i], typed);
      ++i;
    } else if (!words[i].starts_with("--")) {
      positionals.push_back(words[i]);
    }
  }
  if (typed.starts_with("-")) return option_names(command);
  if (words.front() == "send") return sendable(positionals);
  const bool wants_configuration = command.get_option_no_throw("CONFIG") != nullptr && positionals.empty();
  return wants_configuration ? configuration_names() : Names();
}

}  // namespace

Names completions(const CLI::App& program, const Names& words) {
  Names found;
  if (words.empty()) return found;
  for (const std::string& candidate : candidates(program, words)) {
    if (candidate.starts_with(words.back())) found.push_back(candidate);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace limber::app
