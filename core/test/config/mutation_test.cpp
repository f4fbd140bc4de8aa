// A valid file with random changes loads or is refused with a sentence; it never crashes.
#include <gtest/gtest.h>

#include <random>

#include "fixture_text.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

constexpr int kMutationsPerFile = 4000;

using Random = std::mt19937;

std::size_t below(std::size_t end, Random& random) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

// Pieces that change the meaning of YAML or of a number.
const std::vector<std::string> kPieces{":",
                                       ": ",
                                       "\n",
                                       " ",
                                       "  ",
                                       "\t",
                                       "[",
                                       "]",
                                       "{",
                                       "}",
                                       ",",
                                       "#",
                                       "- ",
                                       "? ",
                                       "&a",
                                       "*a",
                                       "!!x",
                                       "!",
                                       "'",
                                       "\"",
                                       "|",
                                       ">",
                                       "%",
                                       "@",
                                       "---",
                                       "...",
                                       "~",
                                       "null",
                                       "-",
                                       ".inf",
                                       ".nan",
                                       "1e9",
                                       "-1",
                                       "0",
                                       "true",
                                       "false",
                                       "\\x41",
                                       "<<",
                                       "\r",
                                       "\xef\xbb\xbf",
                                       "é",
                                       "\n---\n",
                                       "mass",
                                       "admittance",
                                       "9999999999999999999999",
                                       "1e-400",
                                       std::string(1, '\0'),
                                       "\x80"};

std::string mutated(std::string text, Random& random) {
  const std::size_t count = 1 + below(4, random);
  for (std::size_t i = 0; i < count && !text.empty(); ++i) {
    const std::size_t at = below(text.size(), random);
    const std::size_t length = below(12, random);
    switch (below(6, random)) {
      case 0:
        text[at] = static_cast<char>(below(256, random));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, kPieces[below(kPieces.size(), random)]);
        break;
      case 3:
        text.replace(at, length, kPieces[below(kPieces.size(), random)]);
        break;
      case 4:
        text.insert(below(text.size(), random), text.substr(at, 8 * length));
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

// Counts what loaded, so that a test can see that both outcomes occur.
int loaded_of(const std::string& original, int mutations, unsigned seed) {
  Random random(seed);
  int loaded = 0;
  for (int i = 0; i < mutations; ++i) {
    const std::string text = mutated(original, random);
    try {
      const AdmittanceParameters p = parse_admittance(text, "some/file.yaml");
      ++loaded;
      EXPECT_TRUE(check(p).empty()) << text << "\n" << check(p).front();
    } catch (const ConfigError& error) {
      EXPECT_TRUE(error.sentences().front().starts_with("some/file.yaml:")) << error.what();
    }
  }
  return loaded;
}

class Mutations : public ::testing::TestWithParam<std::string> {};

TEST_P(Mutations, LoadAndPassTheChecksOrAreRefusedWithTheFileNamed) {
  const int loaded = loaded_of(fixture_text(GetParam()), kMutationsPerFile, 1);
  EXPECT_GT(loaded, 0);
  EXPECT_LT(loaded, kMutationsPerFile);
}

INSTANTIATE_TEST_SUITE_P(Seed, Mutations,
                         ::testing::Values("seed_000_surface_following.yaml", "seed_000_human_collaboration.yaml",
                                           "seed_002_compliant_frame.yaml", "seed_003_typical_values.yaml"),
                         [](const auto& variant) { return variant.param.substr(0, variant.param.find('.')); });

TEST(MutationsOfEveryKindOfValue, LoadAndPassTheChecksOrAreRefusedWithTheFileNamed) {
  const int loaded = loaded_of(kEveryKind, kMutationsPerFile, 2);
  EXPECT_GT(loaded, 0);
  EXPECT_LT(loaded, kMutationsPerFile);
}

TEST(RandomBytes, AreRefusedWithTheFileNamed) {
  Random random(3);
  for (int i = 0; i < 4000; ++i) {
    std::string text(1 + below(300, random), ' ');
    for (char& c : text) c = i % 2 ? static_cast<char>(32 + below(95, random)) : static_cast<char>(below(256, random));
    try {
      parse_admittance(text, "some/file.yaml");
      ADD_FAILURE() << text;
    } catch (const ConfigError& error) {
      EXPECT_TRUE(error.sentences().front().starts_with("some/file.yaml:")) << error.what();
    }
  }
}

}  // namespace
}  // namespace limber::config
