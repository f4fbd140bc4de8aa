// All that a replay must know of an arm and its controller before the first cycle.
#pragma once

#include <string>

#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "limber/record/mcap.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber::record {

struct ArmDescription {
  std::string name{};        // of several arms; empty: there is one
  std::string controller{};  // admittance, cartesian_admittance or variable_stiffness
  std::string urdf{};        // its text
  std::string base{}, tip{};
  std::string prefix{};      // of these and of the joints, that the URDF may not have
  bool freezes = false;      // joints beside the chain
  std::string parameters{};  // all, as YAML
  bool counts_lateness_only = false;
  JointVector prepared_at{};  // rad, m: variable_stiffness only; what prepare() was called with; empty: it was not
  double rate = 0.0;          // Hz

  bool drives_torques() const { return controller == "variable_stiffness"; }
  // "/limber" or "/limber/<name>".
  std::string topic() const { return name.empty() ? "/limber" : "/limber/" + name; }
};

// All parameters as a configuration has them: numbers are read back to the last bit.
std::string yaml_of(const AdmittanceParameters& parameters);
std::string yaml_of(const VariableStiffnessParameters& parameters);

// The small things as metadata, and back; the texts are attachments. Throws RecordError.
StringMap metadata_of(const ArmDescription& arm);
ArmDescription description_of(const StringMap& metadata);

// Throws ArmError.
Arm make_arm(const ArmDescription& description);

}  // namespace limber::record
