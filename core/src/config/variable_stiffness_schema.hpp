// The parts of the schema of the variable stiffness controller, one file each.
#pragma once

#include <utility>
#include <vector>

#include "config/schema_table.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber::config {

using StiffnessTable = Table<VariableStiffnessParameters>;

StiffnessTable robot_table();     // joints, links, rates, torques
StiffnessTable motion_table();    // the cycle, its stiffness, waypoints, the path
StiffnessTable watching_table();  // tank, faults

// Finds values that are valid alone but not together.
std::vector<ParameterProblem> check_together(const VariableStiffnessParameters& parameters);

template <class Access>
Parameter<VariableStiffnessParameters> stiffness_row(Access access, ParameterDescriptor descriptor) {
  return bind<VariableStiffnessParameters>(access, std::move(descriptor));
}

}  // namespace limber::config
