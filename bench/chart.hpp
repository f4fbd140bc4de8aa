// The cycle times of a run as a chart: one histogram per controller, on logarithmic axes.
#pragma once

#include <string>

#include "machine.hpp"
#include "report.hpp"

namespace limber::bench {

// SVG of the figures added with add_drawn().
std::string cycle_chart(const Report& report, const Machine& machine);

}  // namespace limber::bench
