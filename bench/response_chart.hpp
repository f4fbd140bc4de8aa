// The impedance asked for and the one rendered, over frequency, as a picture.
#pragma once

#include <string>

#include "report.hpp"

namespace limber::bench {

// SVG of the figures named rendering.<Hz>; empty where there are none.
std::string response_chart(const Report& report);

}  // namespace limber::bench
