// Tests a number against its range, and describes the range.
#include <fmt/format.h>

#include <cmath>

#include "limber/configuration.hpp"

namespace limber::config {

bool Bounds::contains(double value) const {
  if (std::isnan(value)) return false;
  if (std::isinf(value)) return value > 0 ? plus_infinity : minus_infinity;
  const bool high_enough = low_open ? value > low : value >= low;
  const bool low_enough = high_open ? value < high : value <= high;
  return high_enough && low_enough;
}

std::string Bounds::words() const {
  const bool has_low = low > -std::numeric_limits<double>::max();
  const bool has_high = high < std::numeric_limits<double>::max();
  std::string words;
  if (has_low && has_high && !low_open && !high_open) {
    words = fmt::format("from {:g} to {:g}", low, high);
  } else {
    if (has_low) words = fmt::format("{} {:g}", low_open ? "above" : "at least", low);
    if (has_high) {
      words += fmt::format("{}{} {:g}", has_low ? " and " : "", high_open ? "below" : "at most", high);
    }
    if (words.empty()) words = "finite";
  }
  if (minus_infinity) words += ", or -.inf";
  if (plus_infinity) words += ", or .inf";
  return words;
}

}  // namespace limber::config
