// Reading a file of text, and what is refused.
#include "config/text_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <string>

#include "folder_of_its_own.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

using TextFile = test::FolderOfItsOwn;

TEST_F(TextFile, IsReadToTheLastByteAndNoFurtherThanAllowed) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{65536}, std::size_t{200001}}) {
    std::string text(size, 'x');
    for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>(i % 251);
    std::ofstream(path("bytes"), std::ios::binary) << text;
    EXPECT_EQ(read_text_file(path("bytes"), 1000000), text);
    EXPECT_EQ(read_text_file(path("bytes"), size), text);
    if (size > 0) {
      EXPECT_EQ(read_text_file(path("bytes"), size - 1).size(), size)
          << "one more: enough to know that it is too large";
    }
    EXPECT_EQ(read_text_file(path("bytes"), 10), text.substr(0, 11));
  }
}

TEST_F(TextFile, RefusesWhatCannotBeRead) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  for (const std::string& bad : {path("nothing"), path("pipe"), folder_.string()}) {
    try {
      read_text_file(bad, 100);
      ADD_FAILURE() << bad << " was read";
    } catch (const ConfigError& error) {
      EXPECT_EQ(std::string(error.what()).find(bad + ": "), 0U) << error.what();
    }
  }
}

}  // namespace
}  // namespace limber::config
