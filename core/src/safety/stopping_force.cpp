// Kinematics of a stop.
#include "safety/stopping_force.hpp"

#include <algorithm>
#include <cmath>

#include "safety/damped_inverse.hpp"

namespace limber {

double fault_deceleration(const Arm& arm, const JointVector& q, const Frame& frame, const Vector3& direction_B,
                          const JointBounds& joints) {
  Pose X_BC;
  Jacobian J;
  arm.kinematics(q, frame, X_BC, J);
  DampedInverse inverse;
  if (!inverse.compute(J, arm.conditioning().row_scale, 0.0, 0.0)) return 0.0;
  Vector6 twist = Vector6::Zero();
  twist.head<3>() = direction_B;
  const JointVector qd = inverse.solve(twist);
  const double speed = (J * qd).head<3>().dot(direction_B);
  const double time = qd.cwiseAbs().cwiseQuotient(joints.deceleration).maxCoeff();
  return time > 0.0 && speed > 0.0 ? speed / time : 0.0;
}

double stopping_force(const Impact& i) {
  return i.wall * (i.speed * (i.lag + i.period) + i.speed * i.speed / (2.0 * i.deceleration));
}

}  // namespace limber
