// The header depends on the number of joints, which the first record knows.
#include "csv_writer.hpp"

#include <iterator>

#include "limber/config/config_error.hpp"

namespace limber::app {

CsvWriter::CsvWriter(const std::string& path) : file_(path) {
  if (!file_) throw config::ConfigError(fmt::format("{}: it cannot be written", path));
}

template <typename ForEachColumn>
void CsvWriter::add_line(ForEachColumn&& for_each_column) {
  if (!has_header_) {
    std::string header;
    for_each_column([&](const std::string& name, double) { header += (header.empty() ? "" : ",") + name; });
    file_ << header << '\n';
    has_header_ = true;
  }
  line_.clear();
  for_each_column([this](const std::string&, double value) {
    fmt::format_to(std::back_inserter(line_), "{}{}", line_.size() > 0 ? "," : "", value);
  });
  line_.push_back('\n');
  file_.write(line_.data(), static_cast<std::streamsize>(line_.size()));
}

void CsvWriter::add(const CycleRecord& record) {
  add_line([&](auto&& visit) {
    for_each_field(record.telemetry, visit);
    for_each_truth_field(record.truth, visit);
  });
}

void CsvWriter::add(const StiffnessTelemetry& record) {
  add_line([&](auto&& visit) { for_each_field(record, visit); });
}

bool CsvWriter::finish() {
  file_.flush();
  return file_.good();
}

}  // namespace limber::app
