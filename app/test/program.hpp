// Runs the built program as a shell would.
#pragma once

#include <string>

namespace limber::app::test {

struct Outcome {
  int exit_code = -1;
  std::string output;  // standard output and error together

  bool says(const std::string& words) const { return output.find(words) != std::string::npos; }
};

// `arguments` as typed after `limber`.
Outcome run_program(const std::string& arguments);

// The same, with its standard error apart from `output`.
struct SplitOutcome : Outcome {
  std::string errors;
};
SplitOutcome run_program_split(const std::string& arguments);

// One that runs until somebody ends it, at the latest with this.
class Child {
 public:
  explicit Child(const std::string& arguments);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  Outcome end(int signal);

 private:
  std::string file_;
  int process_;
};

// The same, with the signal sent to it after `delay` s.
Outcome run_and_signal(const std::string& arguments, int signal, double delay);

// A file in a directory of this test process's own, removed at its end.
std::string temporary_file(const std::string& name, const std::string& text = "");
std::string read_file(const std::string& path);

}  // namespace limber::app::test
