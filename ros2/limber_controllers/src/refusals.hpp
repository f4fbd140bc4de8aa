// What was refused and why, in the log: for each kind of thing at most one line a second, which says how many it stands
// for, so that a stream of bad messages does not drown the rest.
#pragma once

#include <chrono>
#include <map>
#include <rclcpp/logging.hpp>
#include <string>

namespace limber_controllers {

class Refusals {
 public:
  explicit Refusals(const rclcpp::Logger& logger) : logger_(logger) {}

  void tell(const std::string& what, const std::string& why) { tell_sentence(what, what + " refused: " + why); }

  // A sentence that says itself what is refused.
  void tell_sentence(const std::string& what, const std::string& sentence) {
    Told& told = told_[what];
    const auto now = std::chrono::steady_clock::now();
    if (told.any && now - told.when < std::chrono::seconds(1)) {
      ++told.left_out;
      return;
    }
    const std::string others =
        told.left_out > 0 ? " (" + std::to_string(told.left_out) + " more were refused before)" : "";
    RCLCPP_WARN(logger_, "%s%s", sentence.c_str(), others.c_str());
    told = {true, 0, now};
  }

 private:
  struct Told {
    bool any = false;
    int left_out = 0;  // since the last line
    std::chrono::steady_clock::time_point when;
  };

  rclcpp::Logger logger_;
  std::map<std::string, Told> told_;
};

}  // namespace limber_controllers
