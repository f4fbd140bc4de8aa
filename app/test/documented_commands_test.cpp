// Every command of limber in the documents, as it is written there: in blocks of code and in sentences.
//
// They run in a directory of their own that has what a reader of the documents would have: ./run, which here starts the
// program without building it first, `limber` on the PATH, and the reader's own files. What runs in real time is run
// with --fast, which changes nothing but how long it takes; what talks to a run has one beside it.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <sstream>

#include "config/yaml_reader.hpp"
#include "endless_run.hpp"
#include "program.hpp"

namespace limber::app::test {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = LIMBER_SOURCE_DIR;

// What is not run, and why not.
const std::map<std::string, std::string>& not_run() {
  static const std::map<std::string, std::string> kNames{
      {"./run limber ARGS…", "ARGS stands for any"},
      {"limber", "a name"},
      {"limber run", "a name"},
      {"limber send", "a name"},
      {"limber explain", "a name"},
      {"limber validate", "a name"},
      {"limber run … --csv FILE", "an outline; README.md has the whole"},
      {"limber run CONFIG --record FILE.mcap", "an outline; docs/recordings.md has the whole"},
      {"limber replay FILE", "FILE stands for any"},
      {"limber explain --wall K --speed V", "an outline; K and V stand for any"},
      {"limber explain CONFIG --wall 20000", "CONFIG stands for any"},
      {"limber explain CONFIG --wall K", "CONFIG and K stand for any"},
  };
  return kNames;
}

struct Documented {
  std::string document, command;
};

// A test that fails prints this.
void PrintTo(const Documented& one, std::ostream* out) { *out << one.document << ": " << one.command; }

std::vector<fs::path> documents() {
  std::vector<fs::path> all{kSource / "README.md", kSource / "CONTRIBUTING.md"};
  for (const auto& entry : fs::directory_iterator(kSource / "docs")) {
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool is_command(const std::string& text) {
  static const std::regex kBeginning(R"(^(\./run (limber|demo)|(build/app/)?limber|source app/\S+)( .*)?$)");
  return std::regex_match(text, kBeginning);
}

// A line of a block without prompt and comment.
std::string command_of(const std::string& line) {
  static const std::regex kAround(R"(^\s*(\$ )?|\s+#\s.*$|\s+$)");
  return std::regex_replace(line, kAround, "");
}

// Those of a document, each once: of its blocks (fenced, or set in by four), then of its sentences.
std::vector<std::string> commands_in(const std::string& text) {
  std::vector<std::string> found;
  const auto add = [&](const std::string& command) {
    if (is_command(command) && std::find(found.begin(), found.end(), command) == found.end()) found.push_back(command);
  };
  std::istringstream lines(text);
  std::string sentences;
  bool in_block = false;
  for (std::string line; std::getline(lines, line);) {
    const bool fence = line.starts_with("```");
    in_block = in_block != fence;
    if (fence) continue;
    if (in_block || line.starts_with("    ")) {
      add(command_of(line));
    } else {
      sentences += line + "\n";
    }
  }
  static const std::regex kQuoted("`([^`]+)`");
  for (std::sregex_iterator i(sentences.begin(), sentences.end(), kQuoted), end; i != end; ++i) {
    add(std::regex_replace(i->str(1), std::regex(R"(\s+)"), " "));
  }
  return found;
}

std::vector<Documented> every_command() {
  std::vector<Documented> all;
  std::set<std::string> seen;
  for (const fs::path& document : documents()) {
    for (const std::string& command : commands_in(read_file(document.string()))) {
      if (not_run().count(command) == 0 && seen.insert(command).second) all.push_back({document.filename(), command});
    }
  }
  return all;
}

// What a reader has, in a directory that is removed at the end.
fs::path readers_directory() {
  static const fs::path kDirectory = [] {
    const fs::path here = fs::path(temporary_file("run",
                                                  "#!/bin/sh\ncase $1 in\n"
                                                  "  limber) shift; exec limber \"$@\" ;;\n"
                                                  "  demo) shift; exec limber run demo \"$@\" ;;\n"
                                                  "esac\nexit 2\n"))
                              .parent_path();
    fs::permissions(here / "run", fs::perms::owner_all);
    fs::create_directories(here / "bin");
    fs::create_symlink(LIMBER_PROGRAM, here / "bin" / "limber");
    fs::create_directories(here / "build" / "app");
    fs::create_symlink(LIMBER_PROGRAM, here / "build" / "app" / "limber");
    fs::create_directory_symlink(kSource / "app", here / "app");
    fs::copy_file(kSource / "robots" / "ur3e.urdf", here / "my_arm.urdf");
    temporary_file("my_config.yaml", "my_controller:\n  ros__parameters: {}\n");
    temporary_file("my_torque.yaml", "vs:\n  ros__parameters: {}\nlimber: {controller: variable_stiffness}\n");
    return here;
  }();
  return kDirectory;
}

// A bare arm for whatever is sent; one that stands faulted for a reset.
std::unique_ptr<EndlessRun> run_beside(const std::string& command) {
  if (command.find("limber send") == std::string::npos) return nullptr;
  if (command.find("reset_fault") == std::string::npos) return std::make_unique<EndlessRun>("beside", kBare);
  auto run =
      std::make_unique<EndlessRun>("beside", kBare + "limber: {hand: [{at: 0.3, for: 1, force: [0, 500, 0]}]}\n");
  for (int i = 0; i < 100 && run->say("status").find("faulted") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  std::this_thread::sleep_for(std::chrono::seconds(1));  // the hand lets go
  return run;
}

std::string hurried(const std::string& command) {
  static const std::regex kRuns(R"(^(\./run demo|(\./run |build/app/)?limber run ))");
  const bool runs = std::regex_search(command, kRuns);
  return runs && command.find("--fast") == std::string::npos ? command + " --fast" : command;
}

// Standard output alone: whoever reads JSON reads that.
SplitOutcome run_as_written(const std::string& command) {
  const fs::path here = readers_directory();
  const std::string script =
      temporary_file("command.sh", "set -eo pipefail\ncd " + here.string() + "\nPATH=" + here.string() +
                                       "/bin:$PATH\n" + hurried(command) + "\n");
  const std::string output = temporary_file("said.txt"), errors = temporary_file("complained.txt");
  const int status = std::system(("bash " + script + " >" + output + " 2>" + errors).c_str());
  return {{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(output)}, read_file(errors)};
}

class DocumentedCommand : public testing::TestWithParam<Documented> {
 protected:
  // Runs of others are none of its business: it is talked to as the only one.
  static void SetUpTestSuite() { setenv("XDG_RUNTIME_DIR", readers_directory().c_str(), 1); }
};

TEST_P(DocumentedCommand, DoesWhatItIsWrittenDownFor) {
  const std::string& command = GetParam().command;
  const std::unique_ptr<EndlessRun> beside = run_beside(command);
  const SplitOutcome outcome = run_as_written(command);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.errors;
  EXPECT_FALSE(outcome.says("FAILED")) << outcome.output;
  if (command.ends_with("--json")) {
    EXPECT_TRUE(config::YamlDocument::parse(outcome.output, "output").root().find("command")) << outcome.output;
  }
  std::smatch file;
  if (std::regex_search(command, file, std::regex(R"(--csv (\S+))"))) {
    EXPECT_GT(read_file((readers_directory() / file.str(1)).string()).size(), 1000U) << file.str(1);
  }
}

INSTANTIATE_TEST_SUITE_P(Documents, DocumentedCommand, testing::ValuesIn(every_command()));

TEST(DocumentedCommands, AreFoundAndWhatIsNotRunIsStillInADocument) {
  EXPECT_GE(every_command().size(), 10U);
  std::set<std::string> written;
  for (const fs::path& document : documents()) {
    for (const std::string& command : commands_in(read_file(document.string()))) written.insert(command);
  }
  for (const auto& [command, why] : not_run()) EXPECT_EQ(written.count(command), 1U) << command;
  EXPECT_EQ(command_of("$ ./run limber run a --csv b.csv  # c"), "./run limber run a --csv b.csv");
}

// Numbers depend on compilers and machines.
std::string without_numbers(const std::string& line) { return std::regex_replace(line, std::regex(R"([0-9.]+)"), "#"); }

// The block in README.md, from its summary on: each of its lines is said.
TEST(DocumentedCommands, TheDemoSaysWhatReadmeShowsOfIt) {
  const std::string readme = read_file((kSource / "README.md").string());
  const std::size_t begin = readme.find("\nSummary\n");
  ASSERT_NE(begin, std::string::npos);
  std::istringstream shown(readme.substr(begin, readme.find("\n```", begin) - begin));
  std::istringstream run(run_program("run demo --fast").output);
  std::multiset<std::string> said;
  for (std::string line; std::getline(run, line);) said.insert(without_numbers(line));
  for (std::string line; std::getline(shown, line);) {
    if (line.empty() || line == "  ...") continue;
    const auto found = said.find(without_numbers(line));
    EXPECT_NE(found, said.end()) << line;
    if (found != said.end()) said.erase(found);
  }
}

}  // namespace
}  // namespace limber::app::test
