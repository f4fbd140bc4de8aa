// Strict YAML reader with the line of every error; all sections of all files are read with it.
//
// Numbers must be numbers, booleans true or false; a text that looks like either must be quoted. If a map is given
// twice, both are merged; any other key given twice is an error. Every error is a ConfigError, `file:line: key is
// value; …`.
//
//   const YamlDocument document = YamlDocument::load("demo.yaml");
//   const YamlValue scene = document.root().require("limber").require("scene");
//   scene.allow_only({"wall", "seed"});
//   if (auto wall = scene.find("wall")) stiffness = wall->number(above(0).to(1e6), "N/m");
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/error_collector.hpp"
#include "limber/configuration.hpp"

namespace limber::config {

// People write configurations; a larger file is not one.
inline constexpr std::size_t kMaxYamlBytes = 1 << 20;
inline constexpr std::size_t kMaxYamlValues = 20000;  // an alias counts at each use
inline constexpr int kMaxYamlDepth = 32;

// The largest allowed size, and the name of the content in the error.
struct YamlLimits {
  std::size_t bytes = kMaxYamlBytes;
  std::size_t values = kMaxYamlValues;
  std::string_view noun = "configuration";
};

struct YamlNode;

// One value of a document with its position. Cheap to copy; keeps the document alive.
class YamlValue {
 public:
  bool is_null() const;
  bool is_scalar() const;
  bool is_sequence() const;
  bool is_map() const;

  // The last part of its path: the key in its map, "[2]" in a sequence.
  const std::string& name() const { return name_; }
  const std::string& path() const { return path_; }  // dotted, e.g. admittance.mass[2]
  int line() const;                                  // from 1; the line of its key if it has one
  std::string source() const;

  // The same value with an empty path, so that the paths below it begin here.
  YamlValue as_root() const;

  // All of these throw a ConfigError if the value has another type or is not allowed.
  double number(const Bounds& bounds = {}, std::string_view unit = "") const;
  double any_number() const;  // infinities and NaN too
  int integer(const Bounds& bounds = {}, std::string_view unit = "") const;
  bool boolean() const;
  std::string text() const;
  std::string choice(const std::vector<std::string>& choices) const;
  std::vector<double> numbers(const Bounds& each = {}, std::string_view unit = "") const;
  std::vector<double> numbers(std::size_t count, const Bounds& each = {}, std::string_view unit = "") const;
  std::vector<std::string> texts() const;

  std::vector<YamlValue> items() const;                       // of a sequence
  std::vector<YamlValue> entries() const;                     // of a map, in the order of the file
  std::optional<YamlValue> find(std::string_view key) const;  // in a map
  YamlValue require(std::string_view key) const;              // in a map
  // Refuses unknown keys; the error names each of them and the nearest known key.
  void allow_only(const std::vector<std::string>& keys) const;

  // `file:line: path is shown; rule`
  std::string sentence(std::string_view rule) const;
  [[noreturn]] void fail(std::string_view rule) const;
  // The value as text for a sentence: short, on one line, texts quoted.
  std::string shown() const;

 private:
  friend class YamlDocument;
  struct Source;
  YamlValue(std::shared_ptr<const Source> source, const YamlNode* node, std::string path, std::string name)
      : source_(std::move(source)), node_(node), path_(std::move(path)), name_(std::move(name)) {}
  std::string place() const;  // "file:line: "
  void require_kind(bool is_kind, std::string_view rule) const;

  std::shared_ptr<const Source> source_;
  const YamlNode* node_;
  std::string path_;
  std::string name_;
};

// One YAML document whose top level is a map.
class YamlDocument {
 public:
  // `source` names the text in errors, e.g. its file name. Both throw ConfigError.
  static YamlDocument parse(std::string_view text, const std::string& source, const YamlLimits& limits = {});
  static YamlDocument load(const std::string& path, const YamlLimits& limits = {});

  const YamlValue& root() const { return root_; }

 private:
  explicit YamlDocument(YamlValue root) : root_(std::move(root)) {}
  YamlValue root_;
};

}  // namespace limber::config
