#include "kdl_model.hpp"

#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <kdl/chaindynparam.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <vector>

namespace limber::test {
namespace {

KDL::Vector vector(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

KDL::Frame frame(const urdf::Pose& pose) {
  const urdf::Rotation& r = pose.rotation;
  return {KDL::Rotation::Quaternion(r.x, r.y, r.z, r.w), vector(pose.position)};
}

KDL::RigidBodyInertia inertia(const urdf::Link& link) {
  if (!link.inertial) return KDL::RigidBodyInertia::Zero();
  const urdf::Inertial& i = *link.inertial;
  const KDL::RigidBodyInertia at_com(i.mass, KDL::Vector::Zero(),
                                     KDL::RotationalInertia(i.ixx, i.iyy, i.izz, i.ixy, i.ixz, i.iyz));
  return frame(i.origin) * at_com;
}

KDL::Joint joint(const urdf::Joint& j) {
  const KDL::Frame origin = frame(j.parent_to_joint_origin_transform);
  if (j.type == urdf::Joint::FIXED) return KDL::Joint(j.name, KDL::Joint::Fixed);
  const auto type = j.type == urdf::Joint::PRISMATIC ? KDL::Joint::TransAxis : KDL::Joint::RotAxis;
  return KDL::Joint(j.name, origin.p, origin.M * vector(j.axis), type);
}

KDL::JntArray array(const JointVector& q) {
  KDL::JntArray result(static_cast<unsigned>(q.size()));
  result.data = q;
  return result;
}

}  // namespace

KdlModel::KdlModel(const std::string& xml, const std::string& base, const std::string& tip) {
  const auto model = urdf::parseURDF(xml);
  std::vector<urdf::LinkConstSharedPtr> links;
  for (auto link = model->getLink(tip); link->name != base; link = link->getParent()) links.push_back(link);
  for (auto link = links.rbegin(); link != links.rend(); ++link) {
    const urdf::Joint& above = *(*link)->parent_joint;
    chain_.addSegment(
        KDL::Segment((*link)->name, joint(above), frame(above.parent_to_joint_origin_transform), inertia(**link)));
  }
}

Pose KdlModel::pose(const JointVector& q) const {
  KDL::Frame X;
  KDL::ChainFkSolverPos_recursive(chain_).JntToCart(array(q), X);
  Pose result;
  for (int row = 0; row < 3; ++row) {
    result.p[row] = X.p(row);
    for (int column = 0; column < 3; ++column) result.R(row, column) = X.M(row, column);
  }
  return result;
}

Jacobian KdlModel::jacobian(const JointVector& q) const {
  KDL::Jacobian J(chain_.getNrOfJoints());
  KDL::ChainJntToJacSolver(chain_).JntToJac(array(q), J);
  return J.data;
}

JointVector KdlModel::gravity(const JointVector& q, const Vector3& gravity_B) const {
  KDL::JntArray torque(chain_.getNrOfJoints());
  KDL::ChainDynParam(chain_, {gravity_B.x(), gravity_B.y(), gravity_B.z()}).JntToGravity(array(q), torque);
  return torque.data;
}

Eigen::MatrixXd KdlModel::mass_matrix(const JointVector& q) const {
  KDL::JntSpaceInertiaMatrix M(static_cast<int>(chain_.getNrOfJoints()));
  KDL::ChainDynParam(chain_, KDL::Vector::Zero()).JntToMass(array(q), M);
  return M.data;
}

JointVector KdlModel::coriolis(const JointVector& q, const JointVector& qd) const {
  KDL::JntArray torque(chain_.getNrOfJoints());
  KDL::ChainDynParam(chain_, KDL::Vector::Zero()).JntToCoriolis(array(q), array(qd), torque);
  return torque.data;
}

}  // namespace limber::test
