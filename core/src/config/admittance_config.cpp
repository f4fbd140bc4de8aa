// Reads the section of a controller from a YAML document into AdmittanceParameters.
#include "limber/config/admittance_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "admittance_schema.hpp"
#include "limber/config/yaml_parameter.hpp"
#include "yaml_section.hpp"
#include "yaml_text.hpp"

namespace limber::config {
namespace {

using AdmittanceParameter = Parameter<AdmittanceParameters>;

class AdmittanceReader {
 public:
  AdmittanceParameters read(const ControllerSection& section) {
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
    const AdmittanceParameter* parameter;
    YamlValue value;
  };

  // Walks the maps of the section; whatever is not a map is a parameter.
  void gather(const YamlValue& map) {
    for (const YamlValue& entry : map.entries()) {
      const AdmittanceParameter* parameter = find_admittance_parameter(entry.path());
      if (parameter) {
        add(*parameter, entry);
      } else if (entry.is_map()) {
        gather(entry);
      } else if (is_group(entry.path())) {
        errors_.add(entry.sentence("it must be a map of parameters"));
      } else {
        errors_.add(place_of(entry) + unknown_key_sentence(entry.path()));
      }
    }
  }

  static bool is_group(const std::string& path) {
    const auto& schema = admittance_schema();
    return std::any_of(schema.begin(), schema.end(), [&](const AdmittanceParameter& parameter) {
      return parameter.descriptor.key.starts_with(path + ".");
    });
  }

  void add(const AdmittanceParameter& parameter, const YamlValue& value) {
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
      // Each pair is met twice; it is reported where it is given second.
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

  AdmittanceParameters parameters_;
  std::map<std::string, Given> given_;  // by the schema's key
  ErrorCollector errors_;
};

}  // namespace

AdmittanceParameters read_admittance(const YamlDocument& document, const std::string& section) {
  return AdmittanceReader().read(find_controller_section(document, section));
}

AdmittanceParameters parse_admittance(const std::string& text, const std::string& source, const std::string& section) {
  return read_admittance(YamlDocument::parse(text, source), section);
}

AdmittanceParameters load_admittance(const std::string& path, const std::string& section) {
  return read_admittance(YamlDocument::load(path), section);
}

}  // namespace limber::config
