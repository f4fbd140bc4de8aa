// Values of every wrong kind for a parameter, as YAML writes them: wrong type, not a number, out of bounds, unknown
// name, wrong length, nothing at all.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "limber/configuration.hpp"

namespace limber::app::test {

inline std::vector<std::string> wrong_numbers(const config::ParameterDescriptor& d) {
  std::vector<std::string> values{".nan", "many", "true", "{a: 1}", "1e999", "'1'", ""};
  if (!d.bounds.plus_infinity) values.emplace_back(".inf");
  if (!d.bounds.minus_infinity) values.emplace_back("-.inf");
  if (d.bounds.low > -1e300) values.push_back(fmt::format("{}", d.bounds.low - 1.0 - std::abs(d.bounds.low)));
  if (d.bounds.low_open) values.push_back(fmt::format("{}", d.bounds.low));
  if (d.bounds.high < 1e300) values.push_back(fmt::format("{}", 2.0 * d.bounds.high + 1.0));
  return values;
}

inline std::vector<std::string> wrong_elements(const config::ParameterDescriptor& d) {
  using Type = config::ParameterType;
  if (d.type == Type::kBool || d.type == Type::kBools) return {"maybe", "3", ".nan", "{a: 1}", ""};
  // A text may be any where the schema has no choices; what it names must be there all the same.
  if (d.type == Type::kText || d.type == Type::kTexts) return {"5", "true", "{a: 1}", "", "nope"};
  std::vector<std::string> values = wrong_numbers(d);
  if (d.type == Type::kInteger) values.emplace_back("1.5");
  return values;
}

inline std::string list_of(std::size_t length, const std::string& value) {
  return fmt::format("[{}]", fmt::join(std::vector<std::string>(length, value), ", "));
}

inline std::vector<std::string> wrong_values(const config::ParameterDescriptor& d) {
  using Type = config::ParameterType;
  const bool list = d.type == Type::kBools || d.type == Type::kNumbers || d.type == Type::kTexts;
  if (!list) {
    std::vector<std::string> values = wrong_elements(d);
    values.insert(values.end(), {"[]", "[1, 2]", "[[1]]"});
    return values;
  }
  std::vector<std::string> values{"", "{a: 1}", "[[1, 2], [3, 4]]", "nope"};
  const auto allowed = [&](std::size_t n) {
    return d.lengths.empty() || std::find(d.lengths.begin(), d.lengths.end(), n) != d.lengths.end();
  };
  const std::string fine = d.type == Type::kBools ? "true" : d.type == Type::kTexts ? "nope" : "1.5";
  for (const std::size_t n : {0u, 1u, 2u, 5u, 7u, 35u, 37u, 1000u}) {
    if (!allowed(n)) values.push_back(list_of(n, fine));
  }
  const std::size_t length = d.lengths.empty() ? 1 : d.lengths.back();
  for (const std::string& element : wrong_elements(d)) {
    if (!element.empty()) values.push_back(list_of(std::max<std::size_t>(1, length), element));
  }
  if (d.definite != config::Definite::kNotAMatrix) {
    std::string crooked = "[1";
    for (int i = 1; i < 36; ++i) crooked += i % 7 == 0 ? ", 1" : i == 1 ? ", 0.5" : ", 0";
    values.push_back(crooked + "]");
  }
  return values;
}

}  // namespace limber::app::test
