// Checks the characters of a YAML text and reads its scalars.
#include "config/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "config/error_collector.hpp"

namespace limber::config {
namespace {

constexpr std::size_t kMaxShown = 60;

// The bytes of the UTF-8 character at the start of `text`; 0 if it is not valid.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7F;
}

std::string_view without_plus(std::string_view scalar) {
  if (scalar.size() > 1 && scalar[0] == '+' && scalar[1] != '-') scalar.remove_prefix(1);
  return scalar;
}

// On one line: control characters and line ends become spaces; cut between characters.
std::string shortened(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text.substr(i)));
    if (shown.size() + length > kMaxShown) return shown + "…";
    if (length == 1 && (is_control(text[i]) || text[i] == '\n' || text[i] == '\r' || text[i] == '\t')) {
      shown += ' ';
    } else {
      shown += text.substr(i, length);
    }
    i += length;
  }
  return shown;
}

}  // namespace

void require_readable_text(std::string_view text, const std::string& source, std::size_t most, std::string_view noun) {
  if (text.size() > most) {
    throw ConfigError(fmt::format("{}: it is larger than {} bytes, the limit of a {}", source, most, noun));
  }
  int line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0) throw ConfigError(fmt::format("{}:{}: a byte is not UTF-8 text", source, line));
    if (is_control(text[i])) {
      throw ConfigError(fmt::format("{}:{}: the text contains a control character (code {})", source, line,
                                    static_cast<int>(text[i])));
    }
    if (text[i] == '\n') ++line;
    i += length;
  }
}

std::optional<double> parse_number(std::string_view scalar) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  scalar = without_plus(scalar);
  if (scalar == ".inf") return kInfinity;
  if (scalar == "-.inf") return -kInfinity;
  if (scalar == ".nan") return std::numeric_limits<double>::quiet_NaN();
  // from_chars alone would accept "inf" and "nan", which are texts in YAML.
  if (scalar.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(scalar.data(), scalar.data() + scalar.size(), value);
  if (error != std::errc{} || end != scalar.data() + scalar.size()) return std::nullopt;
  return value;
}

std::optional<long long> parse_integer(std::string_view scalar) {
  scalar = without_plus(scalar);
  long long value = 0;
  const auto [end, error] = std::from_chars(scalar.data(), scalar.data() + scalar.size(), value);
  if (error != std::errc{} || end != scalar.data() + scalar.size()) return std::nullopt;
  return value;
}

std::optional<bool> parse_boolean(std::string_view scalar) {
  if (scalar == "true") return true;
  if (scalar == "false") return false;
  return std::nullopt;
}

std::string shown_text(std::string_view text) { return fmt::format("\"{}\"", shortened(text)); }

std::string shown_key(std::string_view key) { return shortened(key); }

std::string shown_number(double value) {
  if (std::isnan(value)) return ".nan";
  if (std::isinf(value)) return value > 0 ? ".inf" : "-.inf";
  return fmt::format("{}", value);
}

}  // namespace limber::config
