// The output of a soak: one line while it runs, a table at its end, a failure with the command that replays it.
#pragma once

#include <string>

#include "verdict.hpp"

namespace limber::soak {

std::string progress_line(const Tally& tally, double seconds);
std::string summary(const Tally& tally, double seconds, long failures);
std::string words(const Failure& failure);

}  // namespace limber::soak
