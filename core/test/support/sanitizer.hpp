// Whether this build runs under the address or the thread sanitizer, which replace malloc, locks and mlockall with
// their own.
#pragma once

namespace limber::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace limber::test
