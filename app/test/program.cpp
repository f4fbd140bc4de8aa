// Processes and files for the tests.
#include "program.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

namespace limber::app::test {
namespace {

struct OwnDirectory {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("limber_test_app_" + std::to_string(getpid()));
  OwnDirectory() { std::filesystem::create_directories(path); }
  ~OwnDirectory() {
    std::error_code error;
    std::filesystem::remove_all(path, error);
  }
};

const OwnDirectory& own_directory() {
  static const OwnDirectory kDirectory;
  return kDirectory;
}

int children = 0;

int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

}  // namespace

Outcome run_program(const std::string& arguments) {
  FILE* pipe = popen((std::string(LIMBER_PROGRAM) + " " + arguments + " 2>&1").c_str(), "r");
  Outcome outcome;
  std::array<char, 4096> block{};
  std::size_t got = 0;
  while ((got = fread(block.data(), 1, block.size(), pipe)) > 0) outcome.output.append(block.data(), got);
  outcome.exit_code = exit_code_of(pclose(pipe));
  return outcome;
}

SplitOutcome run_program_split(const std::string& arguments) {
  const std::string errors = temporary_file("errors.txt"), output = temporary_file("output.txt");
  const std::string command = std::string(LIMBER_PROGRAM) + " " + arguments + " >" + output + " 2>" + errors;
  const int status = std::system(command.c_str());
  return {{exit_code_of(status), read_file(output)}, read_file(errors)};
}

Child::Child(const std::string& arguments)
    : file_(temporary_file("output_" + std::to_string(++children) + ".txt")), process_(fork()) {
  if (process_ != 0) return;
  const std::string command = "exec " + std::string(LIMBER_PROGRAM) + " " + arguments + " > " + file_ + " 2>&1";
  execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}

Child::~Child() {
  if (process_ > 0) end(SIGKILL);
}

Outcome Child::end(int signal) {
  kill(process_, signal);
  int status = 0;
  waitpid(std::exchange(process_, 0), &status, 0);
  return {exit_code_of(status), read_file(file_)};
}

Outcome run_and_signal(const std::string& arguments, int signal, double delay) {
  Child child(arguments);
  std::this_thread::sleep_for(std::chrono::duration<double>(delay));
  return child.end(signal);
}

std::string temporary_file(const std::string& name, const std::string& text) {
  const std::filesystem::path path = own_directory().path / name;
  std::ofstream(path) << text;
  return path.string();
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace limber::app::test
