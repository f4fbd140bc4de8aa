// The schema of a controller as a table: the parts that are the same for all controllers.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/stored_value.hpp"
#include "limber/configuration.hpp"

// The member of the parameters that a row of the table describes.
#define LIMBER_MEMBER(member) ([](auto& p) -> auto& { return p.member; })

namespace limber::config {

inline constexpr Change kFixed = Change::kBeforeStart;

template <class Parameters>
using Table = std::vector<Parameter<Parameters>>;

template <class Parameters>
Table<Parameters> joined_tables(const std::vector<Table<Parameters>>& parts) {
  Table<Parameters> all;
  for (const Table<Parameters>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// The parameter with this key or alias, or null.
template <class Parameters>
const Parameter<Parameters>* find_parameter(const Table<Parameters>& schema, std::string_view key) {
  for (const auto& parameter : schema) {
    const auto& aliases = parameter.descriptor.aliases;
    if (parameter.descriptor.key == key) return &parameter;
    if (std::find(aliases.begin(), aliases.end(), key) != aliases.end()) return &parameter;
  }
  return nullptr;
}

// "admitance.mass is not a known key; did you mean admittance.mass?"
std::string unknown_key_sentence(const std::string& key, const std::vector<std::string>& known);

template <class Parameters>
std::string unknown_key_sentence(const Table<Parameters>& schema, const std::string& key) {
  std::vector<std::string> known;
  for (const auto& parameter : schema) {
    known.push_back(parameter.descriptor.key);
    known.insert(known.end(), parameter.descriptor.aliases.begin(), parameter.descriptor.aliases.end());
  }
  return unknown_key_sentence(key, known);
}

// All errors of plain values, one sentence each; check_together() is called only if each value alone is valid.
template <class Parameters, class CheckTogether>
std::vector<std::string> check_parameters(const Table<Parameters>& schema, const Parameters& parameters,
                                          CheckTogether check_together) {
  std::vector<ParameterProblem> problems;
  for (const auto& parameter : schema) {
    const std::optional<ParameterValue> value = parameter.read(parameters);
    if (!value) continue;
    for (ParameterProblem& problem : check_value(parameter.descriptor, *value)) problems.push_back(std::move(problem));
  }
  if (problems.empty()) problems = check_together(parameters);
  std::vector<std::string> sentences;
  for (const ParameterProblem& problem : problems) sentences.push_back(problem.sentence);
  return sentences;
}

}  // namespace limber::config
