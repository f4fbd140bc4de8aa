# limber_add_test(name sources... [LABELS label...]): a GoogleTest program, known to ctest as one test a program.
# The label `threads` asks for a run under the thread sanitizer too.
find_package(GTest REQUIRED)

function(limber_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LABELS")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE limber_warnings GTest::gtest GTest::gtest_main rapidcheck)
  target_compile_definitions(${name} PRIVATE LIMBER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
endfunction()
