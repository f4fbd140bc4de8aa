// The characters of a YAML file: which are allowed, the meaning of plain scalars, and texts for sentences.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace limber::config {

// Throws ConfigError with the line if the text is larger than `most` bytes, is not UTF-8 or contains control
// characters. `noun` names the content in the error: "trajectory".
void require_readable_text(std::string_view text, const std::string& source, std::size_t most, std::string_view noun);

// A YAML number: decimal, with optional sign, fraction and exponent, or .inf, -.inf, .nan.
std::optional<double> parse_number(std::string_view scalar);
std::optional<long long> parse_integer(std::string_view scalar);
std::optional<bool> parse_boolean(std::string_view scalar);  // true or false

// In quotes, on one line, shortened to about 60 characters.
std::string shown_text(std::string_view text);
// The same without quotes.
std::string shown_key(std::string_view key);
// As YAML, so that it can be read back: 0.1, .inf, -.inf.
std::string shown_number(double value);

}  // namespace limber::config
