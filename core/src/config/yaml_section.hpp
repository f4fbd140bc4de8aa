// Finds the section of a controller in a file with the layout of ROS: `name: ros__parameters: {…}`.
#pragma once

#include <string>

#include "config/yaml_reader.hpp"

namespace limber::config {

struct ControllerSection {
  std::string name;      // without namespaces
  YamlValue parameters;  // a map, its path empty
};

// `wanted` as for load_admittance. Throws ConfigError.
ControllerSection find_controller_section(const YamlDocument& document, const std::string& wanted);

}  // namespace limber::config
