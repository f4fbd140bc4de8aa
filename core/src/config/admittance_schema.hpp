// The parts of the admittance schema, a file each, and the checks that concern several parameters at once.
#pragma once

#include <string>
#include <vector>

#include "limber/config/parameter_schema.hpp"
#include "limber/admittance_parameters.hpp"
#include "stored_value.hpp"

// The member of AdmittanceParameters a row of the table is about.
#define LIMBER_MEMBER(member) \
  [](auto& p) -> auto& { return p.member; }

namespace limber::config {

using AdmittanceTable = std::vector<Parameter<AdmittanceParameters>>;

AdmittanceTable arm_table();         // joints, frames, interfaces
AdmittanceTable law_table();         // the virtual body
AdmittanceTable guard_table();       // the contact guard
AdmittanceTable wrench_table();      // from sensor to wrench
AdmittanceTable limit_table();       // speeds, joints, workspace, singularity
AdmittanceTable supervisor_table();  // starting, faults, pressing

AdmittanceTable joined(const std::vector<AdmittanceTable>& parts);

// Values that are right each for itself but not together.
std::vector<ParameterProblem> check_together(const AdmittanceParameters& parameters);

// "admitance.mass is not a known key; did you mean admittance.mass?"
std::string unknown_key_sentence(const std::string& key);

// The finite sides of the workspace box as planes, in the order -x, -y, -z, +x, +y, +z.
std::vector<Plane> box_sides(const LimitParameters& limits);

template <class Access>
Parameter<AdmittanceParameters> row(Access access, ParameterDescriptor descriptor) {
  return bind<AdmittanceParameters>(access, std::move(descriptor));
}

}  // namespace limber::config
