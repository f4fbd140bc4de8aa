// Which columns of a CSV file are written: by their names, by groups of them, or by their beginnings.
#pragma once

#include <string>
#include <vector>

namespace limber::app {

// The part before the point, which one vector has in common: "wrench_raw" of "wrench_raw.x"; "time" of "time".
std::string group_of(const std::string& column);

// Each group once, in the order of the columns.
std::vector<std::string> groups_of(const std::vector<std::string>& columns);

// "a,b,c" as its parts, without spaces around them.
std::vector<std::string> listed_columns(const std::string& text);

// One flag for each of `columns`. A column is chosen by its name, by its group, or by a beginning with a star
// ("wrench_*"); time always is. Nothing asked for: all of them. Throws ConfigError for what matches no column.
std::vector<bool> chosen_columns(const std::vector<std::string>& columns, const std::vector<std::string>& asked);

}  // namespace limber::app
