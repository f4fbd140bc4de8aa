// How far apart two variables must lie so that two cores writing them do not slow each other down.
#pragma once

#include <cstddef>

namespace limber {

// Bytes. Fixed here, because std::hardware_destructive_interference_size may differ between two compilations that
// share a header.
inline constexpr std::size_t kCacheLine = 64;

}  // namespace limber
