// Numbers are written with as many digits as they need to be read back the same.
#include "csv_writer.hpp"

#include <iterator>

#include "limber/config/config_error.hpp"

namespace limber::app {
namespace {

template <typename Visitor>
void for_each_column(const CycleRecord& record, Visitor&& visit) {
  for_each_field(record.telemetry, visit);
  for_each_truth_field(record.truth, visit);
}

}  // namespace

CsvWriter::CsvWriter(const std::string& path) : file_(path) {
  if (!file_) throw config::ConfigError(fmt::format("{}: it cannot be written", path));
}

void CsvWriter::add(const CycleRecord& record) {
  if (!has_header_) write_header(record);
  has_header_ = true;
  line_.clear();
  for_each_column(record, [this](const std::string&, double value) {
    fmt::format_to(std::back_inserter(line_), "{}{}", line_.size() > 0 ? "," : "", value);
  });
  line_.push_back('\n');
  file_.write(line_.data(), static_cast<std::streamsize>(line_.size()));
}

// The columns depend on the number of joints, which the first record knows.
void CsvWriter::write_header(const CycleRecord& record) {
  std::string header;
  for_each_column(record, [&](const std::string& name, double) { header += (header.empty() ? "" : ",") + name; });
  file_ << header << '\n';
}

bool CsvWriter::finish() {
  file_.flush();
  return file_.good();
}

}  // namespace limber::app
