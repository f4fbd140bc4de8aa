// The rows of the wrench: filter, deadband, sensor, tool, tare.
#include "config/admittance_schema.hpp"

namespace limber::config {
namespace {

// Setting one kind of filter removes the other.
AdmittanceTable filter_rows() {
  auto coefficient = row(LIMBER_MEMBER(wrench.filter_coefficient),
                         {.key = "admittance.filter_coefficient",
                          .noun = "a coefficient",
                          .bounds = above(0).to(1),
                          .description = "Exponential smoothing of the wrench at update_rate; 1: none.",
                          .excludes = "admittance.filter_cutoff",
                          .default_words = "no filter"});
  auto cutoff = row(LIMBER_MEMBER(wrench.filter_cutoff), {.key = "admittance.filter_cutoff",
                                                          .unit = "Hz",
                                                          .noun = "a cut-off",
                                                          .bounds = above(0).to(5000),
                                                          .description = "The same low-pass by its cut-off frequency, "
                                                                         "below half the update_rate.",
                                                          .excludes = "admittance.filter_coefficient",
                                                          .default_words = "no filter"});
  coefficient.write = [write = coefficient.write](AdmittanceParameters& p, const ParameterValue& value) {
    write(p, value);
    p.wrench.filter_cutoff.reset();
  };
  cutoff.write = [write = cutoff.write](AdmittanceParameters& p, const ParameterValue& value) {
    write(p, value);
    p.wrench.filter_coefficient.reset();
  };
  return {std::move(coefficient), std::move(cutoff)};
}

AdmittanceTable tare_rows() {
  return {
      row(LIMBER_MEMBER(wrench.tare_window), {.key = "wrench.tare_window",
                                              .unit = "s",
                                              .noun = "a window",
                                              .bounds = from(0.01).to(60),
                                              .description = "Time over which a tare averages."}),
      row(LIMBER_MEMBER(wrench.tare_max_speed), {.key = "wrench.tare_max_speed",
                                                 .unit = "rad/s",
                                                 .noun = "a speed",
                                                 .bounds = above(0).to(1),
                                                 .description = "A tare is refused while any joint is faster."}),
      row(LIMBER_MEMBER(wrench.tare_max_deviation),
          {.key = "wrench.tare_max_deviation",
           .unit = "N",
           .noun = "a deviation",
           .bounds = above(0).to(100),
           .description = "A tare is refused if the wrench varies more (a torque: a tenth of it in N m)."}),
      row(LIMBER_MEMBER(wrench.tare_max_force),
          {.key = "wrench.tare_max_force",
           .unit = "N",
           .noun = "a force",
           .bounds = above(0).to(1000),
           .description = "A tare that removes more (of a torque: a tenth of it in N m) must be confirmed."}),
  };
}

AdmittanceTable sensor_rows() {
  return {
      row(LIMBER_MEMBER(wrench.sign),
          {.key = "wrench.sign",
           .aliases = {"wrench_sign"},
           .noun = "a sign",
           .choices = {"1", "-1"},
           .description = "-1 if the sensor reports the force of the tool on the environment.",
           .change = Change::kBeforeStart}),
      row(LIMBER_MEMBER(wrench.tool_mass),
          {.key = "wrench.tool.mass",
           .unit = "kg",
           .noun = "a tool's mass",
           .bounds = from(0).to(100),
           .description = "Mass behind the sensor; 0 if the sensor subtracts it itself."}),
      row(LIMBER_MEMBER(wrench.tool_com), {.key = "wrench.tool.center_of_mass",
                                           .unit = "m",
                                           .noun = "a centre of mass",
                                           .bounds = within(2),
                                           .description = "Centre of that mass in the sensor's frame."}),
      row(LIMBER_MEMBER(wrench.gravity), {.key = "wrench.gravity",
                                          .unit = "m/s²",
                                          .noun = "gravity",
                                          .bounds = within(25),
                                          .description = "Gravity in the base.",
                                          .change = Change::kBeforeStart}),
      row(LIMBER_MEMBER(wrench.bias), {.key = "wrench.bias",
                                       .unit = "N, N m",
                                       .noun = "a bias",
                                       .bounds = within(1000),
                                       .description = "Reading of the sensor without load."}),
      row(LIMBER_MEMBER(wrench.max_force), {.key = "wrench.max_force",
                                            .unit = "N",
                                            .noun = "a force limit",
                                            .bounds = above(0).to(1e5),
                                            .description = "Larger readings are rejected (`invalid_wrench`)."}),
      row(LIMBER_MEMBER(wrench.max_torque), {.key = "wrench.max_torque",
                                             .unit = "N m",
                                             .noun = "a torque limit",
                                             .bounds = above(0).to(1e4),
                                             .description = "Larger readings are rejected (`invalid_wrench`)."}),
  };
}

AdmittanceTable deadband_rows() {
  return {
      row(LIMBER_MEMBER(wrench.min_motion_threshold), {.key = "admittance.min_motion_threshold",
                                                       .unit = "N",
                                                       .noun = "a threshold",
                                                       .bounds = from(0).to(1000),
                                                       .description = "Continuous deadband of the force."}),
      row(LIMBER_MEMBER(wrench.min_torque_threshold), {.key = "admittance.min_torque_threshold",
                                                       .unit = "N m",
                                                       .noun = "a threshold",
                                                       .bounds = from(0).to(100),
                                                       .description = "Continuous deadband of the torque.",
                                                       .default_words = "0.1 m times min_motion_threshold"}),
  };
}

}  // namespace

AdmittanceTable wrench_table() { return joined({deadband_rows(), filter_rows(), sensor_rows(), tare_rows()}); }

}  // namespace limber::config
