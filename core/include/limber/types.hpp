/// @file
/// Plain values used by all modules: fixed-size vectors, poses, twists, wrenches.
///
/// Six-vectors are linear first, angular second. Monogram notation: X_BT is the pose of T in B, V_BT_B the twist of T
/// in B expressed in B, F_S_S a wrench at S expressed in S. SI units.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

/// The control library: arms, controllers, parameters, telemetry, real time.
namespace limber {

/// The largest number of joints of an arm. Joint vectors never use the heap: their storage has this compile-time
/// maximum.
inline constexpr int kMaxJoints = 8;

/// A vector in space: x, y, z.
using Vector3 = Eigen::Vector3d;
/// A 3 x 3 matrix, such as a rotation or an inertia.
using Matrix3 = Eigen::Matrix3d;
/// An orientation. Eigen's constructor takes w, x, y, z; files contain x, y, z, w.
using Quaternion = Eigen::Quaterniond;
/// A twist, a wrench or a similar vector: linear first, angular second.
using Vector6 = Eigen::Matrix<double, 6, 1>;
/// A 6 x 6 matrix, such as mass, damping or stiffness: linear first, angular second.
using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// One number per joint, 1 to kMaxJoints numbers.
using JointVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxJoints, 1>;
/// 6 x n geometric Jacobian: rows are linear then angular velocity, columns are joints.
using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, kMaxJoints>;

/// X_AB: the pose of frame B in frame A. R rotates vectors expressed in B into vectors expressed in A.
struct Pose {
  Matrix3 R = Matrix3::Identity();  ///< R_AB, a rotation matrix
  Vector3 p = Vector3::Zero();      ///< m: the origin of B, in A

  /// X_AC = X_AB * X_BC.
  friend Pose operator*(const Pose& X_AB, const Pose& X_BC) { return {X_AB.R * X_BC.R, X_AB.p + X_AB.R * X_BC.p}; }
  /// The point p_BoQ_B, expressed in A.
  friend Vector3 operator*(const Pose& X_AB, const Vector3& p_BQ_B) { return X_AB.p + X_AB.R * p_BQ_B; }
  /// X_BA: the pose of A in B.
  Pose inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

}  // namespace limber
