// Files, and what only looks like one.
#include "config/regular_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "folder_of_its_own.hpp"

namespace limber::config {
namespace {

using RegularFile = test::FolderOfItsOwn;

TEST_F(RegularFile, IsToldFromFoldersPipesAndDevices) {
  std::ofstream(path("file")) << "text";
  std::filesystem::create_symlink(path("file"), path("link"));
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(why_no_regular_file(path("file")), "");
  EXPECT_EQ(why_no_regular_file(path("link")), "") << "a link to a file is one";
  EXPECT_EQ(why_no_regular_file(path("nothing")), "") << "whoever opens it says so";
  EXPECT_EQ(why_no_regular_file(folder_.string()), "it is a directory, not a file");
  EXPECT_EQ(why_no_regular_file(path("pipe")), "it is a pipe, not a file");
  EXPECT_EQ(why_no_regular_file("/dev/null"), "it is a device, not a file");
}

}  // namespace
}  // namespace limber::config
