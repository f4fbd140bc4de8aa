// Shared by the runaway tests: a push, an arm without springs, and joints that lead.
#pragma once

#include <cmath>

#include "loop.hpp"

namespace limber::test {

// N, N m in the base.
inline void set_push(IdealRobot& robot, const Vector6& push) {
  robot.push_B = [push](const IdealRobot&) { return push; };
}

inline AdmittanceParameters free_ur() {
  AdmittanceParameters p = compliant_ur(0.0);
  p.compliance.stiffness.setZero();
  return p;
}

// Joints that swing smoothly, as an upstream controller would send them.
inline JointVector swinging(const JointVector& start, double t) {
  JointVector q = start;
  q[0] += 0.2 * (1.0 - std::cos(0.8 * t));
  q[2] += 0.1 * (1.0 - std::cos(0.8 * t));
  return q;
}

}  // namespace limber::test
