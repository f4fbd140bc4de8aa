// The parts of the admittance schema, one file each, and the checks of several parameters at once.
#pragma once

#include <string>
#include <vector>

#include "config/schema_table.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/configuration.hpp"

namespace limber::config {

using AdmittanceTable = Table<AdmittanceParameters>;

AdmittanceTable arm_table();         // joints, frames, interfaces
AdmittanceTable law_table();         // the virtual body
AdmittanceTable guard_table();       // the contact guard
AdmittanceTable servo_table();       // how the robot follows
AdmittanceTable wrench_table();      // from sensor to wrench
AdmittanceTable limit_table();       // speeds, joints, workspace, singularity
AdmittanceTable supervisor_table();  // starting, faults, control wrench
AdmittanceTable press_table();       // approach and regulation of a press
AdmittanceTable fixture_table();     // virtual fixtures

inline AdmittanceTable joined(const std::vector<AdmittanceTable>& parts) { return joined_tables(parts); }

// Finds values that are valid alone but not together.
std::vector<ParameterProblem> check_together(const AdmittanceParameters& parameters);

// A part of check_together.
void check_fixtures(const AdmittanceParameters& parameters, std::vector<ParameterProblem>& problems);

// The finite sides of the workspace box as planes, in the order -x, -y, -z, +x, +y, +z.
std::vector<Plane> box_sides(const LimitParameters& limits);

template <class Access>
Parameter<AdmittanceParameters> row(Access access, ParameterDescriptor descriptor) {
  return bind<AdmittanceParameters>(access, std::move(descriptor));
}

}  // namespace limber::config
