// Describes parameters in words, and writes values as YAML.
#include "config/parameter_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iomanip>
#include <sstream>

#include "config/yaml_text.hpp"

namespace limber::config {
namespace {

std::string element_word(ParameterType type) {
  switch (type) {
    case ParameterType::kBool:
    case ParameterType::kBools:
      return "true or false";
    case ParameterType::kInteger:
      return "a whole number";
    case ParameterType::kNumber:
      return "a number";
    case ParameterType::kNumbers:
      return "numbers";
    case ParameterType::kText:
      return "a text";
    case ParameterType::kTexts:
      return "texts";
  }
  return "";
}

template <class Element, class Show>
std::string listed(const std::vector<Element>& elements, Show show) {
  std::string list;
  for (const auto& element : elements) list += (list.empty() ? "" : ", ") + show(element);
  return "[" + list + "]";
}

// A text in double quotes, escaped for YAML.
std::string quoted(const std::string& text) {
  std::ostringstream out;
  out << std::quoted(text);
  return out.str();
}

}  // namespace

std::string element_name(const ParameterDescriptor& d, int element, std::size_t count) {
  if (element < 0) return d.key;
  if (d.definite != Definite::kNotAMatrix && count == 36) {
    return fmt::format("{}({},{})", d.key, element / 6, element % 6);
  }
  return fmt::format("{}[{}]", d.key, element);
}

std::string element_unit(const ParameterDescriptor& d, int element, std::size_t count) {
  const std::size_t comma = d.unit.find(", ");
  if (comma == std::string::npos) return d.unit;
  if (element < 0) return "";
  const bool angular_row = count == 36 ? element / 6 >= 3 : element >= static_cast<int>(count / 2);
  const bool angular_column = count == 36 ? element % 6 >= 3 : angular_row;
  if (angular_row != angular_column) return "";
  return angular_row ? d.unit.substr(comma + 2) : d.unit.substr(0, comma);
}

std::string length_words(const ParameterDescriptor& d) {
  if (!d.length_words.empty()) return d.length_words;
  const std::string each = d.type == ParameterType::kBools ? "times true or false" : element_word(d.type);
  if (d.lengths.empty()) return "a list of " + each;
  return fmt::format("{} {}", fmt::join(d.lengths, " or "), each);
}

std::string allowed_words(const ParameterDescriptor& d) {
  const bool list =
      d.type == ParameterType::kNumbers || d.type == ParameterType::kTexts || d.type == ParameterType::kBools;
  std::string words = list ? length_words(d) : element_word(d.type);
  if (list && !d.choices.empty() && !d.length_words.empty()) return words;  // these name the choices already
  if (!d.choices.empty()) return fmt::format("{}, {}{}", words, list ? "each of " : "", fmt::join(d.choices, " or "));
  const bool numeric =
      d.type == ParameterType::kNumber || d.type == ParameterType::kNumbers || d.type == ParameterType::kInteger;
  if (numeric) words += fmt::format(", {}{}", list ? "each " : "", d.bounds.words());
  if (d.definite == Definite::kPositive) words += "; symmetric, positive definite";
  if (d.definite == Definite::kSemipositive) words += "; symmetric, positive semi-definite";
  return words;
}

std::string to_yaml(const ParameterValue& value) {
  const auto show_bool = [](bool b) { return std::string(b ? "true" : "false"); };
  const auto show_integer = [](std::int64_t i) { return fmt::format("{}", i); };
  struct Visitor {
    decltype(show_bool) boolean;
    decltype(show_integer) integer;
    std::string operator()(bool b) const { return boolean(b); }
    std::string operator()(std::int64_t i) const { return integer(i); }
    std::string operator()(double d) const { return shown_number(d); }
    std::string operator()(const std::string& s) const { return quoted(s); }
    std::string operator()(const std::vector<bool>& list) const { return listed(list, boolean); }
    std::string operator()(const std::vector<std::int64_t>& list) const { return listed(list, integer); }
    std::string operator()(const std::vector<double>& list) const { return listed(list, shown_number); }
    std::string operator()(const std::vector<std::string>& list) const { return listed(list, quoted); }
  };
  return std::visit(Visitor{show_bool, show_integer}, value);
}

std::string shown_value(const ParameterValue& value) { return shown_key(to_yaml(value)); }

}  // namespace limber::config
