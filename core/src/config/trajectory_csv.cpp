// Reads a trajectory from CSV: a header that names the columns, then one point per line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "config/csv_columns.hpp"
#include "config/error_collector.hpp"
#include "config/orientation.hpp"
#include "config/stored_value.hpp"
#include "config/yaml_text.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // spreadsheet programs write it at the start

struct CsvLine {
  std::string_view text;
  int number = 0;  // from 1
};

// Lines in order, without blank lines and lines that start with #.
class CsvLines {
 public:
  explicit CsvLines(std::string_view text) : rest_(text) {
    if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
  }

  std::optional<CsvLine> next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      std::string_view line = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      const std::size_t first = line.find_first_not_of(" \t\r");
      if (first == std::string_view::npos || line[first] == '#') continue;
      if (line.back() == '\r') line.remove_suffix(1);
      return CsvLine{line, number_};
    }
    return std::nullopt;
  }

 private:
  std::string_view rest_;
  int number_ = 0;
};

// One line of the file below the header.
class CsvRow {
 public:
  CsvRow(const CsvHeader& header, const CsvLine& line, const std::string& source)
      : header_(header), cells_(split_cells(line.text)), place_(fmt::format("{}:{}: ", source, line.number)) {
    if (cells_.size() == header.size()) return;
    throw ConfigError(
        fmt::format("{}the line has {} cells; it must have {}, like the header", place_, cells_.size(), header.size()));
  }

  // The numbers of a group; nothing if the file has no such columns, or if this line leaves all of them empty.
  std::optional<std::vector<double>> find(CsvGroup group) const {
    const std::vector<std::size_t>& places = header_.places_of(group);
    const auto is_empty = [&](std::size_t cell) { return cells_[cell].empty(); };
    if (std::all_of(places.begin(), places.end(), is_empty)) return std::nullopt;
    std::vector<double> numbers;
    for (std::size_t i = 0; i < places.size(); ++i) numbers.push_back(number(group, i, places[i]));
    return numbers;
  }

  std::vector<double> require(CsvGroup group) const {
    if (const auto numbers = find(group)) return *numbers;
    throw ConfigError(fmt::format("{}{} is empty; it must be a number", place_, columns(group).columns[0]));
  }

  std::optional<Vector6> six(CsvGroup group) const {
    const auto numbers = find(group);
    return numbers ? std::optional<Vector6>(Eigen::Map<const Vector6>(numbers->data())) : std::nullopt;
  }

  std::optional<Matrix6> matrix(CsvGroup diagonal, CsvGroup full) const {
    const auto numbers = header_.has(full) ? find(full) : find(diagonal);
    return numbers ? std::optional<Matrix6>(matrix_of(*numbers)) : std::nullopt;
  }

  Matrix3 orientation() const {
    if (header_.has(CsvGroup::kRpy)) return rotation_of_rpy(require(CsvGroup::kRpy));
    const std::vector<double> xyzw = require(CsvGroup::kQuaternion);
    if (has_unit_length(xyzw)) return rotation_of_quaternion(xyzw);
    throw ConfigError(
        fmt::format("{}qx, qy, qz, qw are {}; a quaternion must have the length 1, within {:g}; this one has {:g}",
                    place_, fmt::join(xyzw, ", "), TrajectoryBounds::kRotationTolerance, quaternion_length(xyzw)));
  }

 private:
  static const CsvGroupColumns& columns(CsvGroup group) { return csv_groups()[static_cast<std::size_t>(group)]; }

  double number(CsvGroup group, std::size_t element, std::size_t cell) const {
    const std::string_view text = cells_[cell];
    const std::string& name = columns(group).columns[element];
    if (text.empty()) {
      throw ConfigError(fmt::format("{}{} is empty but others of {} are not; give all of them or none", place_, name,
                                    columns(group).name));
    }
    const std::optional<double> value = parse_number(text);
    if (!value || !std::isfinite(*value)) {
      throw ConfigError(fmt::format("{}{} is {}; it must be a finite number", place_, name, shown_text(text)));
    }
    return *value;
  }

  const CsvHeader& header_;
  std::vector<std::string_view> cells_;
  std::string place_;
};

CompliantPoint read_point(const CsvRow& row) {
  CompliantPoint point;
  const std::vector<double> p = row.require(CsvGroup::kPosition);
  point.time_from_start = row.require(CsvGroup::kTime)[0];
  point.X_BR = {row.orientation(), {p[0], p[1], p[2]}};
  point.twist = row.six(CsvGroup::kTwist);
  point.acceleration = row.six(CsvGroup::kAcceleration);
  point.wrench = row.six(CsvGroup::kWrench);
  point.compliance.mass = row.matrix(CsvGroup::kMass, CsvGroup::kFullMass);
  point.compliance.damping = row.matrix(CsvGroup::kDamping, CsvGroup::kFullDamping);
  point.compliance.stiffness = row.matrix(CsvGroup::kStiffness, CsvGroup::kFullStiffness);
  return point;
}

}  // namespace

TrajectoryFile parse_trajectory_csv(std::string_view text, const std::string& source) {
  require_readable_text(text, source, kMaxTrajectoryCsvBytes, "trajectory");
  CsvLines lines(text);
  const std::optional<CsvLine> first = lines.next();
  if (!first) throw ConfigError(source + ":1: the file is empty; it must begin with a header");
  const CsvHeader header(first->text, fmt::format("{}:{}: ", source, first->number));
  TrajectoryFile file;
  std::vector<int> line_numbers;
  ErrorCollector errors;
  while (const std::optional<CsvLine> line = lines.next()) {
    line_numbers.push_back(line->number);
    errors.attempt([&] { file.points.push_back(read_point(CsvRow(header, *line, source))); });
    // One point too many is enough for the error.
    if (line_numbers.size() > TrajectoryBounds::kMaxPoints) break;
  }
  errors.throw_if_any();
  if (const std::optional<PointProblem> problem = find_problem(file.points)) {
    const int line = problem->point < line_numbers.size() ? line_numbers[problem->point] : first->number;
    throw ConfigError(fmt::format("{}:{}: {}", source, line, problem->sentence));
  }
  return file;
}

}  // namespace limber::config
