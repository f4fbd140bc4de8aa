// A YAML document as a plain tree with lines, built from yaml-cpp's events.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/yaml_reader.hpp"

namespace limber::config {

enum class YamlKind { kNull, kScalar, kSequence, kMap };

struct YamlNode {
  YamlKind kind = YamlKind::kNull;
  int line = 0;         // from 1: of its key where it is in a map, else its own
  std::string key;      // where it is in a map
  std::string text;     // of a scalar
  bool quoted = false;  // a scalar in quotes is never a number or a boolean
  std::vector<YamlNode> children;
};

// Throws ConfigError. The result is a map in which no key is given twice.
YamlNode build_yaml_tree(std::string_view text, const std::string& source, const YamlLimits& limits);

// `path` from the top of a file, without what stands above the parameters: the node's name and ros__parameters.
std::string path_below_node(const std::string& path);

}  // namespace limber::config
