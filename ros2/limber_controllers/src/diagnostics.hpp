// How a controller is, for /diagnostics.
#pragma once

#include <cstdint>
#include <diagnostic_msgs/msg/diagnostic_status.hpp>
#include <string>

#include "limber/telemetry.hpp"

namespace limber_controllers {

// `controller`: its name with its namespace, so that two arms have two names. `fault`: the sentence of the last one.
// `trouble`: something besides faults and late cycles is worth a warning.
diagnostic_msgs::msg::DiagnosticStatus status_of(const std::string& controller, const std::string& arm,
                                                 const limber::CycleTelemetry& t, const std::string& fault,
                                                 std::int64_t lost_records, std::int64_t lost_events, bool trouble);

void add(diagnostic_msgs::msg::DiagnosticStatus& status, const std::string& key, double value);

}  // namespace limber_controllers
