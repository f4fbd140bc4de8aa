// The dynamics of the rigid arm.
#include "support/torque_robot.hpp"

#include <Eigen/Cholesky>

namespace limber::test {

Eigen::MatrixXd TorqueRobot::mass_matrix(const JointVector& q) const {
  Eigen::MatrixXd M = kArmature * Eigen::MatrixXd::Identity(q.size(), q.size());
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const Body& body = arm_.bodies()[static_cast<std::size_t>(i)];
    Pose X;
    Jacobian J;
    arm_.kinematics(q, {i, {Matrix3::Identity(), body.com}}, X, J);
    const Eigen::MatrixXd v = J.topRows<3>();
    const Eigen::MatrixXd w = X.R.transpose() * J.bottomRows<3>();
    M += body.mass * v.transpose() * v + w.transpose() * body.inertia * w;
  }
  return M;
}

// c = Ṁ q̇ - ½ ∂(q̇ᵀ M q̇)/∂q
JointVector TorqueRobot::coriolis() const {
  const double step = 1e-6;
  const Eigen::VectorXd qd = state_.qd;
  JointVector c = JointVector::Zero(qd.size());
  for (Eigen::Index i = 0; i < qd.size(); ++i) {
    JointVector up = state_.q, down = state_.q;
    up[i] += step;
    down[i] -= step;
    const Eigen::MatrixXd slope = (mass_matrix(up) - mass_matrix(down)) / (2.0 * step);
    c += qd[i] * (slope * qd);
    c[i] -= 0.5 * qd.dot(slope * qd);
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
  // The joints' own damping implicitly: it is stiff for the smallest of them.
  Eigen::MatrixXd A = mass_matrix(state_.q);
  const Eigen::VectorXd momentum = A * state_.qd + h * pull;
  A.diagonal() += h * damping;
  state_.qd = A.llt().solve(momentum);
  state_.q += h * state_.qd;
}

}  // namespace limber::test
