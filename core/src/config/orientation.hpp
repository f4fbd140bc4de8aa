// Orientations in the notations of the files.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "limber/compliant_point.hpp"
#include "limber/types.hpp"

namespace limber::config {

inline double quaternion_length(const std::vector<double>& xyzw) {
  return Eigen::Map<const Eigen::Vector4d>(xyzw.data()).norm();
}

inline bool has_unit_length(const std::vector<double>& xyzw) {
  return std::abs(quaternion_length(xyzw) - 1.0) <= TrajectoryBounds::kRotationTolerance;
}

// x, y, z, w of unit length.
inline Matrix3 rotation_of_quaternion(const std::vector<double>& xyzw) {
  return Quaternion(xyzw[3], xyzw[0], xyzw[1], xyzw[2]).normalized().toRotationMatrix();
}

// Roll, pitch, yaw in rad about the fixed axes x, y, z, in this order, as in URDF.
inline Matrix3 rotation_of_rpy(const std::vector<double>& rpy) {
  const auto turn = [](double angle, const Vector3& axis) { return Eigen::AngleAxisd(angle, axis); };
  const Quaternion q = turn(rpy[2], Vector3::UnitZ()) * turn(rpy[1], Vector3::UnitY()) * turn(rpy[0], Vector3::UnitX());
  return q.normalized().toRotationMatrix();
}

}  // namespace limber::config
