// Pages of docs/ that are made from the program's own lists, and compared with what they would be now.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "program.hpp"

namespace limber::app::test {

// What a table's cell cannot hold.
inline std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

// Below a page's title: where it comes from.
inline std::string made_from(const std::string& sources) {
  return "<!-- Made from " + sources +
         "; a test compares. Do not edit: change these and run\n"
         "     LIMBER_WRITE_DOCS=1 build/app/test/test_app_output --gtest_filter='Documentation.*' -->\n\n";
}

// `path` from the repository's root.
inline void expect_file(const std::string& path_in_repository, const std::string& expected) {
  const std::string path = std::string(LIMBER_SOURCE_DIR) + "/" + path_in_repository;
  if (std::getenv("LIMBER_WRITE_DOCS") != nullptr) std::ofstream(path, std::ios::binary) << expected;
  EXPECT_TRUE(read_file(path) == expected)
      << path << " is not what the program says. Regenerate it:\n"
      << "  LIMBER_WRITE_DOCS=1 <build>/app/test/test_app_output --gtest_filter='Documentation.*:RosMessage.*'";
}

inline void expect_page(const std::string& name, const std::string& expected) { expect_file("docs/" + name, expected); }

}  // namespace limber::app::test
