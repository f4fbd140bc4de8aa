// The allowed content of a map that is not a controller's section: its keys with unit, bounds, default and meaning.
// This list is the only place that knows them; the reader, its errors and the documentation use it.
//
//   const SectionSchema kServo{"limber.servo", "How the arm follows.", "{lag: 0.03}",
//                              {{.key = "lag", .unit = "s", .bounds = from(0).to(10), .description = "Its lag.",
//                                .default_words = default_shown(ServoParameters{}.lag)}}};
//   const SectionReader in(map, kServo);  // refuses unknown keys, and missing keys without a default
//   in.read("lag", servo.lag);            // leaves the value unchanged if the key is not given
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "config/yaml_reader.hpp"
#include "limber/configuration.hpp"
#include "limber/types.hpp"

namespace limber::config {

struct SectionSchema {
  std::string place;                      // dotted; [] is each element of a list: limber.scene.plates[]
  std::string description;                // one sentence
  std::string example;                    // as YAML, on one line
  std::vector<ParameterDescriptor> keys;  // a key without default_words is required
  std::string keyword = {};               // distinguishes this kind of map from others at the same place

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const ParameterDescriptor& key : keys) names.push_back(key.key);
    return names;
  }
  const ParameterDescriptor& of(const std::string& key) const {
    for (const ParameterDescriptor& known : keys) {
      if (known.key == key) return known;
    }
    throw std::logic_error(place + " has no key " + key + " in its schema");
  }
};

// A key whose value is a map, a list of maps, or one of several kinds; `allowed` describes it.
inline ParameterDescriptor nested_key(std::string key, std::string allowed, std::string default_words,
                                      std::string description) {
  return {.key = std::move(key),
          .length_words = std::move(allowed),
          .description = std::move(description),
          .default_words = std::move(default_words),
          .type = ParameterType::kTexts};
}

inline std::string default_shown(const ParameterValue& value) { return "`" + to_yaml(value) + "`"; }

class SectionReader {
 public:
  // `schema` must outlive this object. Throws ConfigError.
  SectionReader(const YamlValue& map, const SectionSchema& schema) : SectionReader(unchecked(map, schema)) {
    check_keys();
  }
  // For callers that call check_keys() themselves and continue reading, to find all errors.
  static SectionReader unchecked(const YamlValue& map, const SectionSchema& schema) { return {map, &schema}; }
  void check_keys() const {
    map_.allow_only(schema_->names());
    for (const ParameterDescriptor& key : schema_->keys) {
      if (key.default_words.empty()) map_.require(key.key);
    }
  }

  const YamlValue& map() const { return map_; }
  std::optional<YamlValue> find(const std::string& key) const { return map_.find(schema_->of(key).key); }

  template <class Value>
  void read(const std::string& key, Value& value) const {
    if (const auto given = find(key)) value = as<Value>(*given, schema_->of(key));
  }
  template <class Value>
  void read(const std::string& key, std::optional<Value>& value) const {
    if (const auto given = find(key)) value = as<Value>(*given, schema_->of(key));
  }
  // For required keys.
  template <class Value>
  Value get(const std::string& key) const {
    return as<Value>(map_.require(key), schema_->of(key));
  }

 private:
  SectionReader(const YamlValue& map, const SectionSchema* schema) : map_(map), schema_(schema) {}
  template <class Value>
  static Value as(const YamlValue& given, const ParameterDescriptor& key);

  YamlValue map_;
  const SectionSchema* schema_;
};

template <>
inline double SectionReader::as<double>(const YamlValue& given, const ParameterDescriptor& key) {
  return given.number(key.bounds, key.unit);
}
template <>
inline int SectionReader::as<int>(const YamlValue& given, const ParameterDescriptor& key) {
  return given.integer(key.bounds, key.unit);
}
template <>
inline bool SectionReader::as<bool>(const YamlValue& given, const ParameterDescriptor&) {
  return given.boolean();
}
template <>
inline std::string SectionReader::as<std::string>(const YamlValue& given, const ParameterDescriptor& key) {
  return key.choices.empty() ? given.text() : given.choice(key.choices);
}
template <>
inline Vector3 SectionReader::as<Vector3>(const YamlValue& given, const ParameterDescriptor& key) {
  const std::vector<double> numbers = given.numbers(3, key.bounds, key.unit);
  return {numbers[0], numbers[1], numbers[2]};
}
template <>
inline Vector6 SectionReader::as<Vector6>(const YamlValue& given, const ParameterDescriptor& key) {
  const std::vector<double> numbers = given.numbers(6, key.bounds, key.unit);
  return Eigen::Map<const Vector6>(numbers.data());
}

// Of several kinds of map, such as the actions of a script, the one whose keyword the map has. Throws ConfigError if
// the map has no keyword, or several.
const SectionSchema& kind_of(const YamlValue& map, const std::vector<SectionSchema>& kinds);

}  // namespace limber::config
