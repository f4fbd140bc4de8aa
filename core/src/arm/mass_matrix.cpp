#include "arm/mass_matrix.hpp"

namespace limber {

JointMatrix mass_matrix(const Arm& arm, const JointVector& q) noexcept {
  JointMatrix M = JointMatrix::Zero(q.size(), q.size());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const Body& body = arm.bodies()[static_cast<std::size_t>(i)];
    if (!(body.mass > 0.0)) continue;
    Pose X;
    Jacobian J;
    arm.kinematics(q, {i, {Matrix3::Identity(), body.com}}, X, J);
    Jacobian momentum = J;
    momentum.topRows<3>() *= body.mass;
    momentum.bottomRows<3>() = Matrix3(X.R * body.inertia * X.R.transpose()).lazyProduct(J.bottomRows<3>());
    M += J.transpose().lazyProduct(momentum);
  }
  return M;
}

}  // namespace limber
