// malloc and its family and the pthread locks, for this program and every library in it: each reports itself, then does
// what the C library does.
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "support/rt_trap_state.hpp"
#include "support/sanitizer.hpp"

#ifndef LIMBER_SANITIZED

using limber::test::note_offence;
using limber::test::Offence;
using limber::test::release_of;
using limber::test::remember_try;

extern "C" {

// The functions of the C library, under the names it keeps for programs that replace malloc.
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t size) noexcept {
  note_offence(Offence::kAllocation, "malloc");
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  note_offence(Offence::kAllocation, "calloc");
  return __libc_calloc(count, size);
}

void* realloc(void* block, std::size_t size) noexcept {
  note_offence(Offence::kAllocation, "realloc");
  return __libc_realloc(block, size);
}

void* reallocarray(void* block, std::size_t count, std::size_t size) noexcept {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(block, bytes);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  note_offence(Offence::kAllocation, "memalign");
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  note_offence(Offence::kAllocation, "aligned_alloc");
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  note_offence(Offence::kAllocation, "posix_memalign");
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void* const result = __libc_memalign(alignment, size);
  if (result == nullptr) return ENOMEM;
  *block = result;
  return 0;
}

void free(void* block) noexcept {
  if (block == nullptr) return;
  note_offence(Offence::kFree, "free");
  __libc_free(block);
}

}  // extern "C"

namespace {

// The next definition of `name` after that of this program: the C library's.
template <typename Function>
Function* original(std::atomic<Function*>& cache, const char* name) {
  if (Function* const known = cache.load(std::memory_order_relaxed)) return known;
  const limber::test::TrapPause pause;
  auto* const found = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
  cache.store(found, std::memory_order_relaxed);
  return found;
}

}  // namespace

// Replaces int name(parameters); calls the original as name(arguments).
#define LIMBER_TRAP(offence, name, parameters, arguments, ...) \
  extern "C" int name parameters __VA_ARGS__ {                 \
    using Function = int parameters;                           \
    static constinit std::atomic<Function*> cache{nullptr};    \
    note_offence(offence, #name);                              \
    return original<Function>(cache, #name) arguments;         \
  }
#define LIMBER_TRAP_LOCK(...) LIMBER_TRAP(Offence::kLock, __VA_ARGS__)

// The same for try-locks; their releases are recognised by the remembered locks.
#define LIMBER_TRAP_TRY(name, Lock)                            \
  extern "C" int name(Lock* lock) noexcept {                   \
    using Function = int(Lock*);                               \
    static constinit std::atomic<Function*> cache{nullptr};    \
    note_offence(Offence::kTry, #name);                        \
    const int result = original<Function>(cache, #name)(lock); \
    if (result == 0) remember_try(lock);                       \
    return result;                                             \
  }

LIMBER_TRAP_LOCK(pthread_mutex_lock, (pthread_mutex_t * mutex), (mutex), noexcept)
LIMBER_TRAP_TRY(pthread_mutex_trylock, pthread_mutex_t)
LIMBER_TRAP(release_of(mutex), pthread_mutex_unlock, (pthread_mutex_t * mutex), (mutex), noexcept)
LIMBER_TRAP_LOCK(pthread_mutex_timedlock, (pthread_mutex_t * mutex, const timespec* until), (mutex, until), noexcept)
LIMBER_TRAP_LOCK(pthread_mutex_clocklock, (pthread_mutex_t * mutex, clockid_t clock, const timespec* until),
                 (mutex, clock, until), noexcept)

LIMBER_TRAP_LOCK(pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock), noexcept)
LIMBER_TRAP_LOCK(pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock), noexcept)
LIMBER_TRAP_TRY(pthread_rwlock_tryrdlock, pthread_rwlock_t)
LIMBER_TRAP_TRY(pthread_rwlock_trywrlock, pthread_rwlock_t)
LIMBER_TRAP(release_of(lock), pthread_rwlock_unlock, (pthread_rwlock_t * lock), (lock), noexcept)
LIMBER_TRAP_LOCK(pthread_rwlock_timedrdlock, (pthread_rwlock_t * lock, const timespec* until), (lock, until), noexcept)
LIMBER_TRAP_LOCK(pthread_rwlock_timedwrlock, (pthread_rwlock_t * lock, const timespec* until), (lock, until), noexcept)
LIMBER_TRAP_LOCK(pthread_rwlock_clockrdlock, (pthread_rwlock_t * lock, clockid_t clock, const timespec* until),
                 (lock, clock, until), noexcept)
LIMBER_TRAP_LOCK(pthread_rwlock_clockwrlock, (pthread_rwlock_t * lock, clockid_t clock, const timespec* until),
                 (lock, clock, until), noexcept)

LIMBER_TRAP_LOCK(pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t* mutex), (condition, mutex))
LIMBER_TRAP_LOCK(pthread_cond_timedwait, (pthread_cond_t * condition, pthread_mutex_t* mutex, const timespec* until),
                 (condition, mutex, until))
LIMBER_TRAP_LOCK(pthread_cond_clockwait,
                 (pthread_cond_t * condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until),
                 (condition, mutex, clock, until))
LIMBER_TRAP_LOCK(pthread_cond_signal, (pthread_cond_t * condition), (condition), noexcept)
LIMBER_TRAP_LOCK(pthread_cond_broadcast, (pthread_cond_t * condition), (condition), noexcept)

LIMBER_TRAP_LOCK(pthread_spin_lock, (pthread_spinlock_t * lock), (lock), noexcept)
LIMBER_TRAP(Offence::kTry, pthread_spin_trylock, (pthread_spinlock_t * lock), (lock), noexcept)

LIMBER_TRAP_LOCK(sem_wait, (sem_t * semaphore), (semaphore))
LIMBER_TRAP(Offence::kTry, sem_trywait, (sem_t * semaphore), (semaphore), noexcept)
LIMBER_TRAP_LOCK(sem_timedwait, (sem_t * semaphore, const timespec* until), (semaphore, until))
LIMBER_TRAP_LOCK(sem_clockwait, (sem_t * semaphore, clockid_t clock, const timespec* until), (semaphore, clock, until))
LIMBER_TRAP_LOCK(sem_post, (sem_t * semaphore), (semaphore), noexcept)

#endif
