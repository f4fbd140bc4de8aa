# find_package(limber) gives limber::core; with COMPONENTS sim also limber::sim, which brings MuJoCo. Two components to
# install: `runtime` is the program with what it needs, `dev` what is needed to build against the library.
include(CMakePackageConfigHelpers)
set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/limber)

# The warnings target comes along, empty: a static library names all it links.
install(TARGETS limber_core limber_warnings EXPORT limberTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(DIRECTORY core/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(EXPORT limberTargets NAMESPACE limber:: DESTINATION ${package_directory} COMPONENT dev)
install(DIRECTORY robots config DESTINATION ${CMAKE_INSTALL_DATADIR}/limber COMPONENT runtime)

if(LIMBER_BUILD_SIM)
  install(TARGETS limber_sim EXPORT limberSimTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
  install(DIRECTORY sim/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
  install(EXPORT limberSimTargets NAMESPACE limber:: DESTINATION ${package_directory} COMPONENT dev)

  install(TARGETS limber RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
  install(FILES app/man/limber.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
  install(FILES app/completion/limber.bash RENAME limber COMPONENT runtime
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()

# Whoever links a static library also links what it uses; a shared one sees to that itself.
get_target_property(core_type limber_core TYPE)
set(LIMBER_CORE_IS_STATIC FALSE)
set(LIMBER_CORE_REQUIRES eigen3)
if(core_type STREQUAL STATIC_LIBRARY)
  set(LIMBER_CORE_IS_STATIC TRUE)
  set(LIMBER_CORE_REQUIRES "eigen3 yaml-cpp fmt urdfdom console_bridge orocos-kdl")
endif()

set(LIMBER_DATA_DIR ${CMAKE_INSTALL_DATADIR}/limber)
configure_package_config_file(cmake/limberConfig.cmake.in ${PROJECT_BINARY_DIR}/limberConfig.cmake
  INSTALL_DESTINATION ${package_directory} PATH_VARS LIMBER_DATA_DIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/limberConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/limberConfig.cmake ${PROJECT_BINARY_DIR}/limberConfigVersion.cmake
  DESTINATION ${package_directory} COMPONENT dev)

# Relative to itself, so that it is right wherever it is installed.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
  OUTPUT_VARIABLE LIMBER_PC_PREFIX)
configure_file(cmake/limber.pc.in ${PROJECT_BINARY_DIR}/limber.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/limber.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
