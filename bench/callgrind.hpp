// Result of callgrind for one function: its instructions, split by callee.
#pragma once

#include <istream>
#include <map>
#include <string>

namespace limber::bench {

struct InstructionSplit {
  double total = 0.0;                    // in the whole run
  std::map<std::string, double> callee;  // of every function `…Controller::update(…)`: callee -> instructions
};

// Reads a file that callgrind wrote.
InstructionSplit read_callgrind(std::istream& file);

}  // namespace limber::bench
