// A run as JSON, for comparing runs (bench/compare).
#pragma once

#include <string>

#include "machine.hpp"
#include "report.hpp"

namespace limber::bench {

inline constexpr int kResultSchema = 1;

std::string to_json(const Report& report, const Machine& machine, const std::string& date);

}  // namespace limber::bench
