// Telemetry as comma-separated values: each field by its own name, with as many digits as it needs to be read back the
// same. docs/telemetry.md describes the columns.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "cycle_record.hpp"
#include "limber/telemetry.hpp"

namespace limber::app {

struct CsvOptions {
  std::string path;                  // empty: none is written
  int every = 1;                     // one row in so many cycles
  std::vector<std::string> columns;  // as chosen_columns() has them; empty: all
};

// The columns of a run of an arm with so many joints, in their order: the telemetry, then the truth.
std::vector<std::string> admittance_columns(int joints);
std::vector<std::string> stiffness_columns(int joints);

class CsvWriter {
 public:
  // `columns` are those that every record will have. Throws ConfigError for a column that is none of them, and where
  // the file cannot be written.
  CsvWriter(const CsvOptions& options, const std::vector<std::string>& columns);

  void add(const CycleRecord& record);
  void add(const StiffnessTelemetry& record);
  // False where something could not be written, such as on a full disk.
  bool finish();

 private:
  bool is_due(std::int64_t cycle);
  template <typename ForEachColumn>
  void add_line(ForEachColumn&& for_each_column);

  std::vector<bool> chosen_;
  int every_;
  std::int64_t first_cycle_ = -1;
  std::ofstream file_;
  fmt::memory_buffer line_;
};

}  // namespace limber::app
