// Other programs, and this one again with a verb, run to their end: what they printed and how they ended.
#pragma once

#include <string>

namespace limber::bench {

struct ChildResult {
  int status;  // 0: it ended well; 127: there is no such program
  std::string output;
};

// By the shell.
ChildResult run_child(const std::string& command);

bool has_program(const std::string& name);

// Quoted for the shell: this program, and the one beside it of that name.
std::string own_program();
std::string program_beside(const std::string& name);

}  // namespace limber::bench
