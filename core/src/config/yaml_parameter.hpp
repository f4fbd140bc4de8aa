// A YAML value as the value of a parameter.
#pragma once

#include "config/yaml_reader.hpp"
#include "limber/configuration.hpp"

namespace limber::config {

// Of the type of the descriptor, not yet checked against it otherwise. Throws ConfigError.
ParameterValue read_parameter_value(const YamlValue& value, const ParameterDescriptor& descriptor);

// Checked too, with the line of the element that is wrong. Throws ConfigError.
ParameterValue read_checked_value(const YamlValue& value, const ParameterDescriptor& descriptor);

// `file:line: ` of a value, or of one element of a list that is spread over lines.
std::string place_of(const YamlValue& value, int element = -1);

}  // namespace limber::config
