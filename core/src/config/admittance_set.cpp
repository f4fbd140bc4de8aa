// Changes of admittance parameters by key, all or none.
#include "admittance_schema.hpp"
#include "limber/config/admittance_config.hpp"
#include "schema_changes.hpp"

namespace limber::config {

void set(AdmittanceParameters& parameters, const ParameterChanges& changes, Change when) {
  apply_changes(admittance_schema(), parameters, changes, when,
                [](const AdmittanceParameters& changed) { return check(changed); });
}

void set(AdmittanceParameters& parameters, const std::string& key, const ParameterValue& value, Change when) {
  set(parameters, ParameterChanges{{key, value}}, when);
}

}  // namespace limber::config
