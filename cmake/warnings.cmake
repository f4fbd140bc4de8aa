# The warnings our own build treats as errors. Private to our targets: whoever uses the library chooses for himself.
add_library(limber_warnings INTERFACE)
target_compile_options(limber_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
# Eigen's unrolled fixed-size code trips these GCC 12 false positives at -O2 and above.
target_compile_options(limber_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-array-bounds;-Wno-stringop-overflow>)

if(LIMBER_SANITIZE)
  add_compile_options(-fsanitize=${LIMBER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LIMBER_SANITIZE})
  # Under a sanitizer Eigen changes how it allocates; KDL, built without one, then frees what it cannot.
  add_compile_definitions(EIGEN_MALLOC_ALREADY_ALIGNED=1)
endif()
