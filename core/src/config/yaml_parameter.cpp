// Reads a YAML value in the type its parameter has.
#include "limber/config/yaml_parameter.hpp"

namespace limber::config {
namespace {

template <class Element, class Read>
std::vector<Element> read_list(const YamlValue& value, Read read) {
  std::vector<Element> elements;
  for (const YamlValue& item : value.items()) elements.push_back(read(item));
  return elements;
}

bool is_list(ParameterType type) {
  return type == ParameterType::kBools || type == ParameterType::kNumbers || type == ParameterType::kTexts;
}

}  // namespace

ParameterValue read_parameter_value(const YamlValue& value, const ParameterDescriptor& d) {
  if (d.one_for_all && value.is_scalar()) return std::vector<double>{value.any_number()};
  const bool right_kind = is_list(d.type) ? value.is_sequence() : value.is_scalar();
  if (!right_kind) value.fail("it must be " + allowed_words(d));
  switch (d.type) {
    case ParameterType::kBool:
      return value.boolean();
    case ParameterType::kInteger:
      return std::int64_t{value.integer()};
    case ParameterType::kNumber:
      return value.any_number();
    case ParameterType::kText:
      return value.text();
    case ParameterType::kBools:
      return read_list<bool>(value, [](const YamlValue& item) { return item.boolean(); });
    case ParameterType::kNumbers:
      return read_list<double>(value, [](const YamlValue& item) { return item.any_number(); });
    case ParameterType::kTexts:
      break;
  }
  return read_list<std::string>(value, [](const YamlValue& item) { return item.text(); });
}

}  // namespace limber::config
