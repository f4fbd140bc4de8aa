// A fault is an error, late cycles are a warning.
#include "diagnostics.hpp"

#include <fmt/format.h>

namespace limber_controllers {

void add(diagnostic_msgs::msg::DiagnosticStatus& status, const std::string& key, double value) {
  diagnostic_msgs::msg::KeyValue pair;
  pair.key = key;
  pair.value = fmt::format("{:g}", value);
  status.values.push_back(pair);
}

diagnostic_msgs::msg::DiagnosticStatus status_of(const std::string& controller, const std::string& arm,
                                                 const limber::CycleTelemetry& t, const std::string& fault,
                                                 std::int64_t lost_records, std::int64_t lost_events, bool trouble) {
  using Status = diagnostic_msgs::msg::DiagnosticStatus;
  Status status;
  status.name = controller.substr(controller.find_first_not_of('/')) + ": compliant control";
  status.hardware_id = arm;
  const bool faulted = t.state == limber::SupervisorState::kFaulted;
  status.level = faulted ? Status::ERROR : trouble || t.overruns > 0 ? Status::WARN : Status::OK;
  status.message = faulted ? fault : std::string(limber::name(t.state));
  add(status, "cycles", static_cast<double>(t.cycle));
  add(status, "late cycles", static_cast<double>(t.overruns));
  add(status, "records that nobody took", static_cast<double>(lost_records));
  add(status, "events that nobody took", static_cast<double>(lost_events));
  return status;
}

}  // namespace limber_controllers
