// The dynamics of the rigid arm, summed body by body.
#include "support/torque_robot.hpp"

#include <Eigen/Cholesky>

namespace limber::test {

// M = Σ m Jᵥᵀ Jᵥ + J_ωᵀ I J_ω
Eigen::MatrixXd TorqueRobot::mass_matrix(const JointVector& q) const {
  Eigen::MatrixXd M = kArmature * Eigen::MatrixXd::Identity(q.size(), q.size());
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const Body& body = arm_.bodies()[static_cast<std::size_t>(i)];
    Pose X;
    Jacobian J;
    arm_.kinematics(q, {i, {Matrix3::Identity(), body.com}}, X, J);
    const Matrix3 I_B = X.R * body.inertia * X.R.transpose();
    Jacobian momentum = J;
    momentum.topRows<3>() *= body.mass;
    momentum.bottomRows<3>() = I_B.lazyProduct(J.bottomRows<3>());
    M += J.transpose().lazyProduct(momentum);
  }
  return M;
}

// c = Σ Jᵀ [m J̇ᵥ q̇ ; I J̇_ω q̇ + ω × I ω], with J̇ by a finite difference along the motion.
JointVector TorqueRobot::coriolis() const {
  JointVector c = JointVector::Zero(state_.q.size());
  const double speed = state_.qd.norm();
  if (speed == 0.0) return c;
  const double step = 1e-6 / speed;  // s
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const Body& body = arm_.bodies()[static_cast<std::size_t>(i)];
    const Frame frame{i, {Matrix3::Identity(), body.com}};
    Pose X, unused;
    Jacobian J, ahead, behind;
    arm_.kinematics(state_.q + step * state_.qd, frame, unused, ahead);
    arm_.kinematics(state_.q - step * state_.qd, frame, unused, behind);
    arm_.kinematics(state_.q, frame, X, J);
    const Vector6 A = (ahead - behind).lazyProduct(state_.qd) / (2.0 * step);
    const Vector3 w = J.bottomRows<3>().lazyProduct(state_.qd);
    const Matrix3 I_B = X.R * body.inertia * X.R.transpose();
    Vector6 F;
    F << body.mass * A.head<3>(), I_B * A.tail<3>() + w.cross(I_B * w);
    c += J.transpose().lazyProduct(F);
  }
  return c;
}

void TorqueRobot::substep(double h) {
  Pose X;
  Jacobian J;
  arm_.kinematics(state_.q, arm_.tip(), X, J);
  JointVector damping(state_.q.size());
  for (Eigen::Index i = 0; i < damping.size(); ++i) damping[i] = arm_.joints()[static_cast<std::size_t>(i)].damping;
  const JointVector pull = torque_ + J.transpose() * push_B - arm_.gravity_torque(state_.q, gravity_) - coriolis();
  // Joint damping implicitly: it is stiff for the smallest joints.
  Eigen::MatrixXd A = mass_matrix(state_.q);
  const Eigen::VectorXd momentum = A * state_.qd + h * pull;
  A.diagonal() += h * damping;
  state_.qd = A.llt().solve(momentum);
  state_.q += h * state_.qd;
}

}  // namespace limber::test
