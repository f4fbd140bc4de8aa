// Escapes texts and writes values as RFC 8259 has them.
#include "json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace limber::app {
namespace {

// Bytes of the UTF-8 character that begins at `at`; 0 where none does.
std::size_t character_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = length > 1 ? byte(at + 1) : 0;
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second >= 0xa0;
  const bool too_large = first == 0xf4 && second >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

// A file's name may hold any byte; what is no UTF-8 becomes the replacement character.
std::string quoted_text(const std::string& text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text, i);
    const char c = text[i];
    if (length == 0) {
      out += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      out.append(text, i, length);
    }
    i += std::max<std::size_t>(1, length);
  }
  return out + "\"";
}

}  // namespace

Json::Json(double number) : text_(std::isfinite(number) ? fmt::format("{}", number) : "null") {}
Json::Json(const std::string& text) : text_(quoted_text(text)) {}

Json& Json::set(const std::string& key, Json value) {
  keys_.push_back(quoted_text(key));
  values_.push_back(std::move(value));
  return *this;
}

Json& Json::add(Json value) {
  values_.push_back(std::move(value));
  return *this;
}

std::string Json::text_at(std::size_t depth) const {
  if (kind_ == Kind::kScalar) return text_;
  const bool object = kind_ == Kind::kObject;
  if (values_.empty()) return object ? "{}" : "[]";
  std::string out(1, object ? '{' : '[');
  const std::string indent(2 * (depth + 1), ' ');
  for (std::size_t i = 0; i < values_.size(); ++i) {
    out += (i == 0 ? "\n" : ",\n") + indent + (object ? keys_[i] + ": " : "") + values_[i].text_at(depth + 1);
  }
  return out + "\n" + std::string(2 * depth, ' ') + (object ? "}" : "]");
}

void print(const Json& json) { fmt::print("{}\n", json.text()); }

}  // namespace limber::app
