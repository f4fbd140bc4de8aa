// Replaces the C allocator of this program by one that counts; operator new uses it too.
#include "allocation_count.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <memory>

#ifdef LIMBER_SANITIZED

namespace limber::sim {
long allocation_count() { return 0; }
}  // namespace limber::sim

#else

namespace {
std::atomic<long> allocations{0};
}

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  ++allocations;
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  *result = memalign(alignment, size);
  return *result != nullptr ? 0 : ENOMEM;
}
}

namespace limber::sim {

long allocation_count() { return allocations; }

TEST(AllocationCount, SeesEveryWayToAskForMemory) {
  const auto counted = [](auto ask) {
    const long before = allocation_count();
    void* volatile got = ask();
    const long seen = allocation_count() - before;
    std::free(got);
    return seen;
  };
  EXPECT_EQ(counted([] { return std::malloc(10); }), 1);
  EXPECT_EQ(counted([] { return std::calloc(10, 10); }), 1);
  EXPECT_EQ(counted([] { return std::aligned_alloc(64, 128); }), 1);
  const long before = allocation_count();
  const auto made = std::make_unique<double>(1.0);
  EXPECT_EQ(allocation_count() - before, 1) << *made;
}

}  // namespace limber::sim

#endif
