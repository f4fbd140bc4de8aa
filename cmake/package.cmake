# Two Debian packages (./run package): `limber` is the program with the shared library, the configurations and the robots;
# `liblimber-dev` is what is needed to build against the library.
set(CPACK_PACKAGE_NAME limber)
set(CPACK_PACKAGE_CONTACT "The Limber engineers <limber@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME limber)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Admittance control, compliant trajectories and variable stiffness. The program
limber runs them against a physics simulation; the library does without it.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/core)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)  # so that packages of programs that use it can name it

set(CPACK_DEBIAN_DEV_PACKAGE_NAME liblimber-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DESCRIPTION "The headers of the library, and what CMake and pkg-config need to find it.")
# What our headers, limberConfig.cmake and limber.pc ask for; the last two are what MuJoCo's own CMake files ask for.
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "limber (= ${PROJECT_VERSION}), libeigen3-dev, libfmt-dev, libmujoco-dev, libqhull-dev, libgl-dev")

install(FILES cmake/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/limber COMPONENT runtime)
install(FILES cmake/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/liblimber-dev COMPONENT dev)
include(CPack)
