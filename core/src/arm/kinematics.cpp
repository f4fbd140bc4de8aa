// Poses, Jacobian and gravity torques, each in one pass along the chain without allocation.
//
//   X_BZ(i) = X_BZ(i-1) X_PZ(i) Rz(q_i)              poses
//   J_i     = [z_i × (p_F - p_i) ; z_i]              revolute joint; prismatic: [z_i ; 0]
//   τ_i     = -z_i · (Σ_{j>=i} m_j (c_j - p_i) × g)  gravity; prismatic: -z_i · g Σ m_j
#include <cassert>
#include <cmath>

#include "limber/arm.hpp"

namespace limber {

void Arm::prepare_links() {
  Matrix3 R_PZ = Matrix3::Identity();  // of the previous joint
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

// Frame Z of one joint after the other, in the base. It is kept as four vectors, which stay in registers; a 3 x 3
// matrix would be stored and reloaded and take twice the time. For the same reason all sines are computed first.
class Arm::Walk {
 public:
  Walk(const Arm& arm, const JointVector& q, std::size_t count) noexcept : links_(arm.links_), q_(q) {
    for (std::size_t i = 0; i < count; ++i) {
      const double angle = links_[i].turns ? q_[static_cast<int>(i)] : 0.0;
      cosine_[i] = std::cos(angle);
      sine_[i] = std::sin(angle);
    }
  }

  // Joint i, which follows the joint of the previous step.
  [[gnu::always_inline]] void step(std::size_t i) noexcept {
    const Link& link = links_[i];
    p += turned(link.X_PZ.p);
    const Vector3 x_0 = turned(link.X_PZ.R.col(0));
    const Vector3 y_0 = turned(link.X_PZ.R.col(1));
    z = turned(link.X_PZ.R.col(2));
    x = cosine_[i] * x_0 + sine_[i] * y_0;
    y = cosine_[i] * y_0 - sine_[i] * x_0;
    if (!link.turns) p += q_[static_cast<int>(i)] * z;
  }

  // Rotates from Z to the base.
  Vector3 turned(const Vector3& v_Z) const noexcept { return v_Z.x() * x + v_Z.y() * y + v_Z.z() * z; }

  // X_BF of a frame on the last body of the walk. Must be the last call: x, y, z and p become those of F.
  [[gnu::always_inline]] Pose finish(const Frame& frame) noexcept {
    turn(links_[static_cast<std::size_t>(frame.body)].R_ZJ);
    p += turned(frame.X_JF.p);
    turn(frame.X_JF.R);
    Pose X_BF;
    X_BF.R.col(0) = x;
    X_BF.R.col(1) = y;
    X_BF.R.col(2) = z;
    X_BF.p = p;
    return X_BF;
  }

  Vector3 x = Vector3::UnitX(), y = Vector3::UnitY(), z = Vector3::UnitZ();
  Vector3 p = Vector3::Zero();

 private:
  [[gnu::always_inline]] void turn(const Matrix3& R) noexcept {
    const Vector3 x_R = turned(R.col(0));
    const Vector3 y_R = turned(R.col(1));
    z = turned(R.col(2));
    x = x_R;
    y = y_R;
  }

  const std::array<Link, kMaxJoints>& links_;
  const JointVector& q_;
  std::array<double, kMaxJoints> cosine_, sine_;
};

Pose Arm::pose(const JointVector& q, const Frame& frame) const noexcept {
  assert(q.size() == joint_count() && frame.body < joint_count());
  if (frame.body < 0) return frame.X_JF;
  const auto moving = static_cast<std::size_t>(frame.body + 1);
  Walk walk(*this, q, moving);
  for (std::size_t i = 0; i < moving; ++i) walk.step(i);
  return walk.finish(frame);
}

void Arm::kinematics(const JointVector& q, const Frame& frame, Pose& X_BF, Jacobian& J_BF_B) const noexcept {
  assert(q.size() == joint_count() && frame.body < joint_count());
  const auto moving = static_cast<std::size_t>(frame.body + 1);
  J_BF_B.setZero(6, joint_count());
  if (moving == 0) {
    X_BF = frame.X_JF;
    return;
  }
  std::array<Vector3, kMaxJoints> p_B, z_B;
  Walk walk(*this, q, moving);
  for (std::size_t i = 0; i < moving; ++i) {
    walk.step(i);
    p_B[i] = walk.p;
    z_B[i] = walk.z;
  }
  X_BF = walk.finish(frame);
  for (std::size_t i = 0; i < moving; ++i) {
    auto column = J_BF_B.col(static_cast<int>(i));
    if (links_[i].turns) {
      column.head<3>() = z_B[i].cross(X_BF.p - p_B[i]);
      column.tail<3>() = z_B[i];
    } else {
      column.head<3>() = z_B[i];
    }
  }
}

JointVector Arm::gravity_torque(const JointVector& q, const Vector3& gravity_B) const noexcept {
  assert(q.size() == joint_count());
  std::array<Vector3, kMaxJoints> p_B, z_B, com_B;
  Walk walk(*this, q, joints_.size());
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    walk.step(i);
    p_B[i] = walk.p;
    z_B[i] = walk.z;
    com_B[i] = walk.p + walk.turned(links_[i].com_Z);
  }
  JointVector torque(joint_count());
  double mass = 0.0;                 // of all bodies that joint i moves
  Vector3 moment = Vector3::Zero();  // Σ m c of these bodies
  for (std::size_t i = joints_.size(); i-- > 0;) {
    mass += links_[i].mass;
    moment += links_[i].mass * com_B[i];
    const Vector3 pull = links_[i].turns ? Vector3((moment - mass * p_B[i]).cross(gravity_B)) : mass * gravity_B;
    torque[static_cast<int>(i)] = -z_B[i].dot(pull);
  }
  return torque;
}

}  // namespace limber
