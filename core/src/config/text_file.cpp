// Reads files of configurations and trajectories.
#include "config/text_file.hpp"

#include <algorithm>
#include <fstream>

#include "config/error_collector.hpp"
#include "config/regular_file.hpp"

namespace limber::config {

std::string read_text_file(const std::string& path, std::size_t most) {
  constexpr std::size_t kPiece = 1 << 16;
  const std::string no_file = why_no_regular_file(path);
  if (!no_file.empty()) throw ConfigError(path + ": " + no_file);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ConfigError(path + ": the file cannot be opened");
  std::string text;
  while (file && text.size() <= most) {
    const std::size_t before = text.size();
    text.resize(std::min(before + kPiece, most + 1));
    file.read(text.data() + before, static_cast<std::streamsize>(text.size() - before));
    text.resize(before + static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) throw ConfigError(path + ": the file cannot be read");
  return text;
}

}  // namespace limber::config
