// Whether this build uses the address or thread sanitizer, which replace malloc, locks and mlockall.
#pragma once

namespace limber::test {

#ifdef LIMBER_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace limber::test
