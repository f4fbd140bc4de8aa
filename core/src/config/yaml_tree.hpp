// A YAML document as a plain tree with line numbers, built from yaml-cpp's events.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/yaml_reader.hpp"

namespace limber::config {

enum class YamlKind { kNull, kScalar, kSequence, kMap };

struct YamlNode {
  YamlKind kind = YamlKind::kNull;
  int line = 0;         // from 1; of its key if it is in a map, otherwise its own
  std::string key;      // if it is in a map
  std::string text;     // of a scalar
  bool quoted = false;  // a scalar in quotes is never a number or a boolean
  std::vector<YamlNode> children;
};

// Throws ConfigError. The result is a map without duplicate keys.
YamlNode build_yaml_tree(std::string_view text, const std::string& source, const YamlLimits& limits);

// `path` without the levels above the parameters: the name of the node and ros__parameters.
std::string path_below_node(const std::string& path);

}  // namespace limber::config
