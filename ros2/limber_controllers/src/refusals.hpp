// What was refused and why, in the log: each sentence at most once a second, so that a stream of bad messages does not
// drown the rest.
#pragma once

#include <chrono>
#include <rclcpp/logging.hpp>
#include <string>

namespace limber_controllers {

class Refusals {
 public:
  explicit Refusals(const rclcpp::Logger& logger) : logger_(logger) {}

  void tell(const std::string& what, const std::string& why) {
    const std::string sentence = what + " refused: " + why;
    const auto now = std::chrono::steady_clock::now();
    if (sentence == last_ && now - when_ < std::chrono::seconds(1)) return;
    RCLCPP_WARN(logger_, "%s", sentence.c_str());
    last_ = sentence;
    when_ = now;
  }

 private:
  rclcpp::Logger logger_;
  std::string last_;
  std::chrono::steady_clock::time_point when_;
};

}  // namespace limber_controllers
