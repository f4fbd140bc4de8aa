// From YAML text, or from changes by key, to checked VariableStiffnessParameters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "limber/config/config_error.hpp"
#include "limber/config/parameter_schema.hpp"
#include "limber/config/yaml_reader.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber::config {

// Every parameter, in the order in which they are best explained.
const std::vector<Parameter<VariableStiffnessParameters>>& variable_stiffness_schema();

// The parameter of that key or alias, or null.
const Parameter<VariableStiffnessParameters>* find_variable_stiffness_parameter(std::string_view key);

// `section` is the controller's name in the file; left out, the file's only section that is neither `limber` nor a
// controller manager's. All throw ConfigError, with up to ten of a file's errors.
VariableStiffnessParameters load_variable_stiffness(const std::string& path, const std::string& section = "");
VariableStiffnessParameters parse_variable_stiffness(const std::string& text, const std::string& source,
                                                     const std::string& section = "");
VariableStiffnessParameters read_variable_stiffness(const YamlDocument& document, const std::string& section = "");

// Everything wrong with plain values, one sentence each; empty where they may run.
std::vector<std::string> check(const VariableStiffnessParameters& parameters);

// Applies all changes or, throwing ConfigError, none. With Change::kLive it refuses what needs a restart.
void set(VariableStiffnessParameters& parameters, const ParameterChanges& changes, Change when = Change::kBeforeStart);

// R_BT of the parameter `orientation`.
Matrix3 orientation_of(const CycleParameters& cycle);

}  // namespace limber::config
