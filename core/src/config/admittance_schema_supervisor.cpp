// The rows of the supervisor: starting, faults, overforce, control wrench.
#include <numbers>

#include "config/admittance_schema.hpp"

namespace limber::config {
namespace {

AdmittanceTable starting_rows() {
  return {
      row(LIMBER_MEMBER(supervisor.stiffness_ramp_time), {.key = "stiffness_ramp_time",
                                                          .unit = "s",
                                                          .noun = "a time",
                                                          .bounds = from(0).to(60),
                                                          .description = "Time over which stiffness engages."}),
      row(LIMBER_MEMBER(supervisor.max_position_error),
          {.key = "max_position_error",
           .unit = "m",
           .noun = "a distance",
           .bounds = above(0).to(10),
           .description = "A reference that is farther away is approached on a blend."}),
      row(LIMBER_MEMBER(supervisor.max_orientation_error), {.key = "max_orientation_error",
                                                            .unit = "rad",
                                                            .noun = "an angle",
                                                            .bounds = above(0).to(std::numbers::pi),
                                                            .description = "The same for rotation."}),
      row(LIMBER_MEMBER(supervisor.trajectory_duration), {.key = "trajectory_duration",
                                                          .unit = "s",
                                                          .noun = "a time",
                                                          .bounds = from(0.01).to(600),
                                                          .description = "Shortest duration of such an approach."}),
  };
}

AdmittanceTable fault_rows() {
  return {
      row(LIMBER_MEMBER(supervisor.tracking),
          {.key = "tracking",
           .unit = "rad or m",
           .noun = "a gap",
           .bounds = above(0).to(10),
           .description = "Largest allowed distance of a measured joint from its command."}),
      row(LIMBER_MEMBER(supervisor.stale_timeout), {.key = "stale_timeout",
                                                    .unit = "s",
                                                    .noun = "a time-out",
                                                    .bounds = above(0).to(10),
                                                    .description = "Age at which a reading is stale, at least two "
                                                                   "cycles."}),
      row(LIMBER_MEMBER(supervisor.expect_noise),
          {.key = "expect_noise",
           .description =
               "Whether a wrench that stays exactly the same counts as stale; false for a source without noise."}),
      row(LIMBER_MEMBER(supervisor.max_late), {.key = "max_late",
                                               .unit = "periods",
                                               .noun = "a lateness",
                                               .bounds = above(1).to(1000),
                                               .description = "A cycle later than this is an overrun."}),
      row(LIMBER_MEMBER(supervisor.max_overruns),
          {.key = "max_overruns",
           .unit = "cycles",
           .noun = "a count",
           .bounds = from(1).to(1000),
           .description = "Consecutive overruns that are allowed; the next one is a fault."}),
  };
}

AdmittanceTable overforce_rows() {
  return {
      row(LIMBER_MEMBER(supervisor.overforce), {.key = "overforce.force",
                                                .unit = "N",
                                                .noun = "a force limit",
                                                .bounds = above(0).to(1e5).or_infinity(),
                                                .description = "Force that stops the arm; .inf: off."}),
      row(LIMBER_MEMBER(supervisor.overtorque), {.key = "overforce.torque",
                                                 .unit = "N m",
                                                 .noun = "a torque limit",
                                                 .bounds = above(0).to(1e4).or_infinity(),
                                                 .description = "Torque that stops the arm; .inf: off."}),
      row(LIMBER_MEMBER(supervisor.overforce_retreat),
          {.key = "overforce.retreat",
           .unit = "m",
           .noun = "a retreat",
           .bounds = from(0).to(0.5),
           .description = "Largest retreat from a force above its limit, until less than half of the limit is left; "
                          "from a torque, 10 rad per m; 0: none."}),
  };
}

AdmittanceTable control_wrench_rows() {
  return {
      row(LIMBER_MEMBER(supervisor.control_wrench_timeout),
          {.key = "control_wrench.timeout",
           .unit = "s",
           .noun = "a time-out",
           .bounds = from(0.01).to(60),
           .description =
               "Time without a new control wrench before it ramps to 0, and without a new pose before a moving "
               "reference stands."}),
      row(LIMBER_MEMBER(supervisor.control_wrench_ramp), {.key = "control_wrench.ramp",
                                                          .unit = "s",
                                                          .noun = "a time",
                                                          .bounds = from(0.001).to(60),
                                                          .description = "Duration of this ramp."}),
  };
}

}  // namespace

AdmittanceTable supervisor_table() {
  return joined({starting_rows(), fault_rows(), overforce_rows(), control_wrench_rows()});
}

}  // namespace limber::config
