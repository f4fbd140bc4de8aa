// Checks one value against its descriptor.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "config/matrix_check.hpp"
#include "config/parameter_words.hpp"
#include "config/yaml_text.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

constexpr std::size_t kMaxTextLength = 256;

using Problems = std::vector<ParameterProblem>;

void check_number(const ParameterDescriptor& d, double value, int element, std::size_t count, Problems& problems) {
  const bool off_diagonal = d.definite != Definite::kNotAMatrix && count == 36 && element % 7 != 0;
  const Bounds bounds = off_diagonal ? within(d.bounds.high) : d.bounds;
  const bool chosen =
      d.choices.empty() || std::find(d.choices.begin(), d.choices.end(), shown_number(value)) != d.choices.end();
  if (chosen && bounds.contains(value)) return;
  const std::string unit = element_unit(d, element, count);
  const std::string allowed = d.choices.empty() ? bounds.words() : fmt::format("{}", fmt::join(d.choices, " or "));
  problems.push_back({d.key, element,
                      fmt::format("{} is {}{}{}; {} must be {}", element_name(d, element, count), shown_number(value),
                                  unit.empty() ? "" : " ", unit, d.noun, allowed)});
}

void check_text(const ParameterDescriptor& d, const std::string& text, int element, Problems& problems) {
  const auto refuse = [&](const std::string& rule) {
    problems.push_back(
        {d.key, element, fmt::format("{} is {}; {}", element_name(d, element, 0), shown_text(text), rule)});
  };
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  if (!d.choices.empty() && std::find(d.choices.begin(), d.choices.end(), text) == d.choices.end()) {
    refuse(fmt::format("it must be one of {}", fmt::join(d.choices, ", ")));
  } else if (text.size() > kMaxTextLength) {
    refuse(fmt::format("a name has at most {} characters", kMaxTextLength));
  } else if (std::any_of(text.begin(), text.end(), is_control)) {
    refuse("a name must be on one line, without control characters");
  } else if (element >= 0 && text.empty()) {
    refuse("a name in a list must not be empty");
  }
}

void check_texts(const ParameterDescriptor& d, const std::vector<std::string>& texts, Problems& problems) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const int element = static_cast<int>(i);
    check_text(d, texts[i], element, problems);
    const auto end = texts.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(texts.begin(), end, texts[i]) == end) continue;
    problems.push_back(
        {d.key, element,
         fmt::format("{} is {}; each may be named only once", element_name(d, element, 0), shown_text(texts[i]))});
  }
}

void check_numbers(const ParameterDescriptor& d, const std::vector<double>& numbers, Problems& problems) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    check_number(d, numbers[i], static_cast<int>(i), numbers.size(), problems);
  }
  if (problems.empty() && d.definite != Definite::kNotAMatrix) check_definite(d, numbers, problems);
}

// The number of elements of a list; nothing for a single value.
std::optional<std::size_t> element_count(const ParameterValue& value) {
  if (const auto* bools = std::get_if<std::vector<bool>>(&value)) return bools->size();
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) return numbers->size();
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) return texts->size();
  return std::nullopt;
}

}  // namespace

std::vector<ParameterProblem> check_value(const ParameterDescriptor& d, const ParameterValue& value) {
  const std::optional<std::size_t> count = element_count(value);
  if (count && !d.lengths.empty() && std::find(d.lengths.begin(), d.lengths.end(), *count) == d.lengths.end()) {
    return {
        {d.key, -1,
         fmt::format("{} is {}, with {} elements; it must be {}", d.key, shown_value(value), *count, length_words(d))}};
  }
  Problems problems;
  if (const auto* number = std::get_if<double>(&value)) check_number(d, *number, -1, 1, problems);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    check_number(d, static_cast<double>(*integer), -1, 1, problems);
  }
  if (const auto* text = std::get_if<std::string>(&value)) check_text(d, *text, -1, problems);
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) check_texts(d, *texts, problems);
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) check_numbers(d, *numbers, problems);
  return problems;
}

}  // namespace limber::config
