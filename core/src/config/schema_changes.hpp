// Changes parameters of a controller by key, all or none, by its schema.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "config/error_collector.hpp"
#include "config/schema_table.hpp"

namespace limber::config {

// Applies one change to `parameters`, or throws.
template <class Parameters>
void apply_change(const Table<Parameters>& schema, Parameters& parameters, const std::string& key,
                  const ParameterValue& given, Change when) {
  const Parameter<Parameters>* parameter = find_parameter(schema, key);
  if (!parameter) throw ConfigError(unknown_key_sentence(schema, key));
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

// Refuses two changes of one parameter, or of two that exclude each other.
template <class Parameters>
void refuse_conflicts(const Table<Parameters>& schema, const ParameterChanges& changes, ErrorCollector& errors) {
  std::map<std::string, std::string> given;  // key in the schema -> key as given
  for (const auto& [key, value] : changes) {
    const Parameter<Parameters>* parameter = find_parameter(schema, key);
    if (!parameter) continue;
    const auto [first, is_new] = given.try_emplace(parameter->descriptor.key, key);
    if (!is_new) errors.add(fmt::format("{} is given twice, first as {}; give it once", key, first->second));
    const auto other = given.find(parameter->descriptor.excludes);
    if (other != given.end()) errors.add(fmt::format("{} is given and so is {}; give one", key, other->second));
  }
}

// Throws ConfigError and changes nothing if a change is refused or if check(parameters) finds an error in the result.
template <class Parameters, class Check>
void apply_changes(const Table<Parameters>& schema, Parameters& parameters, const ParameterChanges& changes,
                   Change when, Check check) {
  if (when == Change::kLive && !parameters.dynamic_parameters) {
    throw ConfigError("dynamic_parameters is false; parameters cannot change while the controller runs");
  }
  Parameters changed = parameters;
  ErrorCollector errors;
  refuse_conflicts(schema, changes, errors);
  for (const auto& change : changes) {
    errors.attempt([&] { apply_change(schema, changed, change.first, change.second, when); });
  }
  errors.throw_if_any();
  for (const std::string& sentence : check(changed)) errors.add(sentence);
  errors.throw_if_any();
  parameters = std::move(changed);
}

}  // namespace limber::config
