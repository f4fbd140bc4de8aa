// How often this test program has asked for memory so far, by new, malloc or any other way.
#pragma once

namespace limber::sim {

// Counts nothing, and is always 0, under a sanitizer: it needs the allocator for itself.
long allocation_count();

}  // namespace limber::sim
