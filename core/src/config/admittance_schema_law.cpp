// The rows of the virtual body: M ë + (D + D_a) ė + K∘e = α S F_ext + F_control.
#include <numbers>

#include "config/admittance_schema.hpp"
#include "math/law_matrix.hpp"

namespace limber::config {

template <>
struct Stored<IntegrateFrom> {
  static void describe(ParameterDescriptor& d) {
    d.type = ParameterType::kText;
    d.choices = {"command", "measured"};
  }
  static std::optional<ParameterValue> read(const IntegrateFrom& member) {
    return std::string(member == IntegrateFrom::kCommand ? "command" : "measured");
  }
  static void write(IntegrateFrom& member, const ParameterValue& value) {
    member = std::get<std::string>(value) == "command" ? IntegrateFrom::kCommand : IntegrateFrom::kMeasured;
  }
};

namespace {

const char* const kDampingUnit = "N s/m, N m s/rad";

Parameter<AdmittanceParameters> matrix(Parameter<AdmittanceParameters> parameter, Definite definite) {
  parameter.descriptor.definite = definite;
  return parameter;
}

AdmittanceTable matrix_rows() {
  return {
      matrix(row(LIMBER_MEMBER(compliance.mass), {.key = "admittance.mass",
                                                  .aliases = {"admittance.inertia"},
                                                  .unit = "kg, kg m²",
                                                  .noun = "a mass",
                                                  .bounds = above(0).to(kMassRule.most),
                                                  .description = "Mass M of the virtual body."}),
             Definite::kPositive),
      matrix(row(LIMBER_MEMBER(compliance.damping),
                 {.key = "admittance.damping",
                  .unit = kDampingUnit,
                  .noun = "a damping",
                  .bounds = from(0).to(kDampingRule.most),
                  .description = "Damping D of the coupling to the reference.",
                  .default_words = "0 if arm_damping is given, otherwise from damping_ratio"}),
             Definite::kSemipositive),
      matrix(row(LIMBER_MEMBER(compliance.arm_damping), {.key = "admittance.arm_damping",
                                                         .unit = kDampingUnit,
                                                         .noun = "a damping",
                                                         .bounds = from(0).to(kDampingRule.most),
                                                         .description = "Damping D_a of the arm, added to D.",
                                                         .default_words = "none"}),
             Definite::kSemipositive),
      matrix(row(LIMBER_MEMBER(compliance.stiffness), {.key = "admittance.stiffness",
                                                       .unit = "N/m, N m/rad",
                                                       .noun = "a stiffness",
                                                       .bounds = from(0).to(kStiffnessRule.most),
                                                       .description = "Stiffness K; 0: the tool can be led by hand."}),
             Definite::kSemipositive),
  };
}

AdmittanceTable share_rows() {
  return {
      row(LIMBER_MEMBER(compliance.damping_ratio),
          {.key = "admittance.damping_ratio",
           .noun = "a damping ratio",
           .bounds = above(0).to(100),
           .description = "ζ of the damping D = 2ζ√(MK), which is derived if none is given."}),
      row(LIMBER_MEMBER(compliance.virtual_stiffness), {.key = "admittance.virtual_stiffness",
                                                        .unit = "N/m, N m/rad",
                                                        .noun = "a virtual stiffness",
                                                        .bounds = above(0).to(1e6),
                                                        .lengths = {2, 6},
                                                        .length_words = "2 numbers (linear, angular) or 6",
                                                        .description = "Replaces K in the derived damping if K is 0."}),
      row(LIMBER_MEMBER(compliance.admittance_ratio),
          {.key = "admittance.admittance_ratio",
           .noun = "a ratio",
           .bounds = from(0).to(1),
           .description = "α, the fraction of the external wrench that acts: 0 position control, 1 full compliance."}),
      row(LIMBER_MEMBER(compliance.enabled_axes),
          {.key = "admittance.enabled_axes",
           .description = "Axes on which the external wrench acts: x, y, z, and rotation about each."}),
  };
}

AdmittanceTable error_rows() {
  return {
      // Stopping a faster body at once would be felt as a blow.
      row(LIMBER_MEMBER(drift.linear),
          {.key = "admittance.drift_reset_threshold",
           .unit = "m/s",
           .noun = "a threshold",
           .bounds = from(0).to(0.1),
           .description = "Below this speed and without input, an axis without stiffness is stopped."}),
      row(LIMBER_MEMBER(drift.angular), {.key = "admittance.drift_reset_threshold_angular",
                                         .unit = "rad/s",
                                         .noun = "a threshold",
                                         .bounds = from(0).to(1),
                                         .description = "The same for rotation."}),
      row(LIMBER_MEMBER(orientation_error_limit),
          {.key = "admittance.orientation_error_limit",
           .unit = "rad",
           .noun = "a limit below half a turn",
           .bounds = above(0).below(std::numbers::pi),
           .description = "Largest rotation from the reference on axes with stiffness."}),
      row(LIMBER_MEMBER(integrate_from), {.key = "admittance.integrate_from",
                                          .description = "Joint positions from which the virtual body is integrated; "
                                                         "with measured ones and a servo that lags, the arm drifts.",
                                          .change = Change::kBeforeStart}),
  };
}

AdmittanceTable tank_rows() {
  return {
      row(LIMBER_MEMBER(tank.enabled),
          {.key = "tank.enabled",
           .description = "Whether changes of compliance wait for tank energy; false: they may create energy."}),
      row(LIMBER_MEMBER(tank.first_fill), {.key = "tank.first_fill",
                                           .unit = "J",
                                           .noun = "an energy",
                                           .bounds = from(0).to(100),
                                           .description = "Energy in the tank at activation.",
                                           .change = Change::kBeforeStart}),
      row(LIMBER_MEMBER(tank.capacity), {.key = "tank.capacity",
                                         .unit = "J",
                                         .noun = "an energy",
                                         .bounds = above(0).to(1000),
                                         .description = "Largest tank level; dissipated energy beyond it is lost."}),
  };
}

}  // namespace

AdmittanceTable law_table() { return joined({matrix_rows(), share_rows(), error_rows(), tank_rows()}); }

}  // namespace limber::config
