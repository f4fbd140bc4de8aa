// Controller C with the profiles of the documents; in tests and benchmarks a late cycle is counted, not a fault.
#pragma once

#include "limber/variable_stiffness_parameters.hpp"

namespace limber::test {

inline VariableStiffnessParameters documents_parameters() {
  VariableStiffnessParameters p;
  p.stiffness.stiffness_x = p.stiffness.stiffness_y = {20, 25, 30, 25, 20};
  p.stiffness.stiffness_z = {15, 18, 20, 18, 15};
  p.stiffness.damping_x = p.stiffness.damping_y = {2.0, 2.5, 3.0, 2.5, 2.0};
  p.stiffness.damping_z = {1.5, 2.0, 2.5, 2.0, 1.5};
  p.supervisor.count_lateness_only = true;
  return p;
}

}  // namespace limber::test
