# cmake -DBUILD_DIR=… -DWORK_DIR=… -DCXX_FLAGS=… -DGENERATOR=… -P install_and_use.cmake
# Installs the library from BUILD_DIR into an empty prefix, builds the project beside this file against it, runs it.
function(must_succeed)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

set(prefix ${WORK_DIR}/prefix)
file(REMOVE_RECURSE ${WORK_DIR})
must_succeed(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})
must_succeed(${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK_DIR}/build
  -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_FLAGS=${CXX_FLAGS} -DCMAKE_BUILD_TYPE=Debug)
must_succeed(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
must_succeed(${WORK_DIR}/build/consumer)
