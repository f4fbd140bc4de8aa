# `cpack -G DEB` in the build directory: one Debian package with library, headers, program, configurations, manual page
# and completion.
set(CPACK_PACKAGE_NAME limber)
set(CPACK_PACKAGE_CONTACT "The Limber engineers <limber@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "Admittance, compliant trajectories and variable stiffness for robot arms: a C++ library
 without ROS, and a program that runs it against a physics simulation.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# For who builds against the library; a program alone needs only what SHLIBDEPS finds.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "libeigen3-dev, liborocos-kdl-dev, liburdfdom-dev, libconsole-bridge-dev, libyaml-cpp-dev, libfmt-dev, libmujoco-dev")
include(CPack)
