// The completion of the command line, as bash asks for it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <sstream>

#include "places.hpp"
#include "program.hpp"

namespace limber::app::test {
namespace {

// What bash offers for the last of `words`, which follow the program's name.
std::set<std::string> offered(const std::vector<std::string>& words) {
  std::string quoted;
  for (const std::string& word : words) quoted += " '" + word + "'";
  const std::string script = temporary_file(
      "complete.bash", fmt::format("source {}/app/completion/limber.bash\nCOMP_WORDS=({}{})\nCOMP_CWORD={}\n_limber\n"
                                   "printf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
                                   LIMBER_SOURCE_DIR, LIMBER_PROGRAM, quoted, words.size()));
  const std::string answer = temporary_file("offered.txt");
  EXPECT_EQ(std::system(("bash " + script + " > " + answer).c_str()), 0);
  std::set<std::string> lines;
  std::istringstream in(read_file(answer));
  std::string line;
  while (std::getline(in, line)) {
    if (!line.empty()) lines.insert(line);
  }
  return lines;
}

// Words of the help that begin with two dashes.
std::set<std::string> options_in_help(const std::string& command) {
  std::set<std::string> options;
  const std::string help = run_program(command + " --help").output;
  for (std::size_t at = help.find("\n  -"); at != std::string::npos; at = help.find("\n  -", at + 1)) {
    const std::size_t begin = help.find("--", at);
    options.insert(help.substr(begin, help.find_first_of(" ,\n", begin) - begin));
  }
  return options;
}

class Completion : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("bash -c true 2>/dev/null") != 0) GTEST_SKIP() << "bash is not there";
  }
};

TEST_F(Completion, OffersEverySubcommandAndEveryOptionOfTheHelp) {
  const std::set<std::string> commands{"run", "list", "explain", "send", "validate", "push-test", "replay"};
  EXPECT_EQ(offered({""}), commands);
  EXPECT_EQ(offered({"ru"}), std::set<std::string>{"run"});
  for (const std::string& command : commands) {
    const std::set<std::string> options = options_in_help(command);
    EXPECT_TRUE(options.contains("--help"));
    EXPECT_EQ(offered({command, "--"}), options) << command;
  }
  EXPECT_TRUE(offered({"run", "--"}).contains("--columns"));
  EXPECT_EQ(offered({"--ver"}), std::set<std::string>{"--version"});
}

TEST_F(Completion, OffersConfigurationsRobotsScenesAndColumns) {
  const std::set<std::string> configurations = offered({"run", ""});
  for (const ConfigurationEntry& entry : list_configurations()) {
    EXPECT_TRUE(configurations.contains(entry.name)) << entry.name;
  }
  EXPECT_TRUE(configurations.contains("impedance")) << "found with --robot";
  EXPECT_EQ(offered({"explain", "--robot", "ur3e", "de"}), std::set<std::string>{"demo"});
  EXPECT_EQ(offered({"run", "demo", "--robot", "ur1"}), std::set<std::string>{"ur10e"});
  EXPECT_EQ(offered({"run", "--robot", "=", "ur1"}), std::set<std::string>{"ur10e"})
      << "as bash takes --robot=ur1 apart";
  EXPECT_EQ(offered({"run", "--scene", "=", ""}), (std::set<std::string>{"free", "sloped_table", "table", "wall"}));
  EXPECT_EQ(offered({"run", "demo", "--csv", "a.csv", "--columns", "time,wrench_r"}),
            std::set<std::string>{"time,wrench_raw"});
}

TEST_F(Completion, OffersWhatASendTakesAndItsLiveKeys) {
  const std::set<std::string> words = offered({"send", ""});
  EXPECT_TRUE(words.contains("status") && words.contains("reset_fault") && words.contains("set"));
  EXPECT_EQ(offered({"send", "--to", "demo", "set", "admittance.sti"}), std::set<std::string>{"admittance.stiffness"});
  EXPECT_TRUE(offered({"send", "set", "max_rise"}).contains("max_rise_rate"));
  EXPECT_EQ(offered({"send", "set", "update_"}), std::set<std::string>{}) << "is not live";
}

TEST_F(Completion, LeavesFilesToTheShell) {
  EXPECT_EQ(offered({"run", "demo", "--csv", ""}), std::set<std::string>{});
  EXPECT_EQ(offered({"run", "demo", ""}), std::set<std::string>{});
  EXPECT_EQ(offered({"nonsense", ""}), std::set<std::string>{});
}

}  // namespace
}  // namespace limber::app::test
