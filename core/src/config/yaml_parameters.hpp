// The parameters of a controller from its section of a YAML document.
#pragma once

#include <string>

#include "config/yaml_reader.hpp"
#include "limber/configuration.hpp"

namespace limber::config {

AdmittanceParameters read_admittance(const YamlDocument& document, const std::string& section = "");
VariableStiffnessParameters read_variable_stiffness(const YamlDocument& document, const std::string& section = "");

}  // namespace limber::config
