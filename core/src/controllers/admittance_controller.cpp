// References of controller A: poses and joints.
#include "limber/controllers/admittance_controller.hpp"

#include <cmath>

namespace limber {

void AdmittanceController::take_reference() noexcept {
  ReferenceSample target;
  if (target_in_.read(target)) {
    joint_reference_live_ = false;
    take_target(target);
  }
  if (!joint_reference_) return;
  if (joint_reference_live_) {
    reference_.move_target(*joint_reference_);
  } else {
    joint_reference_live_ = true;
    take_target(*joint_reference_);
  }
  joint_reference_.reset();
}

// A stream of targets whose velocity changes no faster than the tool may is a reference in motion, and the body moves
// with it; anything else is a jump, and the body stays as it moves.
void AdmittanceController::take_target(const ReferenceSample& target) noexcept {
  const ReferenceSample before = reference_.now();
  const Pose X_BV = body_.pose(before);
  Vector6 twist = body_.twist(before);
  const double since = reference_.silence() + settings().nominal_period;
  const bool near = reference_.set_target(target, settings().approach);
  const Vector6 change = reference_.now().twist - before.twist;
  const bool streams = near && reference_live_ &&
                       change.head<3>().norm() <= settings().tool.linear_acceleration * since &&
                       change.tail<3>().norm() <= settings().tool.angular_acceleration * since;
  if (streams) twist += change;
  reference_live_ = true;
  body_.put(X_BV, twist, reference_.now());
}

bool AdmittanceController::lead_reference() noexcept {
  return reference_.step(period(), settings().supervisor.control_wrench_timeout);
}

void AdmittanceController::drop_reference() noexcept {
  joint_reference_live_ = false;
  joint_reference_.reset();
}

void AdmittanceController::set_joint_reference(const JointVector& q, const JointVector& qd) noexcept {
  if (q.size() != arm().joint_count() || qd.size() != q.size() || !q.allFinite() || !qd.allFinite()) return;
  ReferenceSample sample;
  Jacobian J;
  arm().kinematics(q, settings().compliance, sample.X_BR, J);
  sample.twist = J * qd;
  joint_reference_ = sample;
}

bool AdmittanceController::set_desired_pose(const Pose& X_BR, const Vector6& twist,
                                            const Vector6& acceleration) noexcept {
  const bool proper = X_BR.p.allFinite() && X_BR.R.allFinite() && twist.allFinite() && acceleration.allFinite() &&
                      (X_BR.R * X_BR.R.transpose() - Matrix3::Identity()).cwiseAbs().maxCoeff() < 1e-6;
  if (proper) target_in_.write({X_BR, twist, acceleration});
  return proper;
}

bool AdmittanceController::set_desired_pose(const Vector3& p_BR, const Quaternion& q_BR) noexcept {
  if (!q_BR.coeffs().allFinite() || std::abs(q_BR.norm() - 1.0) > 1e-6) return false;
  return set_desired_pose(Pose{q_BR.normalized().toRotationMatrix(), p_BR});
}

}  // namespace limber
