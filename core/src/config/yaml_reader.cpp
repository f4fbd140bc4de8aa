// Typed, checked access to the values of a YAML tree.
#include "config/yaml_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "config/text_file.hpp"
#include "config/yaml_text.hpp"
#include "config/yaml_tree.hpp"

namespace limber::config {

struct YamlValue::Source {
  std::string name;
  YamlNode root;
};

namespace {

constexpr std::size_t kMaxShownItems = 8;

bool names_infinity(std::string_view text) {
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  for (const std::string_view word : {"inf", "Inf", "INF", "infinity", "Infinity"}) {
    if (text.substr(sign) == word) return true;
  }
  return false;
}

bool is_word(const YamlNode& node) { return node.quoted || (!parse_number(node.text) && !parse_boolean(node.text)); }

std::string shown_node(const YamlNode& node) {
  switch (node.kind) {
    case YamlKind::kNull:
      return "empty";
    case YamlKind::kScalar:
      return is_word(node) ? shown_text(node.text) : shown_key(node.text);
    case YamlKind::kMap:
      return "a map";
    case YamlKind::kSequence:
      break;
  }
  std::vector<std::string> items;
  for (const YamlNode& item : node.children) {
    if (items.size() == kMaxShownItems) {
      items.emplace_back("…");
      break;
    }
    items.push_back(item.kind == YamlKind::kSequence ? "[…]" : shown_node(item));
  }
  return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string with_unit(const std::string& shown, std::string_view unit) {
  return unit.empty() ? shown : fmt::format("{} {}", shown, unit);
}

}  // namespace

bool YamlValue::is_null() const { return node_->kind == YamlKind::kNull; }
bool YamlValue::is_scalar() const { return node_->kind == YamlKind::kScalar; }
bool YamlValue::is_sequence() const { return node_->kind == YamlKind::kSequence; }
bool YamlValue::is_map() const { return node_->kind == YamlKind::kMap; }
int YamlValue::line() const { return node_->line; }
std::string YamlValue::source() const { return source_->name; }
std::string YamlValue::place() const { return fmt::format("{}:{}: ", source_->name, line()); }
std::string YamlValue::shown() const { return shown_node(*node_); }
YamlValue YamlValue::as_root() const { return {source_, node_, "", name_}; }

std::string YamlValue::sentence(std::string_view rule) const {
  const std::string who = path_.empty() ? (name_.empty() ? "the file" : name_) : path_;
  return fmt::format("{}{} is {}; {}", place(), shown_key(who), shown(), rule);
}

void YamlValue::fail(std::string_view rule) const { throw ConfigError(sentence(rule)); }

void YamlValue::require_kind(bool is_kind, std::string_view rule) const {
  if (!is_kind) fail(rule);
}

double YamlValue::any_number() const {
  const std::optional<double> value =
      is_scalar() && !node_->quoted ? parse_number(node_->text) : std::optional<double>{};
  if (!value)
    fail(is_scalar() && names_infinity(node_->text) ? "it must be a number; infinity is written .inf"
                                                    : "it must be a number");
  return *value;
}

double YamlValue::number(const Bounds& bounds, std::string_view unit) const {
  const double value = any_number();
  if (!bounds.contains(value)) {
    throw ConfigError(
        fmt::format("{}{} is {}; it must be {}", place(), shown_key(path_), with_unit(shown(), unit), bounds.words()));
  }
  return value;
}

int YamlValue::integer(const Bounds& bounds, std::string_view unit) const {
  const std::optional<long long> value =
      is_scalar() && !node_->quoted ? parse_integer(node_->text) : std::optional<long long>{};
  if (!value) fail("it must be a whole number");
  const Bounds representable = from(std::numeric_limits<int>::min()).to(std::numeric_limits<int>::max());
  const auto as_double = static_cast<double>(*value);
  for (const Bounds& each : {bounds, representable}) {
    if (each.contains(as_double)) continue;
    throw ConfigError(fmt::format("{}{} is {}; it must be a whole number {}", place(), shown_key(path_),
                                  with_unit(shown(), unit), each.words()));
  }
  return static_cast<int>(*value);
}

bool YamlValue::boolean() const {
  const std::optional<bool> value = is_scalar() && !node_->quoted ? parse_boolean(node_->text) : std::optional<bool>{};
  if (!value) fail("it must be true or false");
  return *value;
}

std::string YamlValue::text() const {
  require_kind(is_scalar(), "it must be a text");
  if (!is_word(*node_)) fail("it must be a text: put it in quotes if it is one");
  return node_->text;
}

std::string YamlValue::choice(const std::vector<std::string>& choices) const {
  const std::string rule = fmt::format("it must be one of {}", fmt::join(choices, ", "));
  require_kind(is_scalar(), rule);
  if (std::find(choices.begin(), choices.end(), node_->text) == choices.end()) fail(rule);
  return node_->text;
}

std::vector<double> YamlValue::numbers(const Bounds& each, std::string_view unit) const {
  require_kind(is_sequence(), "it must be a list of numbers");
  std::vector<double> values;
  for (const YamlValue& item : items()) values.push_back(item.number(each, unit));
  return values;
}

std::vector<double> YamlValue::numbers(std::size_t count, const Bounds& each, std::string_view unit) const {
  const std::string rule = fmt::format("it must be a list of {} numbers", count);
  require_kind(is_sequence() && node_->children.size() == count, rule);
  return numbers(each, unit);
}

std::vector<std::string> YamlValue::texts() const {
  require_kind(is_sequence(), "it must be a list of texts");
  std::vector<std::string> values;
  for (const YamlValue& item : items()) values.push_back(item.text());
  return values;
}

std::vector<YamlValue> YamlValue::items() const {
  require_kind(is_sequence(), "it must be a list");
  std::vector<YamlValue> items;
  for (const YamlNode& child : node_->children) {
    const std::string name = fmt::format("[{}]", items.size());
    items.push_back({source_, &child, path_ + name, name});
  }
  return items;
}

std::vector<YamlValue> YamlValue::entries() const {
  require_kind(is_map(), "it must be a map");
  std::vector<YamlValue> entries;
  for (const YamlNode& child : node_->children) {
    entries.push_back({source_, &child, path_.empty() ? child.key : path_ + "." + child.key, child.key});
  }
  return entries;
}

std::optional<YamlValue> YamlValue::find(std::string_view key) const {
  require_kind(is_map(), "it must be a map");
  for (const YamlNode& child : node_->children) {
    if (child.key != key) continue;
    return YamlValue{source_, &child, path_.empty() ? child.key : path_ + "." + child.key, child.key};
  }
  return std::nullopt;
}

YamlValue YamlValue::require(std::string_view key) const {
  if (const std::optional<YamlValue> found = find(key)) return *found;
  throw ConfigError(
      fmt::format("{}{} has no {}; it needs one", place(), path_.empty() ? "the file" : shown_key(path_), key));
}

void YamlValue::allow_only(const std::vector<std::string>& keys) const {
  ErrorCollector errors;
  for (const YamlValue& entry : entries()) {
    if (std::find(keys.begin(), keys.end(), entry.name()) != keys.end()) continue;
    const std::string near = nearest_key(entry.name(), keys);
    const std::string advice =
        near.empty() ? fmt::format("known here are {}", fmt::join(keys, ", ")) : fmt::format("did you mean {}?", near);
    errors.add(fmt::format("{}{} is not a known key; {}", entry.place(), shown_key(entry.path()), advice));
  }
  errors.throw_if_any();
}

YamlDocument YamlDocument::parse(std::string_view text, const std::string& source, const YamlLimits& limits) {
  auto kept = std::make_shared<YamlValue::Source>();
  kept->name = source;
  kept->root = build_yaml_tree(text, source, limits);
  const YamlNode* root = &kept->root;
  return YamlDocument(YamlValue(std::move(kept), root, "", ""));
}

YamlDocument YamlDocument::load(const std::string& path, const YamlLimits& limits) {
  return parse(read_text_file(path, limits.bytes), path, limits);
}

}  // namespace limber::config
