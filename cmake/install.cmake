# find_package(limber) gives limber::core; with COMPONENTS sim also limber::sim, which brings MuJoCo. The warnings target
# comes along, empty: a static library names all it links.
include(CMakePackageConfigHelpers)
set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/limber)
install(TARGETS limber_core limber_warnings EXPORT limberTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY core/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY robots config DESTINATION ${CMAKE_INSTALL_DATADIR}/limber OPTIONAL)
install(EXPORT limberTargets NAMESPACE limber:: DESTINATION ${package_directory})
if(LIMBER_BUILD_SIM)
  install(TARGETS limber_sim EXPORT limberSimTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY sim/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT limberSimTargets NAMESPACE limber:: DESTINATION ${package_directory})
endif()
set(LIMBER_DATA_DIR ${CMAKE_INSTALL_DATADIR}/limber)
configure_package_config_file(cmake/limberConfig.cmake.in ${PROJECT_BINARY_DIR}/limberConfig.cmake
  INSTALL_DESTINATION ${package_directory} PATH_VARS LIMBER_DATA_DIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/limberConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/limberConfig.cmake ${PROJECT_BINARY_DIR}/limberConfigVersion.cmake
  DESTINATION ${package_directory})

configure_file(cmake/limber.pc.in ${PROJECT_BINARY_DIR}/limber.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/limber.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
