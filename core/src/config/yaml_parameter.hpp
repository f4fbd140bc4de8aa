// A YAML value as the value of a parameter.
#pragma once

#include "config/yaml_reader.hpp"
#include "limber/configuration.hpp"

namespace limber::config {

// Has the type of the descriptor; bounds are not checked. Throws ConfigError.
ParameterValue read_parameter_value(const YamlValue& value, const ParameterDescriptor& descriptor);

// Also checked; errors name the line of the wrong element. Throws ConfigError.
ParameterValue read_checked_value(const YamlValue& value, const ParameterDescriptor& descriptor);

// `file:line: ` of a value, or of one element of a list over several lines.
std::string place_of(const YamlValue& value, int element = -1);

}  // namespace limber::config
