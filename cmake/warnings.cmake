# The warnings of our own build, which are errors unless LIMBER_WARNINGS_AS_ERRORS is off. They end at our own build tree:
# whoever uses the installed library chooses for himself.
add_library(limber_warnings INTERFACE)
target_compile_options(limber_warnings INTERFACE
  $<BUILD_INTERFACE:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow>
  $<$<BOOL:${LIMBER_WARNINGS_AS_ERRORS}>:$<BUILD_INTERFACE:-Werror>>)
# Eigen's unrolled fixed-size code trips these GCC 12 false positives at -O2 and above.
target_compile_options(limber_warnings INTERFACE
  $<BUILD_INTERFACE:$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-restrict>>)

if(LIMBER_SANITIZE)
  add_compile_options(-fsanitize=${LIMBER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LIMBER_SANITIZE})
  if(LIMBER_SANITIZE MATCHES "address.*undefined")
    # The address sanitizer sees these where they happen, and Eigen asserts alignment itself; checked at every access of
    # every matrix they double the time to compile.
    add_compile_options(-fno-sanitize=alignment,null,object-size,pointer-overflow,vptr)
  endif()
  # For tests: a sanitizer replaces malloc, locks and mlockall by its own, and slows everything down.
  add_compile_definitions(LIMBER_SANITIZED)
  # Under a sanitizer Eigen changes how it allocates; KDL, built without one, then frees what it cannot.
  add_compile_definitions(EIGEN_MALLOC_ALREADY_ALIGNED=1)
endif()
