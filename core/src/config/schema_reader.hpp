// Reads the section of a controller from a YAML document into its parameters, by its schema.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "config/error_collector.hpp"
#include "config/schema_table.hpp"
#include "config/yaml_parameter.hpp"
#include "config/yaml_section.hpp"

namespace limber::config {

template <class Parameters>
class SchemaReader {
 public:
  explicit SchemaReader(const Table<Parameters>& schema) : schema_(schema) {}

  // check_together(parameters) finds errors between values that are valid alone. Throws ConfigError.
  template <class CheckTogether>
  Parameters read(const ControllerSection& section, CheckTogether check_together) {
    gather(section.parameters);
    refuse_exclusions();
    for (const auto& [key, given] : given_) {
      errors_.attempt([&entry = given, this] { read_one(entry); });
    }
    errors_.throw_if_any();
    for (const ParameterProblem& problem : check_together(parameters_)) {
      const auto given = given_.find(problem.key);
      errors_.add(place_of(given == given_.end() ? section.parameters : given->second.value, problem.element) +
                  problem.sentence);
    }
    errors_.throw_if_any();
    parameters_.name = section.name;
    return std::move(parameters_);
  }

 private:
  struct Given {
    const Parameter<Parameters>* parameter;
    YamlValue value;
  };

  // Walks through the maps of the section; anything that is not a map is a parameter.
  void gather(const YamlValue& map) {
    for (const YamlValue& entry : map.entries()) {
      const Parameter<Parameters>* parameter = find_parameter(schema_, entry.path());
      if (parameter) {
        add(*parameter, entry);
      } else if (entry.is_map()) {
        gather(entry);
      } else if (is_group(entry.path())) {
        errors_.add(entry.sentence("it must be a map of parameters"));
      } else {
        errors_.add(place_of(entry) + unknown_key_sentence(schema_, entry.path()));
      }
    }
  }

  bool is_group(const std::string& path) const {
    return std::any_of(schema_.begin(), schema_.end(), [&](const Parameter<Parameters>& parameter) {
      return parameter.descriptor.key.starts_with(path + ".");
    });
  }

  void add(const Parameter<Parameters>& parameter, const YamlValue& value) {
    const auto [first, is_new] = given_.try_emplace(parameter.descriptor.key, Given{&parameter, value});
    if (is_new) return;
    const YamlValue& other = first->second.value;
    const std::string what = other.path() == value.path() ? "is given twice, first"
                                                          : fmt::format("means the same as {}, given", other.path());
    errors_.add(fmt::format("{}{} {} on line {}", place_of(value), value.path(), what, other.line()));
  }

  void refuse_exclusions() {
    for (const auto& [key, given] : given_) {
      const auto other = given_.find(given.parameter->descriptor.excludes);
      // Each pair is found twice; it is reported at the second of its lines.
      if (other == given_.end() || other->second.value.line() > given.value.line()) continue;
      if (other->second.value.line() == given.value.line() && other->first > key) continue;
      errors_.add(given.value.sentence(
          fmt::format("{} is given too, on line {}; give one", other->first, other->second.value.line())));
    }
  }

  void read_one(const Given& given) {
    ParameterDescriptor descriptor = given.parameter->descriptor;
    descriptor.key = given.value.path();
    given.parameter->write(parameters_, read_checked_value(given.value, descriptor));
  }

  const Table<Parameters>& schema_;
  Parameters parameters_;
  std::map<std::string, Given> given_;  // by the schema's key
  ErrorCollector errors_;
};

}  // namespace limber::config
