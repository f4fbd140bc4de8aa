// The limits of the joints of an arm with these parameters, as the documents describe them.
#pragma once

#include <algorithm>
#include <cmath>

#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"

namespace limber::soak {

struct JointValues {
  JointVector lower, upper, velocity, acceleration, deceleration;
};

// One of a list with one value per joint, one for all, or none.
inline double listed(const std::vector<double>& values, int i, double otherwise) {
  if (values.empty()) return otherwise;
  return values[values.size() == 1 ? 0U : static_cast<std::size_t>(i)];
}

inline JointValues joint_values(const Arm& arm, const LimitParameters& limits) {
  const int n = arm.joint_count();
  JointValues j{JointVector(n), JointVector(n), JointVector(n), JointVector(n), JointVector(n)};
  for (int i = 0; i < n; ++i) {
    const JointLimits& urdf = arm.joints()[static_cast<std::size_t>(i)].limits;
    j.lower[i] = std::max(urdf.lower, listed(limits.joint_lower, i, -kUnlimited));
    j.upper[i] = std::min(urdf.upper, listed(limits.joint_upper, i, kUnlimited));
    j.velocity[i] = std::min(urdf.velocity, listed(limits.joint_velocity, i, kUnlimited));
    const double stop = std::min(urdf.deceleration, listed(limits.joint_deceleration, i, kUnlimited));
    const double most = listed(limits.joint_acceleration, i, kDefaultJointAcceleration);
    j.acceleration[i] = std::min({most, urdf.acceleration, stop});
    j.deceleration[i] = std::isinf(stop) ? j.acceleration[i] : stop;
  }
  return j;
}

}  // namespace limber::soak
