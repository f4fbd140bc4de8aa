// A run that goes on while tests talk to it.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>
#include <thread>

#include "live_socket.hpp"
#include "program.hpp"

namespace limber::app::test {

// Asked again until the run listens.
inline Outcome status_of(const std::string& name) {
  Outcome status;
  for (int attempt = 0; attempt < 100 && status.exit_code != 0; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    status = run_program("send --to " + name + " status");
  }
  return status;
}

// Whether the run says these words of its status within some seconds.
inline bool status_says(const std::string& name, const std::string& words) {
  Outcome status;
  for (int attempt = 0; attempt < 60 && !status.says(words); ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    status = run_program("send --to " + name + " status");
  }
  return status.says(words);
}

// A run that goes on until it is told to end.
class EndlessRun {
 public:
  EndlessRun(const std::string& name, const std::string& configuration, const std::string& options = "")
      : name_(name),
        child_("run " + temporary_file(name + ".yaml", configuration) + " --duration 600 --name " + name + " " +
               options) {
    EXPECT_EQ(status_of(name).exit_code, 0) << "it does not listen";
  }

  std::string say(const std::string& line) const { return talk_to(name_, line); }
  bool goes_on() const { return say("status").starts_with("ok"); }
  Outcome end() { return child_.end(SIGINT); }

 private:
  std::string name_;
  Child child_;
};

inline const std::string kBare = "c:\n  ros__parameters: {ft_frame: ft_frame, stiffness_ramp_time: 0.2}\n";
inline const std::string kTorqueArms = R"(/robot1/vs:
  ros__parameters: {tip_link: link5}
/robot2/vs:
  ros__parameters: {tip_link: link5}
limber: {controller: variable_stiffness}
)";

inline bool is_refused(const std::string& answer) { return answer.starts_with("refused: "); }

}  // namespace limber::app::test
