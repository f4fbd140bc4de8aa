// Files for the tests, in a directory of this process's own, removed at its end.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "limber/record/bytes.hpp"

namespace limber::record::test {

inline std::string temporary_path(const std::string& name) {
  struct Directory {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("limber_test_record_" + std::to_string(getpid()));
    int process = getpid();
    Directory() { std::filesystem::create_directories(path); }
    ~Directory() {
      std::error_code error;
      if (getpid() == process) std::filesystem::remove_all(path, error);
    }
  };
  static const Directory kDirectory;
  return (kDirectory.path / name).string();
}

inline Bytes bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

}  // namespace limber::record::test
