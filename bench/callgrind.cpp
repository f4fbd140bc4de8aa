// Callgrind's file format: "fn=(7) name" starts a function and gives the number 7 a name; "cfn=(9) name" names a
// callee. The line after "calls=" has the callee's inclusive cost; any other line of numbers is the function's own
// cost.
#include "callgrind.hpp"

#include <sstream>

namespace limber::bench {
namespace {

// "(7) name" or, once named, "(7)".
class Names {
 public:
  std::string operator()(const std::string& text) {
    const auto end = text.find(')');
    const std::string number = text.substr(0, end + 1);
    if (end + 2 < text.size()) names_[number] = text.substr(end + 2);
    return names_[number];
  }

 private:
  std::map<std::string, std::string> names_;
};

// "limber::CompliantController::limit()" -> "limit"; suffixes added by the compiler are removed.
std::string short_name(const std::string& name) {
  const std::string plain = name.substr(0, name.find_first_of("('."));
  const auto colon = plain.rfind("::");
  return colon == std::string::npos ? plain : plain.substr(colon + 2);
}

// The second number of "+3 1234".
double cost_of(const std::string& line) {
  std::istringstream in(line);
  std::string position;
  double cost = 0.0;
  in >> position >> cost;
  return cost;
}

}  // namespace

InstructionSplit read_callgrind(std::istream& file) {
  InstructionSplit split;
  Names names;
  bool inside = false;
  std::string callee;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("fn=")) {
      const std::string name = names(line.substr(3));
      inside = name.find("Controller::update(") != std::string::npos;
    } else if (line.starts_with("cfn=")) {
      callee = names(line.substr(4));
    } else if (line.starts_with("calls=")) {
      std::getline(file, line);
      if (inside) split.callee[short_name(callee)] += cost_of(line);
    } else if (line.starts_with("summary:") || line.starts_with("totals:")) {
      split.total = cost_of(line);
    } else if (inside && !line.empty() &&
               (std::isdigit(line[0]) != 0 || line[0] == '+' || line[0] == '-' || line[0] == '*')) {
      split.callee["update itself"] += cost_of(line);
    }
  }
  return split;
}

}  // namespace limber::bench
