// Vectors in a configuration.
#pragma once

#include <vector>

#include "config/yaml_reader.hpp"
#include "limber/types.hpp"

namespace limber::config {

// Every number within +-magnitude; `unit` is for the error.
inline Vector3 vector3(const YamlValue& value, double magnitude, const char* unit) {
  const std::vector<double> numbers = value.numbers(3, within(magnitude), unit);
  return {numbers[0], numbers[1], numbers[2]};
}

inline Vector6 vector6(const YamlValue& value, double magnitude, const char* unit) {
  const std::vector<double> numbers = value.numbers(6, within(magnitude), unit);
  return Eigen::Map<const Vector6>(numbers.data());
}

}  // namespace limber::config
