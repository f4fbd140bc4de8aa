# limber_add_test(name sources... [LABELS label...]): a GoogleTest program, known to ctest as one test a program.
# Every one has the label `unit`, which runs under the address sanitizer too, unless MEASURES says that it measures what
# other tests already go through; the label `threads` asks for a run under the thread sanitizer. The targets limber_unit
# and limber_threads build just these.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(GTest REQUIRED)
add_custom_target(limber_unit)

# What is tested is optimised; the tests themselves need not be, and compile faster.
set(LIMBER_TEST_OPTIONS $<$<AND:$<CXX_COMPILER_ID:GNU,Clang>,$<CONFIG:Release>>:-O1>)

# Eigen and GoogleTest are most of what the compiler reads for a test; once is enough for all programs.
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/test_headers.cpp CONTENT "")
add_library(limber_test_headers OBJECT ${PROJECT_BINARY_DIR}/test_headers.cpp)
target_link_libraries(limber_test_headers PRIVATE limber_warnings GTest::gtest Eigen3::Eigen)
target_compile_features(limber_test_headers PRIVATE cxx_std_20)
target_compile_options(limber_test_headers PRIVATE ${LIMBER_TEST_OPTIONS})
target_precompile_headers(limber_test_headers PRIVATE <Eigen/Dense> <gtest/gtest.h>)

add_custom_target(limber_threads)

function(limber_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "MEASURES" "" "LABELS")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE limber_internals limber_warnings GTest::gtest GTest::gtest_main rapidcheck)
  target_compile_definitions(${name} PRIVATE LIMBER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_compile_options(${name} PRIVATE ${LIMBER_TEST_OPTIONS})
  target_precompile_headers(${name} REUSE_FROM limber_test_headers)
  # Files compiled together must not use a name twice; whose do not, says so.
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  target_link_libraries(${name} PRIVATE Eigen3::Eigen)
  add_test(NAME ${name} COMMAND ${name})
  if(arg_MEASURES)
    set_tests_properties(${name} PROPERTIES LABELS "measures;${arg_LABELS}")
  else()
    set_tests_properties(${name} PROPERTIES LABELS "unit;${arg_LABELS}")
    add_dependencies(limber_unit ${name})
  endif()
  if("threads" IN_LIST arg_LABELS)
    add_dependencies(limber_threads ${name})
  endif()
endfunction()
