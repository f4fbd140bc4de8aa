// Reads a text file up to a maximum size.
#pragma once

#include <cstddef>
#include <string>

namespace limber::config {

// The whole file, or `most` + 1 bytes of a larger one, which shows that it is too large. Throws ConfigError.
std::string read_text_file(const std::string& path, std::size_t most);

}  // namespace limber::config
