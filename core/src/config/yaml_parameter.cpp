// Reads a YAML value with the type of its parameter.
#include "config/yaml_parameter.hpp"

#include <fmt/format.h>

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

ParameterValue read_checked_value(const YamlValue& given, const ParameterDescriptor& d) {
  ParameterValue value = read_parameter_value(given, d);
  std::vector<std::string> sentences;
  for (const ParameterProblem& problem : check_value(d, value)) {
    sentences.push_back(place_of(given, problem.element) + problem.sentence);
  }
  if (!sentences.empty()) throw ConfigError(std::move(sentences));
  return value;
}

std::string place_of(const YamlValue& value, int element) {
  int line = value.line();
  if (element >= 0 && value.is_sequence()) {
    const std::vector<YamlValue> items = value.items();
    if (static_cast<std::size_t>(element) < items.size()) line = items[static_cast<std::size_t>(element)].line();
  }
  return fmt::format("{}:{}: ", value.source(), line);
}

}  // namespace limber::config
