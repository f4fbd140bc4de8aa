// Runs other programs, or this one with another verb, to their end; returns their output and status.
#pragma once

#include <string>

namespace limber::bench {

struct ChildResult {
  int status;  // 0: success; 127: there is no such program
  std::string output;
};

// Through the shell.
ChildResult run_child(const std::string& command);

bool has_program(const std::string& name);

// Quoted for the shell: this program, and the program of that name beside it.
std::string own_program();
std::string program_beside(const std::string& name);

}  // namespace limber::bench
