// Wanted and rendered impedance over frequency, as a chart.
#pragma once

#include <string>

#include "report.hpp"

namespace limber::bench {

// SVG of the figures named rendering.<Hz>; empty if there are none.
std::string response_chart(const Report& report);

}  // namespace limber::bench
