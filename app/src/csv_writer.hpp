// Every signal of every cycle as comma-separated values, each field by its own name, with as many digits as it needs to
// be read back the same.
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "cycle_record.hpp"
#include "limber/controllers/stiffness_telemetry.hpp"

namespace limber::app {

class CsvWriter {
 public:
  // Throws ConfigError where the file cannot be written.
  explicit CsvWriter(const std::string& path);

  // The telemetry, then the truth.
  void add(const CycleRecord& record);
  void add(const StiffnessTelemetry& record);
  // False where something could not be written, such as on a full disk.
  bool finish();

 private:
  template <typename ForEachColumn>
  void add_line(ForEachColumn&& for_each_column);

  std::ofstream file_;
  fmt::memory_buffer line_;
  bool has_header_ = false;
};

}  // namespace limber::app
