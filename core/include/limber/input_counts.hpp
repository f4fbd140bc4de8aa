/// @file
/// How far the inputs of a controller have come, so that whoever records a run knows which cycle took which of them.
#pragma once

#include <cstdint>

namespace limber {

/// Numbers of inputs that the other thread has handed in, or that the control thread has taken, each since the
/// controller was made. An input that the next one replaced before it was taken counts as taken together with that one.
struct InputCounts {
  std::uint64_t settings = 0;          ///< set_parameters(), prepare()
  std::uint64_t requests = 0;          ///< request()
  std::uint64_t references = 0;        ///< desired poses, trajectories or waypoints
  std::uint64_t control_wrenches = 0;  ///< set_control_wrench()
};

}  // namespace limber
