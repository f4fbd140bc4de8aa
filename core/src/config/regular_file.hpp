// Tells files from what only looks like one. A pipe that nobody writes to is read for ever: whoever opens a file that
// was named from outside looks first.
#pragma once

#include <filesystem>
#include <string>

namespace limber {

// Empty where `path` is a regular file, or nothing that can be looked at; else what it is: "it is a pipe, not a file".
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
      return "it is no regular file";
  }
}

}  // namespace limber
