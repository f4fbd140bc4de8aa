// Selects a kind of map by its keyword.
#include "config/section_schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/yaml_parameter.hpp"
#include "config/yaml_text.hpp"

namespace limber::config {
namespace {

bool has(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

[[noreturn]] void refuse_without_keyword(const YamlValue& map, const std::vector<SectionSchema>& kinds) {
  std::vector<std::string> keywords, keys;
  for (const SectionSchema& kind : kinds) {
    keywords.push_back(kind.keyword);
    for (const std::string& key : kind.names()) keys.push_back(key);
  }
  const std::string needed = fmt::format("one of {}", fmt::join(keywords, ", "));
  for (const YamlValue& entry : map.entries()) {
    if (has(keys, entry.name())) continue;
    const std::string near = nearest_key(entry.name(), keywords);
    throw ConfigError(fmt::format("{}{} is not a known key; {}it must be {}", place_of(entry), shown_key(entry.path()),
                                  near.empty() ? "" : fmt::format("did you mean {}? ", near), needed));
  }
  throw ConfigError(
      fmt::format("{}{} needs {}", place_of(map), map.path().empty() ? "this map" : shown_key(map.path()), needed));
}

}  // namespace

const SectionSchema& kind_of(const YamlValue& map, const std::vector<SectionSchema>& kinds) {
  const SectionSchema* found = nullptr;
  for (const SectionSchema& kind : kinds) {
    if (!map.find(kind.keyword)) continue;
    if (found != nullptr && !has(found->names(), kind.keyword)) {
      throw ConfigError(
          fmt::format("{}{} and {} are both given; give one of them", place_of(map), found->keyword, kind.keyword));
    }
    if (found == nullptr) found = &kind;
  }
  if (found == nullptr) refuse_without_keyword(map, kinds);
  return *found;
}

}  // namespace limber::config
