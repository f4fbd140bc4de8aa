// How often this test program has allocated memory so far, by new, malloc or any other function.
#pragma once

namespace limber::sim {

// Counts nothing, and is always 0, under a sanitizer: it needs the allocator for itself.
long allocation_count();

}  // namespace limber::sim
