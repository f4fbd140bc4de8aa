// The task of an arm, depending on its number of joints: always the position, plus the rotations that the arm can
// control.
//
// Six or more joints: all three rotations. Four or five: only pitch, the rotation about the tool's y axis (roll and yaw
// share a joint with sideways motion, which would make that motion much stiffer). Fewer: no rotation.
//
// Task vectors: position along the x, y, z axes of the base, then rotation about the axes of the tool.
#pragma once

#include <cmath>

#include "limber/types.hpp"
#include "math/so3.hpp"

namespace limber {

enum class TaskRotation { kNone, kPitch, kAll };

// 3, 4 or 6 numbers.
using TaskVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1>;
// 3, 4 or 6 rows, one column per joint.
using TaskJacobian = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6, kMaxJoints>;

inline TaskRotation task_rotation(int joint_count) noexcept {
  return joint_count >= 6 ? TaskRotation::kAll : joint_count >= 4 ? TaskRotation::kPitch : TaskRotation::kNone;
}
inline Eigen::Index task_rows(TaskRotation rotation) noexcept {
  return rotation == TaskRotation::kAll ? 6 : rotation == TaskRotation::kPitch ? 4 : 3;
}

// The task components of a twist or wrench in base axes, for a tool with orientation R_BT.
inline TaskVector to_task(const Vector6& spatial_B, const Matrix3& R_BT, TaskRotation rotation) noexcept {
  TaskVector task(task_rows(rotation));
  task.head<3>() = spatial_B.head<3>();
  if (rotation == TaskRotation::kPitch) task[3] = R_BT.col(1).dot(spatial_B.tail<3>());
  if (rotation == TaskRotation::kAll) task.tail<3>() = R_BT.transpose() * spatial_B.tail<3>();
  return task;
}

// Six numbers, zero if not part of the task; rotations stay about the axes of the tool.
inline Vector6 from_task(const TaskVector& task) noexcept {
  Vector6 six = Vector6::Zero();
  six.head<3>() = task.head<3>();
  if (task.size() == 4) six[4] = task[3];
  if (task.size() == 6) six.tail<3>() = task.tail<3>();
  return six;
}

inline TaskJacobian task_jacobian(const Jacobian& J_BT_B, const Matrix3& R_BT, TaskRotation rotation) noexcept {
  TaskJacobian J(task_rows(rotation), J_BT_B.cols());
  for (Eigen::Index i = 0; i < J_BT_B.cols(); ++i) J.col(i) = to_task(J_BT_B.col(i), R_BT, rotation);
  return J;
}

// The rotation angle about the unit vector `axis` in R, in rad from -pi to pi: the twist of the swing-twist
// decomposition. If R combines a pitch and a yaw, this is exactly the pitch.
inline double turn_about(const Vector3& axis, const Matrix3& R) noexcept {
  const Quaternion q(R);
  const double sine = q.vec().dot(axis);
  return q.w() < 0.0 ? 2.0 * std::atan2(-sine, -q.w()) : 2.0 * std::atan2(sine, q.w());
}

// e = [p_R - p_T ; Log(R_R R_Tᵀ)] in task axes: reference minus measured.
inline TaskVector task_error(const Pose& X_BR, const Pose& X_BT, TaskRotation rotation) noexcept {
  TaskVector e(task_rows(rotation));
  e.head<3>() = X_BR.p - X_BT.p;
  if (rotation == TaskRotation::kPitch) e[3] = turn_about(Vector3::UnitY(), X_BT.R.transpose() * X_BR.R);
  if (rotation == TaskRotation::kAll) e.tail<3>() = log_so3(Matrix3(X_BT.R.transpose() * X_BR.R));
  return e;
}

}  // namespace limber
