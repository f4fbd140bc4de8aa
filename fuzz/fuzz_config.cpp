// Fuzzes text as the configuration of a controller, with the schemas of both kinds, and as changes to a running one.
// Accepted input passes the checker, and reads back the same after it is written; a change is applied completely or not
// at all.
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "claim.hpp"
#include "config/yaml_parameter.hpp"
#include "config/yaml_parameters.hpp"
#include "limber/configuration.hpp"

namespace limber::fuzz {
namespace {

using namespace config;

const std::string kSource = "some/file.yaml";

const auto& schema_of(const AdmittanceParameters&) { return admittance_schema(); }
const auto& schema_of(const VariableStiffnessParameters&) { return variable_stiffness_schema(); }
const auto* find_parameter(const AdmittanceParameters&, std::string_view key) { return find_admittance_parameter(key); }
const auto* find_parameter(const VariableStiffnessParameters&, std::string_view key) {
  return find_variable_stiffness_parameter(key);
}
void read(const YamlDocument& document, const std::string& section, AdmittanceParameters& parameters) {
  parameters = read_admittance(document, section);
}
void read(const YamlDocument& document, const std::string& section, VariableStiffnessParameters& parameters) {
  parameters = read_variable_stiffness(document, section);
}

template <class Parameters>
ParameterChanges values_of(const Parameters& parameters) {
  ParameterChanges values;
  for (const auto& parameter : schema_of(parameters)) {
    if (const auto value = parameter.read(parameters)) values.emplace_back(parameter.descriptor.key, *value);
  }
  return values;
}

// Except for the last digits: a normal is scaled to unit length at each reading.
bool alike(const ParameterValue& a, const ParameterValue& b) {
  const auto* left = std::get_if<std::vector<double>>(&a);
  const auto* right = std::get_if<std::vector<double>>(&b);
  if (left == nullptr || right == nullptr) return a == b;
  return std::equal(left->begin(), left->end(), right->begin(), right->end(), [](double x, double y) {
    return x == y || std::abs(x - y) <= 1e-12 * std::max(std::abs(x), std::abs(y));
  });
}

// What a user would have to write for these parameters: all values that are not defaults.
template <class Parameters>
std::string written(const Parameters& parameters) {
  const Parameters defaults;
  std::string text = "controller:\n  ros__parameters: {\n";
  for (const auto& parameter : schema_of(parameters)) {
    const std::optional<ParameterValue> value = parameter.read(parameters);
    if (!value || value == parameter.read(defaults)) continue;
    text += "    " + parameter.descriptor.key + ": " + to_yaml(*value) + ",\n";
  }
  return text + "  }\n";
}

template <class Parameters>
void claim_reads_back(const Parameters& parameters) {
  const std::string text = written(parameters);
  Parameters again;
  const bool taken = accepted(kSource, [&] { read(YamlDocument::parse(text, kSource), "", again); });
  claim(taken, "what is accepted is accepted again as it would be written", text);
  const ParameterChanges first = values_of(parameters), second = values_of(again);
  claim(first.size() == second.size(), "as many values are read back as were written", text);
  for (std::size_t i = 0; i < first.size(); ++i) {
    claim(alike(first[i].second, second[i].second), "a value is read back as it was written", first[i].first);
  }
}

template <class Parameters>
void read_sections(const YamlDocument& document) {
  const std::vector<YamlValue> entries = document.root().entries();
  for (const std::string& section : {std::string(), entries.empty() ? "none" : entries.front().name()}) {
    Parameters parameters;
    if (!accepted(kSource, [&] { read(document, section, parameters); })) continue;
    claim(check(parameters).empty(), "what is accepted passes the checker");
    claim_reads_back(parameters);
  }
}

// Applies the keys at the top of the document that are parameters, as `limber send set` and ROS would.
template <class Parameters>
void change_parameters(const YamlDocument& document, Change when) {
  Parameters parameters;
  const ParameterChanges before = values_of(parameters);
  ParameterChanges changes;
  for (const YamlValue& entry : document.root().entries()) {
    const auto* parameter = find_parameter(parameters, entry.name());
    if (parameter == nullptr) continue;
    accepted(kSource, [&] { changes.emplace_back(entry.name(), read_parameter_value(entry, parameter->descriptor)); });
  }
  if (accepted("", [&] { set(parameters, changes, when); })) {
    claim(check(parameters).empty(), "parameters pass the checker after a change");
  } else {
    claim(values_of(parameters) == before, "a change that is refused changes nothing");
  }
}

void read_text(std::string_view text) {
  std::optional<YamlDocument> document;
  if (!accepted(kSource, [&] { document = YamlDocument::parse(text, kSource); })) return;
  read_sections<AdmittanceParameters>(*document);
  read_sections<VariableStiffnessParameters>(*document);
  for (const Change when : {Change::kLive, Change::kBeforeStart}) {
    change_parameters<AdmittanceParameters>(*document, when);
    change_parameters<VariableStiffnessParameters>(*document, when);
  }
}

}  // namespace
}  // namespace limber::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  limber::fuzz::read_text({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
