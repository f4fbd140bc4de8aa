// From YAML text, or from changes by key, to checked AdmittanceParameters.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limber/admittance_parameters.hpp"
#include "limber/config/config_error.hpp"
#include "limber/config/parameter_schema.hpp"
#include "limber/config/yaml_reader.hpp"

namespace limber::config {

// Every parameter, in the order in which they are best explained.
const std::vector<Parameter<AdmittanceParameters>>& admittance_schema();

// The parameter of that key or alias, or null.
const Parameter<AdmittanceParameters>* find_admittance_parameter(std::string_view key);

// `section` is the controller's name in the file; left out, the file's only section that is neither `limber` nor a
// controller manager's. All throw ConfigError, with up to ten of a file's errors.
AdmittanceParameters load_admittance(const std::string& path, const std::string& section = "");
AdmittanceParameters parse_admittance(const std::string& text, const std::string& source,
                                      const std::string& section = "");
AdmittanceParameters read_admittance(const YamlDocument& document, const std::string& section = "");

// Everything wrong with plain values, one sentence each; empty where they may run.
std::vector<std::string> check(const AdmittanceParameters& parameters);

// Applies all changes or, throwing ConfigError, none. With Change::kLive it refuses what needs a restart.
void set(AdmittanceParameters& parameters, const ParameterChanges& changes, Change when = Change::kBeforeStart);
void set(AdmittanceParameters& parameters, const std::string& key, const ParameterValue& value,
         Change when = Change::kBeforeStart);

}  // namespace limber::config
