// The error for an unknown key.
#include "config/schema_table.hpp"

#include <fmt/format.h>

#include "config/yaml_reader.hpp"
#include "config/yaml_text.hpp"

namespace limber::config {

std::string unknown_key_sentence(const std::string& key, const std::vector<std::string>& known) {
  const std::string near = nearest_key(key, known);
  return fmt::format("{} is not a known key{}", shown_key(key),
                     near.empty() ? "" : fmt::format("; did you mean {}?", near));
}

}  // namespace limber::config
