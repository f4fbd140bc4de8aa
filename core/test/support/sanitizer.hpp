// Whether this build runs under the address or the thread sanitizer, which replace malloc, locks and mlockall with
// their own.
#pragma once

namespace limber::test {

#ifdef LIMBER_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace limber::test
