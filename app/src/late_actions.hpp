// Actions that the run is too short for.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

namespace limber::app {

// A sentence for each action of a script (with `at`, s, and `place`) that begins after `duration` (s).
template <class Actions>
std::vector<std::string> warn_of_late(const Actions& script, double duration) {
  std::vector<std::string> warnings;
  for (const auto& action : script) {
    if (action.at < duration) continue;
    warnings.push_back(
        fmt::format("{}the action at {:g} s never happens: the run ends at {:g} s", action.place, action.at, duration));
  }
  return warnings;
}

}  // namespace limber::app
