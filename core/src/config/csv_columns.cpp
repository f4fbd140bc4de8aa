// Reads the header of the CSV file of a trajectory.
#include "config/csv_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>

#include "config/yaml_reader.hpp"
#include "config/yaml_text.hpp"

namespace limber::config {
namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

std::vector<std::string> diagonal_names(const std::string& matrix) {
  std::vector<std::string> names;
  for (const char* axis : {"x", "y", "z", "rx", "ry", "rz"}) names.push_back(matrix + "." + axis);
  return names;
}

std::vector<std::string> full_names(const std::string& matrix) {
  std::vector<std::string> names;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) names.push_back(fmt::format("{}.{}{}", matrix, row, column));
  }
  return names;
}

struct Column {
  std::size_t group;
  std::size_t element;
};

const std::map<std::string, Column, std::less<>>& columns_by_name() {
  static const auto kColumns = [] {
    std::map<std::string, Column, std::less<>> columns;
    for (std::size_t g = 0; g < kCsvGroups; ++g) {
      const std::vector<std::string>& names = csv_groups()[g].columns;
      for (std::size_t i = 0; i < names.size(); ++i) columns[names[i]] = {g, i};
    }
    return columns;
  }();
  return kColumns;
}

// `inertia` is an alias of `mass`.
std::string without_alias(std::string_view name) {
  constexpr std::string_view kAlias = "inertia.";
  return name.starts_with(kAlias) ? "mass." + std::string(name.substr(kAlias.size())) : std::string(name);
}

std::string unknown_column(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& [column, place] : columns_by_name()) known.push_back(column);
  const std::string near = nearest_key(name, known);
  const std::string advice = near.empty() ? "docs/trajectories.md lists them" : fmt::format("did you mean {}?", near);
  return fmt::format("{} is not a known column; {}", shown_text(name), advice);
}

std::string_view trimmed(std::string_view cell) {
  const std::size_t first = cell.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return cell.substr(first, cell.find_last_not_of(" \t") - first + 1);
}

}  // namespace

const std::array<CsvGroupColumns, kCsvGroups>& csv_groups() {
  static const std::array<CsvGroupColumns, kCsvGroups> kGroups{{
      {"the time", {"time_from_start"}},
      {"the position", {"x", "y", "z"}},
      {"the quaternion", {"qx", "qy", "qz", "qw"}},
      {"roll, pitch, yaw", {"roll", "pitch", "yaw"}},
      {"the twist", {"vx", "vy", "vz", "wx", "wy", "wz"}},
      {"the acceleration", {"ax", "ay", "az", "alphax", "alphay", "alphaz"}},
      {"the wrench", {"fx", "fy", "fz", "tx", "ty", "tz"}},
      {"the mass", diagonal_names("mass")},
      {"the full mass", full_names("mass")},
      {"the damping", diagonal_names("damping")},
      {"the full damping", full_names("damping")},
      {"the stiffness", diagonal_names("stiffness")},
      {"the full stiffness", full_names("stiffness")},
  }};
  return kGroups;
}

std::vector<std::string_view> split_cells(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t start = 0; start <= line.size();) {
    const std::size_t end = std::min(line.find(',', start), line.size());
    cells.push_back(trimmed(line.substr(start, end - start)));
    start = end + 1;
  }
  return cells;
}

CsvHeader::CsvHeader(std::string_view line, const std::string& place) {
  const std::vector<std::string_view> names = split_cells(line);
  size_ = names.size();
  ErrorCollector errors;
  for (std::size_t cell = 0; cell < names.size(); ++cell) {
    errors.attempt([&] { add(names[cell], cell, place); });
  }
  errors.throw_if_any();
  require_whole_groups(place);
  refuse_both(CsvGroup::kQuaternion, CsvGroup::kRpy, place);
  refuse_both(CsvGroup::kMass, CsvGroup::kFullMass, place);
  refuse_both(CsvGroup::kDamping, CsvGroup::kFullDamping, place);
  refuse_both(CsvGroup::kStiffness, CsvGroup::kFullStiffness, place);
  for (const CsvGroup needed : {CsvGroup::kTime, CsvGroup::kPosition}) {
    if (has(needed)) continue;
    const CsvGroupColumns& group = csv_groups()[static_cast<std::size_t>(needed)];
    throw ConfigError(fmt::format("{}the header has no {}; it must name {}", place, group.columns[0],
                                  fmt::join(group.columns, ", ")));
  }
  if (!has(CsvGroup::kQuaternion) && !has(CsvGroup::kRpy)) {
    throw ConfigError(place + "the header has no orientation; it must name qx, qy, qz, qw or roll, pitch, yaw");
  }
}

void CsvHeader::add(std::string_view name, std::size_t cell, const std::string& place) {
  if (name.empty()) throw ConfigError(fmt::format("{}column {} has no name; each must have one", place, cell + 1));
  const auto found = columns_by_name().find(without_alias(name));
  if (found == columns_by_name().end()) throw ConfigError(place + unknown_column(name));
  const auto [group, element] = found->second;
  std::vector<std::size_t>& places = places_[group];
  if (places.empty()) places.assign(csv_groups()[group].columns.size(), kNowhere);
  if (places[element] != kNowhere) {
    throw ConfigError(fmt::format("{}column {} is {} again, as column {}; give it once", place, cell + 1, found->first,
                                  places[element] + 1));
  }
  places[element] = cell;
}

void CsvHeader::require_whole_groups(const std::string& place) const {
  ErrorCollector errors;
  for (std::size_t g = 0; g < kCsvGroups; ++g) {
    const auto missing = std::find(places_[g].begin(), places_[g].end(), kNowhere);
    if (missing == places_[g].end()) continue;
    const CsvGroupColumns& group = csv_groups()[g];
    const auto element = static_cast<std::size_t>(missing - places_[g].begin());
    errors.add(fmt::format("{}the header has columns of {} but not {}; give all of them or none", place, group.name,
                           group.columns[element]));
  }
  errors.throw_if_any();
}

void CsvHeader::refuse_both(CsvGroup one, CsvGroup other, const std::string& place) const {
  if (!has(one) || !has(other)) return;
  const auto name = [](CsvGroup group) { return csv_groups()[static_cast<std::size_t>(group)].name; };
  throw ConfigError(fmt::format("{}the header names {} and {}; give one", place, name(one), name(other)));
}

}  // namespace limber::config
