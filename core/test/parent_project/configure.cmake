# cmake -DLIMBER_SOURCE_DIR=… -DWORK_DIR=… -DGENERATOR=… -P configure.cmake
# Configures the project beside this file, with a shared and with a static library, and reads how each file would be
# compiled. Nothing is compiled.
function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "No '${pattern}' in: ${text}")
  endif()
endfunction()

function(refuse text pattern)
  if(text MATCHES "${pattern}")
    message(FATAL_ERROR "'${CMAKE_MATCH_0}' in: ${text}")
  endif()
endfunction()

function(try_parent name)
  set(build ${WORK_DIR}/${name})
  file(REMOVE_RECURSE ${build})
  execute_process(COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR} -B ${build}
    -DLIMBER_SOURCE_DIR=${LIMBER_SOURCE_DIR} ${ARGN}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${name}:\n${output}")
  endif()
  file(READ ${build}/compile_commands.json commands)
  string(JSON count LENGTH "${commands}")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON command GET "${commands}" ${i} command)
    expect("${command}" "-DFLAG_OF_THE_PARENT")
    expect("${command}" "-Os ")
    expect("${command}" "-std=(c|gnu)\\+\\+(23|2b)")
    refuse("${command}" "-Werror")
    if(command MATCHES "parent_project/main.cpp")
      refuse("${command}" "-W[a-z]+")
    endif()
  endforeach()
  file(READ ${build}/limber/cmake_install.cmake install)
  refuse("${install}" "liblimber")
endfunction()

try_parent(shared -DBUILD_SHARED_LIBS=ON -DLIMBER_BUILD_SIM=OFF -DEXPECTED_TYPE=SHARED_LIBRARY)
try_parent(static -DEXPECTED_TYPE=STATIC_LIBRARY)
