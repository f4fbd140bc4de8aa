// Matches what was asked for with the columns that there are.
#include "column_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "config/yaml_reader.hpp"
#include "limber/configuration.hpp"

namespace limber::app {
namespace {

bool matches(const std::string& column, const std::string& asked) {
  if (asked.ends_with('*')) return column.starts_with(asked.substr(0, asked.size() - 1));
  return column == asked || group_of(column) == asked;
}

[[noreturn]] void refuse_column(const std::string& asked, const std::vector<std::string>& columns) {
  std::vector<std::string> names = groups_of(columns);
  const std::string list = fmt::format("{}", fmt::join(names, ", "));
  names.insert(names.end(), columns.begin(), columns.end());
  const std::string near = asked.empty() ? "" : config::nearest_key(asked, names);
  throw config::ConfigError(fmt::format(
      "--columns has '{:.40}', which is no column; {}", asked,
      near.empty() ? "allowed are these, their elements such as q.1, and beginnings such as 'wrench_*': " + list
                   : fmt::format("did you mean {}?", near)));
}

}  // namespace

std::string group_of(const std::string& column) { return column.substr(0, column.find('.')); }

std::vector<std::string> groups_of(const std::vector<std::string>& columns) {
  std::vector<std::string> groups;
  for (const std::string& column : columns) {
    const std::string group = group_of(column);
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return groups;
}

std::vector<std::string> listed_columns(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  std::string part;
  if (text.empty()) return {""};
  while (std::getline(in, part, ',')) {
    const std::size_t begin = part.find_first_not_of(' ');
    parts.push_back(begin == std::string::npos ? "" : part.substr(begin, part.find_last_not_of(' ') - begin + 1));
  }
  return parts;
}

std::vector<bool> chosen_columns(const std::vector<std::string>& columns, const std::vector<std::string>& asked) {
  if (asked.empty()) return std::vector<bool>(columns.size(), true);
  std::vector<bool> chosen(columns.size(), false);
  for (const std::string& name : asked) {
    bool found = false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!matches(columns[i], name)) continue;
      chosen[i] = found = true;
    }
    if (!found) refuse_column(name, columns);
  }
  const auto time = std::find(columns.begin(), columns.end(), "time");
  if (time != columns.end()) chosen[static_cast<std::size_t>(time - columns.begin())] = true;
  return chosen;
}

}  // namespace limber::app
