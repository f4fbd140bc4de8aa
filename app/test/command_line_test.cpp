// The command line, from outside: what it refuses, and with which words.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "program.hpp"

namespace limber::app::test {
namespace {

TEST(CommandLine, EveryNumberMustBeFiniteAndInRange) {
  struct Option {
    const char *command, *option, *allowed;
  };
  for (const Option& o : {Option{"run demo --fast ", "--duration", "from 0.001 to 86400 s"},
                          Option{"run demo --fast ", "--rate", "from 20 to 10000 Hz"},
                          Option{"run demo --fast ", "--seed", "a whole number from 0 to"},
                          Option{"run demo --fast --csv /dev/null ", "--every", "a whole number from 1 to"},
                          Option{"explain demo ", "--wall", "from 1 to 1e+07 N/m"},
                          Option{"explain demo ", "--speed", "from 0.0001 to 10 m/s"}}) {
    for (const std::string value : {"nan", "-nan", "inf", "-inf", "1e999", "-1", "many", "5x"}) {
      const Outcome refused = run_program(fmt::format("{}{}={}", o.command, o.option, value));
      EXPECT_EQ(refused.exit_code, 2) << o.option << " " << value << refused.output;
      EXPECT_TRUE(refused.says(o.allowed)) << o.option << " " << value << refused.output;
    }
  }
}

TEST(CommandLine, AnUnknownCommandIsNamedBesideThoseThereAre) {
  const Outcome fly = run_program("fly");
  EXPECT_EQ(fly.exit_code, 2);
  EXPECT_TRUE(fly.says("'fly' is not a command; it must be one of run, list, explain, send, validate")) << fly.output;
  const Outcome none = run_program("");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(none.says("one of run, list")) << none.output;
  EXPECT_EQ(run_program("--version").exit_code, 0);
}

TEST(CommandLine, AReaderThatGoesAwayIsExitCode1) {
  const std::string file = temporary_file("code.txt");
  for (const std::string arguments : {"explain demo", "list", "run demo --fast --duration 0.1"}) {
    const std::string command = "(sleep 0.1; " + std::string(LIMBER_PROGRAM) + " " + arguments +
                                " 2>/dev/null; echo $? > " + file + ") | true; sleep 0.1";
    ASSERT_EQ(std::system(command.c_str()), 0);
    for (int i = 0; i < 50 && read_file(file).empty(); ++i) ASSERT_EQ(std::system("sleep 0.1"), 0);
    EXPECT_EQ(read_file(file), "1\n") << arguments;
    temporary_file("code.txt");
  }
}

TEST(CommandLine, ANameOfARunIsLettersDigitsAndDashes) {
  for (const std::string name : {"../../x", "a/b", "a.b", "'a b'"}) {
    const Outcome refused = run_program("run demo --fast --duration 0.1 --name=" + name);
    EXPECT_EQ(refused.exit_code, 2) << name << refused.output;
    EXPECT_TRUE(refused.says("it must be letters, digits, - and _")) << name << refused.output;
  }
  EXPECT_TRUE(run_program("send --to ../../x status").says("it must be letters, digits, - and _"));
  const std::string bare = temporary_file("named.yaml", "c: {ros__parameters: {}}\n");
  EXPECT_EQ(run_program("run --fast --duration 0.1 --name a-b_1 " + bare).exit_code, 0);
}

// A dash is \- in a manual page.
TEST(ManualPage, NamesEveryCommandAndOption) {
  const std::string page = read_file(std::string(LIMBER_SOURCE_DIR) + "/app/man/limber.1");
  for (const std::string command : {"run", "replay", "list", "explain", "send", "validate", "push-test"}) {
    EXPECT_NE(page.find(".B " + command + "\n"), std::string::npos) << command;
    const std::string help = run_program(command + " --help").output;
    for (std::size_t at = help.find("--"); at != std::string::npos; at = help.find("--", at + 2)) {
      const std::size_t end = help.find_first_not_of("abcdefghijklmnopqrstuvwxyz", at + 2);
      const std::string option = help.substr(at + 2, end - at - 2);
      EXPECT_NE(page.find("\\-\\-" + option), std::string::npos) << command << " --" << option;
    }
  }
}

}  // namespace
}  // namespace limber::app::test
