// Pipes to other programs.
#include "child.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace limber::bench {

ChildResult run_child(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("could not start: " + command);
  ChildResult result{0, ""};
  std::array<char, 4096> text;
  for (std::size_t n = 0; (n = std::fread(text.data(), 1, text.size(), pipe)) > 0;)
    result.output.append(text.data(), n);
  const int ended = pclose(pipe);
  result.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128;
  return result;
}

bool has_program(const std::string& name) { return run_child("command -v " + name + " 2>/dev/null").status == 0; }

std::string own_program() { return "'" + std::filesystem::canonical("/proc/self/exe").string() + "'"; }

std::string program_beside(const std::string& name) {
  return "'" + (std::filesystem::canonical("/proc/self/exe").parent_path() / name).string() + "'";
}

}  // namespace limber::bench
