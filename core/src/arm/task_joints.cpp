// The search for joints that fulfil a task: damped Newton steps of limited size, with a damping that decreases with
// success.
#include <algorithm>
#include <cmath>
#include <limits>

#include "arm/task_path.hpp"
#include "math/definite_inverse.hpp"
#include "math/symmetric_modes.hpp"

namespace limber {
namespace {

constexpr double kArrived = 1e-8;     // m, rad
constexpr double kLargestStep = 0.3;  // rad or m per joint

using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, kMaxJoints>;

// (Jᵀ J + μ² I)⁻¹ Jᵀ e, at most kLargestStep per joint.
JointVector newton_step(const TaskJacobian& J, const TaskVector& e, double mu_squared) noexcept {
  Small A = J.transpose().lazyProduct(J);
  A.diagonal().array() += mu_squared;
  Small inverse;
  if (!invert_definite(A, inverse)) return JointVector::Constant(J.cols(), std::numeric_limits<double>::quiet_NaN());
  JointVector step = inverse.lazyProduct(JointVector(J.transpose().lazyProduct(e)));
  const double largest = step.cwiseAbs().maxCoeff();
  if (largest > kLargestStep) step *= kLargestStep / largest;
  return step;
}

// Of a positive semi-definite matrix of at most 6 rows.
double smallest_eigenvalue(const Small& A) {
  Matrix6 padded = A.trace() * Matrix6::Identity();  // not below the largest eigenvalue
  padded.topLeftCorner(A.rows(), A.cols()) = A;
  return symmetric_eigenvalues(padded)[0];
}

}  // namespace

bool find_task_joints(const Arm& arm, const Frame& frame, const Pose& X_BF, const JointVector& start, JointVector& q,
                      int iterations) noexcept {
  const TaskRotation rotation = task_rotation(arm.joint_count());
  Pose X;
  Jacobian J;
  double mu_squared = 1e-4;
  q = start;
  arm.kinematics(q, frame, X, J);
  TaskVector e = task_error(X_BF, X, rotation);
  for (int i = 0; i < iterations && !(e.norm() < kArrived); ++i) {
    const JointVector next = q + newton_step(task_jacobian(J, X.R, rotation), e, mu_squared);
    if (!next.allFinite()) return false;
    Pose X_next;
    Jacobian J_next;
    arm.kinematics(next, frame, X_next, J_next);
    const TaskVector e_next = task_error(X_BF, X_next, rotation);
    // Levenberg's rule: an unsuccessful step is repeated with more damping.
    if (e_next.norm() < e.norm()) {
      q = next;
      X = X_next;
      J = J_next;
      e = e_next;
      mu_squared = std::max(1e-12, 0.1 * mu_squared);
    } else {
      mu_squared = std::min(1e3, 10.0 * mu_squared);
    }
  }
  return e.norm() < kArrived;
}

double task_singular_value(const Arm& arm, const Frame& frame, const JointVector& q) {
  Pose X;
  Jacobian J;
  arm.kinematics(q, frame, X, J);
  const TaskJacobian J_task = task_jacobian(J, X.R, task_rotation(arm.joint_count()));
  const Small A = J_task.rows() <= J_task.cols() ? Small(J_task.lazyProduct(J_task.transpose()))
                                                 : Small(J_task.transpose().lazyProduct(J_task));
  return std::sqrt(std::max(0.0, smallest_eigenvalue(A)));
}

}  // namespace limber
