/// @file
/// Plain values shared by every room: fixed-size vectors, poses, twists, wrenches.
///
/// Six-vectors are linear first, angular second. Monogram notation: X_BT is the pose of T in B, V_BT_B the twist of
/// T in B resolved in B, F_S_S a wrench at S resolved in S. SI units throughout.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace limber {

/// Joint vectors never touch the heap: their storage has this compile-time maximum.
inline constexpr int kMaxJoints = 8;

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;
using Quaternion = Eigen::Quaterniond;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// One number a joint, 1 to kMaxJoints of them.
using JointVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxJoints, 1>;
/// 6 x n geometric Jacobian: rows are linear then angular velocity, columns are joints.
using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, kMaxJoints>;

/// X_AB: the pose of frame B in frame A. R turns vectors resolved in B into vectors resolved in A.
struct Pose {
  Matrix3 R = Matrix3::Identity();
  Vector3 p = Vector3::Zero();  ///< m

  /// X_AC = X_AB * X_BC
  friend Pose operator*(const Pose& X_AB, const Pose& X_BC) { return {X_AB.R * X_BC.R, X_AB.p + X_AB.R * X_BC.p}; }
  /// The point p_BoQ_B, seen from A.
  friend Vector3 operator*(const Pose& X_AB, const Vector3& p_BQ_B) { return X_AB.p + X_AB.R * p_BQ_B; }
  /// X_BA
  Pose inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

}  // namespace limber
