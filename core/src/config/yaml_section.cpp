// Selects the section of a controller in a file.
#include "config/yaml_section.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/yaml_text.hpp"

namespace limber::config {
namespace {

const char* const kParametersLevel = "ros__parameters";

std::string without_namespaces(const std::string& name) { return name.substr(name.rfind('/') + 1); }

bool is_for_others(const std::string& name) {
  return name == "limber" || without_namespaces(name).ends_with("controller_manager");
}

std::string listed_names(const std::vector<YamlValue>& sections) {
  std::vector<std::string> names;
  for (const YamlValue& section : sections) names.push_back(shown_key(section.name()));
  if (names.size() > 8) {
    names.resize(8);
    names.emplace_back("…");
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

YamlValue only_one(const std::vector<YamlValue>& candidates, const YamlValue& root, const std::string& none) {
  if (candidates.size() == 1) return candidates.front();
  const YamlValue& where = candidates.empty() ? root : candidates[1];
  throw ConfigError(fmt::format(
      "{}:{}: {}", where.source(), where.line(),
      candidates.empty() ? none
                         : fmt::format("there are several controllers ({}); say which", listed_names(candidates))));
}

YamlValue pick(const YamlValue& root, const std::string& wanted) {
  std::vector<YamlValue> candidates;
  for (const YamlValue& section : root.entries()) {
    if (!wanted.empty() && section.name() == wanted) return section;
    const bool fits = wanted.empty() ? !is_for_others(section.name())
                                     : without_namespaces(section.name()) == without_namespaces(wanted);
    if (fits) candidates.push_back(section);
  }
  return only_one(candidates, root,
                  wanted.empty() ? "there is no section of a controller"
                                 : fmt::format("there is no section {}; there are {}", shown_key(wanted),
                                               listed_names(root.entries())));
}

}  // namespace

ControllerSection find_controller_section(const YamlDocument& document, const std::string& wanted) {
  const YamlValue section = pick(document.root(), wanted);
  const std::string rule = "it must be a map of parameters ({} to take every default)";
  if (!section.is_map()) section.fail(rule);
  const std::string name = without_namespaces(section.name());
  const std::optional<YamlValue> level = section.find(kParametersLevel);
  if (!level) return {name, section.as_root()};
  section.allow_only({kParametersLevel});
  if (!level->is_map()) level->fail(rule);
  return {name, level->as_root()};
}

}  // namespace limber::config
