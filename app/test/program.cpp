// Processes and files for the tests.
#include "program.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

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

Outcome run_and_signal(const std::string& arguments, int signal, double delay) {
  const std::string file = temporary_file("signalled.txt");
  const pid_t child = fork();
  if (child == 0) {
    const std::string command = "exec " + std::string(LIMBER_PROGRAM) + " " + arguments + " > " + file + " 2>&1";
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  std::this_thread::sleep_for(std::chrono::duration<double>(delay));
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  return {exit_code_of(status), read_file(file)};
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
