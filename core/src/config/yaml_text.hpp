// The characters of a YAML file: what may stand in one, what a plain scalar means, how a text is shown in a sentence.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace limber::config {

// Throws ConfigError, naming the line, where the text is larger than `most` bytes ("no trajectory is" for the noun
// "trajectory"), not UTF-8, or holds control characters.
void require_readable_text(std::string_view text, const std::string& source, std::size_t most, std::string_view noun);

// A YAML number: decimal, with optional sign, fraction and exponent, or .inf, -.inf, .nan; nothing else.
std::optional<double> parse_number(std::string_view scalar);
std::optional<long long> parse_integer(std::string_view scalar);
std::optional<bool> parse_boolean(std::string_view scalar);  // true or false

// In quotes, on one line, at most some 60 characters of it.
std::string shown_text(std::string_view text);
// The same without quotes.
std::string shown_key(std::string_view key);
// As YAML writes it, so that it can be read back: 0.1, .inf, -.inf.
std::string shown_number(double value);

}  // namespace limber::config
