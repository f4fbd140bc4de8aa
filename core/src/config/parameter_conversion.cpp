// Converts a value to the type of its parameter without loss: integers may become real numbers.
#include <fmt/format.h>

#include "config/parameter_words.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

template <class Wanted>
std::optional<ParameterValue> only(const ParameterValue& value) {
  return std::holds_alternative<Wanted>(value) ? std::optional(value) : std::nullopt;
}

struct IsEmptyList {
  template <class Element>
  bool operator()(const std::vector<Element>& list) const {
    return list.empty();
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

// An empty list has no element type; it matches any list.
template <class Wanted>
std::optional<ParameterValue> list(const ParameterValue& value) {
  if (std::visit(IsEmptyList(), value)) return Wanted();
  return only<Wanted>(value);
}

std::optional<ParameterValue> to_numbers(const ParameterDescriptor& d, const ParameterValue& value) {
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value)) {
    return std::vector<double>(integers->begin(), integers->end());
  }
  if (const auto numbers = list<std::vector<double>>(value)) return numbers;
  if (!d.one_for_all) return std::nullopt;
  if (const auto* number = std::get_if<double>(&value)) return std::vector<double>{*number};
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    return std::vector<double>{static_cast<double>(*integer)};
  return std::nullopt;
}

std::optional<ParameterValue> converted(const ParameterDescriptor& d, const ParameterValue& value) {
  switch (d.type) {
    case ParameterType::kBool:
      return only<bool>(value);
    case ParameterType::kInteger:
      return only<std::int64_t>(value);
    case ParameterType::kNumber:
      if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
      return only<double>(value);
    case ParameterType::kText:
      return only<std::string>(value);
    case ParameterType::kBools:
      return list<std::vector<bool>>(value);
    case ParameterType::kNumbers:
      return to_numbers(d, value);
    case ParameterType::kTexts:
      return list<std::vector<std::string>>(value);
  }
  return std::nullopt;
}

}  // namespace

std::variant<ParameterValue, ParameterProblem> convert(const ParameterDescriptor& d, const ParameterValue& value) {
  if (const std::optional<ParameterValue> result = converted(d, value)) return *result;
  return ParameterProblem{d.key, -1,
                          fmt::format("{} is {}; it must be {}", d.key, shown_value(value), allowed_words(d))};
}

}  // namespace limber::config
