// The controllers of the program, as `limber.controller` names them, and the parameters of either family.
#pragma once

#include <array>
#include <string>
#include <variant>

#include "limber/admittance_parameters.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber::app {

enum class ControllerKind { kAdmittance, kCartesianAdmittance, kVariableStiffness };

inline constexpr std::array<const char*, 3> kControllerNames{"admittance", "cartesian_admittance",
                                                             "variable_stiffness"};

constexpr const char* name(ControllerKind kind) { return kControllerNames[static_cast<std::size_t>(kind)]; }

// The first two move an arm in positions, the third in torques.
using ControllerParameters = std::variant<AdmittanceParameters, VariableStiffnessParameters>;

// An arm of a run, as a script speaks of it.
struct NamedParameters {
  std::string name;  // empty: the only one, which needs none
  ControllerParameters parameters;

  bool torques() const { return std::holds_alternative<VariableStiffnessParameters>(parameters); }
};

}  // namespace limber::app
