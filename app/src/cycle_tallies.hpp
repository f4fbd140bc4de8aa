// Numbers gathered cycle by cycle, for people and for programs.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "json.hpp"

namespace limber::app {

// Deviations from what was asked for, in one unit.
struct Deviations {
  long samples = 0;
  double square_sum = 0.0, largest = 0.0;

  void add_squared(double square) {
    ++samples;
    square_sum += square;
    largest = std::max(largest, std::sqrt(square));
  }
  double rms() const { return std::sqrt(square_sum / static_cast<double>(samples)); }
  // Of distances in m; null where there is no sample.
  Json json() const { return samples == 0 ? Json() : Json::object().set("rms_m", rms()).set("max_m", largest); }
};

// s in each of the first `kCount` values of an enumeration whose values have names.
template <class Enum, std::size_t kCount>
struct TimesIn {
  std::array<double, kCount> times{};

  void add(Enum value, double period) { times[static_cast<std::size_t>(value)] += period; }
  // "starting 0.20 s, running 9.80 s".
  std::string words() const {
    std::string words;
    for_each([&](const auto& name, double time) {
      words += fmt::format("{}{} {:.2f} s", words.empty() ? "" : ", ", name, time);
    });
    return words;
  }
  Json json() const {
    Json json = Json::object();
    for_each([&](const auto& name, double time) { json.set(std::string(name), time); });
    return json;
  }

 private:
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (times[i] > 0.0) visit(name(static_cast<Enum>(i)), times[i]);
    }
  }
};

}  // namespace limber::app
