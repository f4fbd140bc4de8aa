// The YAML reader: strict types, positions in errors, and no crash or hang on any text.
#include "config/yaml_reader.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "limber/configuration.hpp"

namespace limber::config {
namespace {

std::string error_of(const std::string& text) {
  try {
    YamlDocument::parse(text, "t.yaml");
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

template <class Read>
std::string error_of_reading(const std::string& text, Read read) {
  try {
    read(YamlDocument::parse(text, "t.yaml").root());
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

void expect_starts(const std::string& text, const std::string& start) {
  EXPECT_EQ(text.substr(0, start.size()), start);
}

TEST(YamlReader, AValueKnowsItsPathAndLine) {
  const YamlDocument document = YamlDocument::parse("robot: ur5e\nscene:\n  pushes:\n    - {force: 10}\n", "t.yaml");
  const YamlValue force = document.root().require("scene").require("pushes").items()[0].require("force");
  EXPECT_EQ(force.path(), "scene.pushes[0].force");
  EXPECT_EQ(force.line(), 4);
  EXPECT_EQ(force.number(above(0).to(200), "N"), 10.0);
  EXPECT_EQ(document.root().require("robot").choice({"ur3e", "ur5e"}), "ur5e");
}

TEST(YamlReader, AValueOutlivesItsDocument) {
  const YamlValue value = YamlDocument::parse("a: {b: long enough to live on the heap}", "t.yaml").root().require("a");
  EXPECT_EQ(value.require("b").text(), "long enough to live on the heap");
}

TEST(YamlReader, ErrorsNameFileLinePathValueAndRule) {
  EXPECT_EQ(error_of_reading("a:\n  b: -1\n", [](auto& r) { r.require("a").require("b").number(above(0), "N/m"); }),
            "t.yaml:2: a.b is -1 N/m; it must be above 0");
  EXPECT_EQ(error_of_reading("a:\n  b: [1]\n", [](auto& r) { r.require("a").require("b").numbers(3); }),
            "t.yaml:2: a.b is [1]; it must be a list of 3 numbers");
  EXPECT_EQ(error_of_reading("a: {}\n", [](auto& r) { r.require("a").require("b"); }),
            "t.yaml:1: a has no b; it needs one");
  EXPECT_EQ(error_of_reading("a: {sceen: 1}\n",
                             [](auto& r) {
                               r.require("a").allow_only({"robot", "scene"});
                             }),
            "t.yaml:1: a.sceen is not a known key; did you mean scene?");
  EXPECT_EQ(error_of_reading("a: {q: 1}\n",
                             [](auto& r) {
                               r.require("a").allow_only({"robot", "scene"});
                             }),
            "t.yaml:1: a.q is not a known key; known here are robot, scene");
  EXPECT_EQ(error_of_reading("a: {fly: 1}\n",
                             [](auto& r) {
                               r.require("a").allow_only({"for", "at"});
                             }),
            "t.yaml:1: a.fly is not a known key; known here are for, at")
      << "two other letters of three are another word";
  EXPECT_EQ(error_of_reading("a: three\n", [](auto& r) { r.require("a").integer(); }),
            "t.yaml:1: a is \"three\"; it must be a whole number");
  EXPECT_EQ(error_of_reading("a: 3\n", [](auto& r) { r.require("a").entries(); }),
            "t.yaml:1: a is 3; it must be a map");
}

TEST(YamlReader, NumbersAreReadAsYamlWritesThem) {
  const YamlDocument d = YamlDocument::parse("n: [1, +1, -1.5, 1., .5, 1e3, 1E-3, .inf, -.inf, +.inf]", "t.yaml");
  const std::vector<double> expected{1, 1, -1.5, 1, 0.5, 1000, 0.001, HUGE_VAL, -HUGE_VAL, HUGE_VAL};
  EXPECT_EQ(d.root().require("n").numbers(Bounds{}.or_infinity().or_minus_infinity()), expected);
}

TEST(YamlReader, WhatOnlyLooksLikeANumberIsNone) {
  for (const std::string word :
       {"inf", "nan", "1_000", "0x10", "1e", "--1", "+-1", "1,5", "1 2", "e5", ".", "-", "1.2.3"}) {
    EXPECT_NE(error_of_reading("a: '" + word + "'", [](auto& r) { r.require("a").number(); }), "") << word;
    EXPECT_NE(error_of_reading("a: " + word, [](auto& r) { r.require("a").number(); }), "") << word;
  }
}

TEST(YamlReader, AnAnchorMayBeUsedAgain) {
  const YamlDocument d = YamlDocument::parse("a: &m [1, 2]\nb: *m\n", "t.yaml");
  EXPECT_EQ(d.root().require("b").numbers(2), (std::vector<double>{1, 2}));
  EXPECT_EQ(d.root().require("b").line(), 2);
}

TEST(YamlReader, NoTextIsTooStrangeForASentence) {
  expect_starts(error_of(""), "t.yaml:1: the file is empty");
  expect_starts(error_of("# only a comment\n"), "t.yaml:1: the file is empty");
  expect_starts(error_of("5"), "t.yaml:1: the top level is not a map");
  expect_starts(error_of("\n\n- a\n- b\n"), "t.yaml:3: the top level is not a map");
  expect_starts(error_of("a: 1\n---\nb: 2\n"), "t.yaml:");
  expect_starts(error_of(std::string("a: 1\nb: \0 2", 11)), "t.yaml:2: the text contains a control character (code 0)");
  expect_starts(error_of("a: 1\nb: \xff\xfe\x01"), "t.yaml:2: a byte is not UTF-8");
  expect_starts(error_of("a: [1, 2\nb: 3\n"), "t.yaml:2: this is not YAML");
  expect_starts(error_of("a: 1\n b: 2\n"), "t.yaml:2: this is not YAML");
  expect_starts(error_of("a: \"no end\n"), "t.yaml:");
  expect_starts(error_of("a: !!python/object x\n"), "t.yaml:1: the tag");
  expect_starts(error_of("a: *nowhere\n"), "t.yaml:1: this is not YAML");
  expect_starts(error_of("a: &x [*x]\n"), "t.yaml:1: an alias is inside");
  expect_starts(error_of("[a, b]: 1\n"), "t.yaml:1: a key is a list or a map");
  expect_starts(error_of("~: 1\n"), "t.yaml:1: a key is empty");
}

TEST(ConfigErrorSentences, HoldNothingThatATerminalObeys) {
  const ConfigError error(std::vector<std::string>{"\x1b[2J.csv: no\nsuch file", "second\x7f"});
  EXPECT_EQ(error.sentences(), (std::vector<std::string>{" [2J.csv: no such file", "second "}));
  EXPECT_STREQ(error.what(), " [2J.csv: no such file\nsecond ");
}

TEST(YamlReader, AnAliasBombIsRefused) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 20; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int k = 0; k < 8; ++k) text += ", " + before;
    text += "]\n";
  }
  EXPECT_NE(error_of(text).find("more than 20000 values"), std::string::npos);
}

TEST(YamlReader, DeepNestingAndHugeTextsAreRefused) {
  for (const std::string open : {"[", "{", "{a: ", "- ", "? ", "[{a: "}) {
    std::string text = "a: \n ";
    while (text.size() < kMaxYamlBytes - open.size()) text += open;
    expect_starts(error_of(text), "t.yaml:");
  }
  std::string indented;
  for (std::size_t i = 0; i < 1000; ++i) indented += std::string(i, ' ') + "a:\n";
  EXPECT_NE(error_of(indented).find("nested deeper than 32"), std::string::npos);
  expect_starts(error_of(std::string(kMaxYamlBytes + 1, 'a')), "t.yaml: it is larger than");
  EXPECT_NE(error_of("a: [" + std::string(kMaxYamlBytes / 2, ',') + "]"), "");
  std::string many;
  for (int i = 0; i < 90000; ++i) many += "k" + std::to_string(i) + ": 1\n";
  EXPECT_NE(error_of(many).find("more than 20000 values"), std::string::npos);
}

TEST(YamlReader, FilesThatCannotBeReadAreNamed) {
  const auto load_error = [](const std::string& path) -> std::string {
    try {
      load_admittance(path);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  expect_starts(load_error("/nowhere/x.yaml"), "/nowhere/x.yaml: the file cannot be opened");
  expect_starts(load_error("/tmp"), "/tmp: it is a directory");
}

TEST(YamlReader, WhatIsNoRegularFileIsRefusedBeforeItIsOpened) {
  const std::string pipe = testing::TempDir() + "limber_pipe_" + std::to_string(getpid()) + ".yaml";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto load_error = [](const std::string& path) -> std::string {
    try {
      YamlDocument::load(path);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(load_error("/dev/zero"), "/dev/zero: it is a device, not a file");
  // A pipe would be waited for, for ever.
  if (!HasFailure()) {
    EXPECT_EQ(load_error(pipe), pipe + ": it is a pipe, not a file");
  }
  std::filesystem::remove(pipe);
}

TEST(Sections, AFileWithoutOneControllerSaysSo) {
  const auto section_error = [](const std::string& text, const std::string& section = "") -> std::string {
    try {
      parse_admittance(text, "t.yaml", section);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(section_error("limber: {a: 1}"), "t.yaml:1: there is no section of a controller");
  EXPECT_EQ(section_error("a: {}\nb: {}"), "t.yaml:2: there are several controllers (a, b); say which");
  EXPECT_EQ(section_error("a: {}\nb: {}", "c"), "t.yaml:1: there is no section c; there are a, b");
  EXPECT_EQ(section_error("a:\n"), "t.yaml:1: a is empty; it must be a map of parameters ({} to take every default)");
  EXPECT_EQ(section_error("a:\n  ros__parameters: 5\n"),
            "t.yaml:2: a.ros__parameters is 5; it must be a map of parameters ({} to take every default)");
  EXPECT_EQ(section_error("a:\n  ros__parameters: {}\n  tip_link: x\n"),
            "t.yaml:3: a.tip_link is not a known key; known here are ros__parameters");
  EXPECT_EQ(section_error("a: {}"), "");
}

}  // namespace
}  // namespace limber::config
