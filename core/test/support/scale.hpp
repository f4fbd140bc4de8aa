// How large a property test is: LIMBER_TEST_SCALE=0.1 runs a tenth of it (sanitizers), 10 ten times.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace limber {

inline int scaled(int count) {
  const char* scale = std::getenv("LIMBER_TEST_SCALE");
  return scale ? std::max(1, static_cast<int>(count * std::atof(scale))) : count;
}

}  // namespace limber
