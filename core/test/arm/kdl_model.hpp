// KDL's model of a URDF, made from urdfdom's model link by link and without code of Limber: the reference for our
// kinematics and gravity, and for the dynamics of the simulation.
#pragma once

#include <kdl/chain.hpp>
#include <string>

#include "limber/types.hpp"

namespace limber::test {

class KdlModel {
 public:
  KdlModel(const std::string& xml, const std::string& base, const std::string& tip);

  Pose pose(const JointVector& q) const;
  Jacobian jacobian(const JointVector& q) const;
  JointVector gravity(const JointVector& q, const Vector3& gravity_B) const;
  Eigen::MatrixXd mass_matrix(const JointVector& q) const;
  JointVector coriolis(const JointVector& q, const JointVector& qd) const;  // N m or N: C(q, q̇) q̇

 private:
  KDL::Chain chain_;
};

}  // namespace limber::test
