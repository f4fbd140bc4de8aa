// Prints the events of an episode when it is replayed.
#pragma once

#include <fmt/format.h>

namespace limber::soak {

class Story {
 public:
  explicit Story(bool tells) : tells_(tells) {}

  template <typename... Args>
  void tell(double time, long cycle, fmt::format_string<Args...> text, const Args&... args) const {
    if (!tells_) return;
    fmt::print("{:9.3f} s, cycle {:5}: {}\n", time, cycle, fmt::vformat(text, fmt::make_format_args(args...)));
  }

 private:
  bool tells_;
};

}  // namespace limber::soak
