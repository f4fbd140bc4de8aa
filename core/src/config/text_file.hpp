// Reads a file of text, not more of it than is allowed.
#pragma once

#include <cstddef>
#include <string>

namespace limber::config {

// All of the file, or one byte more than `most`: enough to know that it is too large, however long the file is. Throws
// ConfigError.
std::string read_text_file(const std::string& path, std::size_t most);

}  // namespace limber::config
