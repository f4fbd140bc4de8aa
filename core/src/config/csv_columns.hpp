// The columns of the CSV file of a trajectory: which are known, which belong together, and their positions.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace limber::config {

// Columns that are given together or not at all.
enum class CsvGroup : std::size_t {
  kTime,
  kPosition,
  kQuaternion,
  kRpy,
  kTwist,
  kAcceleration,
  kWrench,
  kMass,
  kFullMass,
  kDamping,
  kFullDamping,
  kStiffness,
  kFullStiffness
};
inline constexpr std::size_t kCsvGroups = 13;

struct CsvGroupColumns {
  std::string name;                  // "the twist"
  std::vector<std::string> columns;  // in order
};
const std::array<CsvGroupColumns, kCsvGroups>& csv_groups();

// The cells of a line, without surrounding blanks.
std::vector<std::string_view> split_cells(std::string_view line);

// The positions of the columns of each group in a file.
class CsvHeader {
 public:
  // Throws ConfigError; `place` is "file:line: ".
  CsvHeader(std::string_view line, const std::string& place);

  std::size_t size() const noexcept { return size_; }
  bool has(CsvGroup group) const noexcept { return !places_of(group).empty(); }
  // The cell numbers of the columns of a group; empty if the file has none.
  const std::vector<std::size_t>& places_of(CsvGroup group) const noexcept {
    return places_[static_cast<std::size_t>(group)];
  }

 private:
  void add(std::string_view name, std::size_t cell, const std::string& place);
  void require_whole_groups(const std::string& place) const;
  void refuse_both(CsvGroup one, CsvGroup other, const std::string& place) const;

  std::size_t size_ = 0;
  std::array<std::vector<std::size_t>, kCsvGroups> places_;  // kNowhere until found
};

}  // namespace limber::config
