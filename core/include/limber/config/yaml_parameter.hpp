// A YAML value as the value of a parameter.
#pragma once

#include "limber/config/parameter_schema.hpp"
#include "limber/config/yaml_reader.hpp"

namespace limber::config {

// Of the type of the descriptor, not yet checked against it otherwise. Throws ConfigError.
ParameterValue read_parameter_value(const YamlValue& value, const ParameterDescriptor& descriptor);

}  // namespace limber::config
