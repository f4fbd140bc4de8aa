// Changes of admittance parameters by key, all or none.
#include <fmt/format.h>

#include <map>

#include "admittance_schema.hpp"
#include "limber/config/admittance_config.hpp"
#include "yaml_text.hpp"

namespace limber::config {
namespace {

// Applies one change to `parameters`, or throws.
void apply(AdmittanceParameters& parameters, const std::string& key, const ParameterValue& given, Change when) {
  const Parameter<AdmittanceParameters>* parameter = find_admittance_parameter(key);
  if (!parameter) throw ConfigError(unknown_key_sentence(key));
  ParameterDescriptor descriptor = parameter->descriptor;
  descriptor.key = key;
  if (when == Change::kLive && descriptor.change != Change::kLive) {
    throw ConfigError(fmt::format("{} cannot change while the controller runs; stop it first", key));
  }
  const std::variant<ParameterValue, ParameterProblem> value = convert(descriptor, given);
  if (const auto* problem = std::get_if<ParameterProblem>(&value)) throw ConfigError(problem->sentence);
  std::vector<std::string> sentences;
  for (const ParameterProblem& problem : check_value(descriptor, std::get<ParameterValue>(value))) {
    sentences.push_back(problem.sentence);
  }
  if (!sentences.empty()) throw ConfigError(std::move(sentences));
  parameter->write(parameters, std::get<ParameterValue>(value));
}

// Two changes of one parameter, or of two that exclude each other.
void refuse_conflicts(const ParameterChanges& changes, ErrorCollector& errors) {
  std::map<std::string, std::string> given;  // the schema's key, and the key as it was given
  for (const auto& [key, value] : changes) {
    const Parameter<AdmittanceParameters>* parameter = find_admittance_parameter(key);
    if (!parameter) continue;
    const auto [first, is_new] = given.try_emplace(parameter->descriptor.key, key);
    if (!is_new) errors.add(fmt::format("{} is given twice, first as {}; give it once", key, first->second));
    const auto other = given.find(parameter->descriptor.excludes);
    if (other != given.end()) errors.add(fmt::format("{} is given and so is {}; give one", key, other->second));
  }
}

}  // namespace

std::string unknown_key_sentence(const std::string& key) {
  std::vector<std::string> known;
  for (const auto& parameter : admittance_schema()) {
    known.push_back(parameter.descriptor.key);
    known.insert(known.end(), parameter.descriptor.aliases.begin(), parameter.descriptor.aliases.end());
  }
  const std::string near = nearest_key(key, known);
  return fmt::format("{} is not a known key{}", shown_key(key),
                     near.empty() ? "" : fmt::format("; did you mean {}?", near));
}

void set(AdmittanceParameters& parameters, const ParameterChanges& changes, Change when) {
  if (when == Change::kLive && !parameters.dynamic_parameters) {
    throw ConfigError("dynamic_parameters is false; parameters cannot change while the controller runs");
  }
  AdmittanceParameters changed = parameters;
  ErrorCollector errors;
  refuse_conflicts(changes, errors);
  for (const auto& change : changes) {
    errors.attempt([&] { apply(changed, change.first, change.second, when); });
  }
  errors.throw_if_any();
  for (const std::string& sentence : check(changed)) errors.add(sentence);
  errors.throw_if_any();
  parameters = std::move(changed);
}

void set(AdmittanceParameters& parameters, const std::string& key, const ParameterValue& value, Change when) {
  set(parameters, ParameterChanges{{key, value}}, when);
}

}  // namespace limber::config
