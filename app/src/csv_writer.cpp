// Writes the header at once, then the rows that are due.
#include "csv_writer.hpp"

#include <iterator>

#include "column_choice.hpp"
#include "config/error_collector.hpp"
#include "limber/configuration.hpp"
#include "limber/telemetry.hpp"

namespace limber::app {
namespace {

template <typename Visitor>
void for_each_column(const CycleRecord& record, Visitor&& visit) {
  for_each_field(record.telemetry, visit);
  for_each_truth_field(record.truth, visit);
}

template <typename Visitor>
void for_each_column(const StiffnessTelemetry& record, Visitor&& visit) {
  for_each_field(record, visit);
}

template <typename Record>
std::vector<std::string> column_names(const Record& record) {
  std::vector<std::string> names;
  for_each_column(record, [&](const std::string& name, double) { names.push_back(name); });
  return names;
}

void set_joint_count(CycleTelemetry& t, int joints) {
  t.q = t.qd = t.q_command = t.qd_command = JointVector::Zero(joints);
}

}  // namespace

std::vector<std::string> admittance_columns(int joints) {
  CycleRecord record;
  set_joint_count(record.telemetry, joints);
  record.telemetry.q_sent = JointVector::Zero(joints);
  return column_names(record);
}

std::vector<std::string> stiffness_columns(int joints) {
  StiffnessTelemetry record;
  set_joint_count(record, joints);
  record.torque = record.torque_gravity = record.torque_measured = JointVector::Zero(joints);
  return column_names(record);
}

CsvWriter::CsvWriter(const CsvOptions& options, const std::vector<std::string>& columns)
    : chosen_(chosen_columns(columns, options.columns)), every_(options.every), file_(options.path) {
  if (!file_) throw config::ConfigError(fmt::format("{}: it cannot be written", options.path));
  std::string header;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (chosen_[i]) header += (header.empty() ? "" : ",") + columns[i];
  }
  file_ << header << '\n';
}

// Counted by the cycle's own number: a record that was lost leaves a gap and shifts nothing.
bool CsvWriter::is_due(std::int64_t cycle) {
  if (first_cycle_ < 0) first_cycle_ = cycle;
  return (cycle - first_cycle_) % every_ == 0;
}

template <typename ForEachColumn>
void CsvWriter::add_line(ForEachColumn&& for_each_column_of_record) {
  line_.clear();
  std::size_t column = 0;
  for_each_column_of_record([&](const std::string&, double value) {
    if (!chosen_.at(column++)) return;
    fmt::format_to(std::back_inserter(line_), "{}{}", line_.size() > 0 ? "," : "", value);
  });
  line_.push_back('\n');
  file_.write(line_.data(), static_cast<std::streamsize>(line_.size()));
}

void CsvWriter::add(const CycleRecord& record) {
  if (!is_due(record.telemetry.cycle)) return;
  add_line([&](auto&& visit) { for_each_column(record, visit); });
}

void CsvWriter::add(const StiffnessTelemetry& record) {
  if (!is_due(record.cycle)) return;
  add_line([&](auto&& visit) { for_each_column(record, visit); });
}

bool CsvWriter::finish() {
  file_.flush();
  return file_.good();
}

}  // namespace limber::app
