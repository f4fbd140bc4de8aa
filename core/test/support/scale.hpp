// How many random cases a test tries: all of them, or the fraction LIMBER_TEST_SCALE (0.1 under sanitizers, which are
// ten times slower).
#pragma once

#include <algorithm>
#include <cstdlib>

namespace limber::test {

inline int scaled(int cases) {
  const char* text = std::getenv("LIMBER_TEST_SCALE");
  const double scale = text != nullptr ? std::atof(text) : 1.0;
  return scale > 0.0 ? std::max(1, static_cast<int>(scale * cases)) : cases;
}

}  // namespace limber::test
