// A valid trajectory file with random changes is accepted and may run, or is refused with the name of the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <string>

#include "limber/configuration.hpp"

namespace limber::config {
namespace {

template <class Parse>
int read_of(const std::string& original, int mutations, Parse parse) {
  std::mt19937 random(1);
  const std::string pieces[] = {",", "\n", "-", "1", "0",   "e", ".",    " ",   "[",
                                "]", "{",  ":", "#", "nan", "x", "\xff", "1e9", "qw,"};
  int read = 0;
  for (int i = 0; i < mutations; ++i) {
    std::string text = original;
    for (std::size_t n = 1 + random() % 3; n > 0; --n) {
      const std::size_t at = random() % text.size();
      if (random() % 2 == 0) text.erase(at, random() % 6);
      text.insert(std::min(at, text.size()), pieces[random() % std::size(pieces)]);
    }
    try {
      EXPECT_FALSE(find_problem(parse(text, "some/file").points)) << text;
      ++read;
    } catch (const ConfigError& error) {
      EXPECT_TRUE(error.sentences().front().starts_with("some/file:")) << error.what();
    }
  }
  return read;
}

TEST(MutatedTrajectories, AreReadAndMayRunOrAreRefusedWithTheFileNamed) {
  constexpr int kMutations = 10000;
  const std::string yaml =
      "points:\n"
      "  - {time_from_start: 0, position: [0, 0, 0], orientation: [0, 0, 0, 1], twist: [0.1, 0, 0, 0, 0, 0.2],\n"
      "     mass: [1, 2, 3, 4, 5, 6]}\n"
      "  - {time_from_start: 5, position: [0, 0, 0], rpy: [0, 0, 0.1]}\n";
  const std::string csv =
      "time_from_start,x,y,z,qx,qy,qz,qw,mass.x,mass.y,mass.z,mass.rx,mass.ry,mass.rz\n"
      "0,0,0,0,0,0,0,1,1,1,1,1,1,1\n"
      "5,0,0,0,0,0,0,1,,,,,,\n";
  for (const int read :
       {read_of(yaml, kMutations, parse_trajectory_yaml), read_of(csv, kMutations, parse_trajectory_csv)}) {
    EXPECT_GT(read, 0);
    EXPECT_LT(read, kMutations);
  }
}

}  // namespace
}  // namespace limber::config
