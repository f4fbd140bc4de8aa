# limber_add_test(name sources...): a GoogleTest program, known to ctest as one test a program.
find_package(GTest REQUIRED)

function(limber_add_test name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE limber_warnings GTest::gtest GTest::gtest_main rapidcheck)
  target_compile_definitions(${name} PRIVATE LIMBER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name})
endfunction()
