// Recognises paths that are not regular files. Reading a pipe without a writer never ends, so check a path from outside
// before opening it.
#pragma once

#include <filesystem>
#include <string>

namespace limber {

// Empty if `path` is a regular file, does not exist or cannot be examined; otherwise a reason: "it is a pipe, not a
// file".
inline std::string why_no_regular_file(const std::string& path) {
  std::error_code ignored;
  switch (std::filesystem::status(path, ignored).type()) {
    case std::filesystem::file_type::none:
    case std::filesystem::file_type::not_found:
    case std::filesystem::file_type::regular:
      return "";
    case std::filesystem::file_type::directory:
      return "it is a directory, not a file";
    case std::filesystem::file_type::fifo:
      return "it is a pipe, not a file";
    case std::filesystem::file_type::socket:
      return "it is a socket, not a file";
    case std::filesystem::file_type::block:
    case std::filesystem::file_type::character:
      return "it is a device, not a file";
    default:
      return "it is not a regular file";
  }
}

}  // namespace limber
