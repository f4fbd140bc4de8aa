// Every signal of every cycle as comma-separated values: the telemetry's fields by their own names, then the truth.
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "cycle_record.hpp"

namespace limber::app {

class CsvWriter {
 public:
  // Throws ConfigError where the file cannot be written.
  explicit CsvWriter(const std::string& path);

  void add(const CycleRecord& record);
  // False where something could not be written, such as on a full disk.
  bool finish();

 private:
  void write_header(const CycleRecord& record);

  std::ofstream file_;
  fmt::memory_buffer line_;
  bool has_header_ = false;
};

}  // namespace limber::app
