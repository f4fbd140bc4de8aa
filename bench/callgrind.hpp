// What callgrind says about one function: how many instructions it took, and in which of its callees.
#pragma once

#include <istream>
#include <map>
#include <string>

namespace limber::bench {

struct InstructionSplit {
  double total = 0.0;                    // collected in the run
  std::map<std::string, double> callee;  // of every function whose name ends in "::update": callee -> instructions
};

// Reads a file that callgrind wrote.
InstructionSplit read_callgrind(std::istream& file);

}  // namespace limber::bench
