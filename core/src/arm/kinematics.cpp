// Where the arm is, how it moves and what it weighs, each in one pass along the chain without allocation.
//
//   X_BZ(i) = X_BZ(i-1) X_PZ(i) Rz(q_i)              poses
//   J_i     = [z_i × (p_F - p_i) ; z_i]              a joint that turns, [z_i ; 0] one that shifts
//   τ_i     = -z_i · (Σ_{j>=i} m_j (c_j - p_i) × g)  gravity, -z_i · g Σ m_j for one that shifts
#include <cassert>
#include <cmath>

#include "limber/arm/arm.hpp"

namespace limber {

void Arm::prepare_links() {
  Matrix3 R_PZ = Matrix3::Identity();  // of the joint before
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& joint = joints_[i];
    const Vector3 x = joint.axis.unitOrthogonal();
    Matrix3 R_JZ;
    R_JZ << x, joint.axis.cross(x), joint.axis;
    Link& link = links_[i];
    link.X_PZ = {R_PZ.transpose() * joint.X_PJ.R * R_JZ, R_PZ.transpose() * joint.X_PJ.p};
    link.R_ZJ = R_JZ.transpose();
    link.com_Z = link.R_ZJ * bodies_[i].com;
    link.mass = bodies_[i].mass;
    link.turns = joint.type != JointType::kPrismatic;
    R_PZ = R_JZ;
  }
}

inline void Arm::Link::advance(Pose& X_BP, double q) const noexcept {
  X_BP.p += X_BP.R * X_PZ.p;
  const Matrix3 R = X_BP.R * X_PZ.R;
  if (turns) {
    const double c = std::cos(q);
    const double s = std::sin(q);
    X_BP.R.col(0) = c * R.col(0) + s * R.col(1);
    X_BP.R.col(1) = c * R.col(1) - s * R.col(0);
    X_BP.R.col(2) = R.col(2);
  } else {
    X_BP.R = R;
    X_BP.p += q * R.col(2);
  }
}

Pose Arm::pose(const JointVector& q, const Frame& frame) const noexcept {
  assert(q.size() == joint_count() && frame.body < joint_count());
  if (frame.body < 0) return frame.X_JF;
  Pose X_BZ;
  for (int i = 0; i <= frame.body; ++i) links_[static_cast<std::size_t>(i)].advance(X_BZ, q[i]);
  X_BZ.R *= links_[static_cast<std::size_t>(frame.body)].R_ZJ;
  return X_BZ * frame.X_JF;
}

void Arm::kinematics(const JointVector& q, const Frame& frame, Pose& X_BF, Jacobian& J_BF_B) const noexcept {
  assert(q.size() == joint_count() && frame.body < joint_count());
  const int moving = frame.body + 1;
  J_BF_B.resize(6, joint_count());
  J_BF_B.rightCols(joint_count() - moving).setZero();
  if (moving == 0) {
    X_BF = frame.X_JF;
    return;
  }
  Pose X_BZ;
  std::array<Vector3, kMaxJoints> p_BZ;
  for (int i = 0; i < moving; ++i) {
    const auto k = static_cast<std::size_t>(i);
    links_[k].advance(X_BZ, q[i]);
    p_BZ[k] = X_BZ.p;
    J_BF_B.col(i).tail<3>() = X_BZ.R.col(2);
  }
  X_BZ.R *= links_[static_cast<std::size_t>(frame.body)].R_ZJ;
  X_BF = X_BZ * frame.X_JF;
  for (int i = 0; i < moving; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Vector3 z = J_BF_B.col(i).tail<3>();
    if (links_[k].turns) {
      J_BF_B.col(i).head<3>() = z.cross(X_BF.p - p_BZ[k]);
    } else {
      J_BF_B.col(i) << z, Vector3::Zero();
    }
  }
}

JointVector Arm::gravity_torque(const JointVector& q, const Vector3& gravity_B) const noexcept {
  assert(q.size() == joint_count());
  std::array<Vector3, kMaxJoints> p_BZ, z_B, com_B;
  Pose X_BZ;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    links_[i].advance(X_BZ, q[static_cast<int>(i)]);
    p_BZ[i] = X_BZ.p;
    z_B[i] = X_BZ.R.col(2);
    com_B[i] = X_BZ * links_[i].com_Z;
  }
  JointVector torque(joint_count());
  double mass = 0.0;                // of everything joint i moves
  Vector3 moment = Vector3::Zero();  // Σ m c of the same
  for (std::size_t i = joints_.size(); i-- > 0;) {
    mass += links_[i].mass;
    moment += links_[i].mass * com_B[i];
    const Vector3 pull = links_[i].turns ? Vector3((moment - mass * p_BZ[i]).cross(gravity_B)) : mass * gravity_B;
    torque[static_cast<int>(i)] = -z_B[i].dot(pull);
  }
  return torque;
}

}  // namespace limber
