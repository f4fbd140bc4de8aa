// Changes admittance parameters by key, all or none.
#include "config/admittance_schema.hpp"
#include "config/schema_changes.hpp"
#include "limber/configuration.hpp"

namespace limber::config {

void set(AdmittanceParameters& parameters, const ParameterChanges& changes, Change when) {
  apply_changes(admittance_schema(), parameters, changes, when,
                [](const AdmittanceParameters& changed) { return check(changed); });
}

void set(AdmittanceParameters& parameters, const std::string& key, const ParameterValue& value, Change when) {
  set(parameters, ParameterChanges{{key, value}}, when);
}

}  // namespace limber::config
