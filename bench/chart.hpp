// The cycle times of a run as a picture: one histogram a controller, on logarithmic axes.
#pragma once

#include <string>

#include "machine.hpp"
#include "report.hpp"

namespace limber::bench {

// SVG of the figures that were added to be drawn.
std::string cycle_chart(const Report& report, const Machine& machine);

}  // namespace limber::bench
