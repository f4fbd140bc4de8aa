// The table of all parameters of the variable stiffness controller: joins its parts, and has the rows of the tank and
// of the faults.
#include "config/variable_stiffness_schema.hpp"

#include "limber/configuration.hpp"

namespace limber::config {
namespace {

StiffnessTable torque_tank_rows() {
  return {
      stiffness_row(LIMBER_MEMBER(tank.enabled),
                    {.key = "tank.enabled",
                     .description = "Whether a rising stiffness waits for tank energy; false: it may create energy."}),
      stiffness_row(LIMBER_MEMBER(tank.first_fill), {.key = "tank.first_fill",
                                                     .unit = "J",
                                                     .noun = "an energy",
                                                     .bounds = from(0).to(100),
                                                     .description = "Energy in the tank at activation.",
                                                     .change = Change::kBeforeStart}),
      stiffness_row(LIMBER_MEMBER(tank.capacity), {.key = "tank.capacity",
                                                   .unit = "J",
                                                   .noun = "an energy",
                                                   .bounds = above(0).to(1000),
                                                   .description = "Largest tank level."}),
  };
}

StiffnessTable torque_fault_rows() {
  return {
      stiffness_row(LIMBER_MEMBER(supervisor.tracking),
                    {.key = "tracking",
                     .unit = "m",
                     .noun = "a distance",
                     .bounds = above(0).to(10).or_infinity(),
                     .description = "Largest distance of the tool from its reference; .inf: off."}),
      stiffness_row(
          LIMBER_MEMBER(tracking_orientation),
          {.key = "tracking_orientation",
           .unit = "rad",
           .noun = "an angle",
           .bounds = above(0).to(4).or_infinity(),
           .description = "Largest rotation of the tool from its reference about the controlled axes; .inf: off."}),
      stiffness_row(LIMBER_MEMBER(supervisor.stale_timeout),
                    {.key = "stale_timeout",
                     .unit = "s",
                     .noun = "a time-out",
                     .bounds = above(0).to(10),
                     .description = "Age at which a reading is stale, at least two cycles."}),
      stiffness_row(LIMBER_MEMBER(supervisor.max_late), {.key = "max_late",
                                                         .unit = "periods",
                                                         .noun = "a lateness",
                                                         .bounds = above(1).to(1000),
                                                         .description = "A cycle later than this is an overrun."}),
      stiffness_row(LIMBER_MEMBER(supervisor.max_overruns),
                    {.key = "max_overruns",
                     .unit = "cycles",
                     .noun = "a count",
                     .bounds = from(1).to(1000),
                     .description = "Consecutive overruns that are allowed; the next one is a fault."}),
      stiffness_row(LIMBER_MEMBER(supervisor.overforce),
                    {.key = "overforce.force",
                     .unit = "N",
                     .noun = "a force limit",
                     .bounds = above(0).to(1e5).or_infinity(),
                     .description = "Estimated contact force that stops the arm; .inf: off."}),
  };
}

}  // namespace

StiffnessTable watching_table() {
  return joined_tables<VariableStiffnessParameters>({torque_tank_rows(), torque_fault_rows()});
}

const StiffnessTable& variable_stiffness_schema() {
  static const StiffnessTable kSchema =
      joined_tables<VariableStiffnessParameters>({robot_table(), motion_table(), watching_table()});
  return kSchema;
}

const Parameter<VariableStiffnessParameters>* find_variable_stiffness_parameter(std::string_view key) {
  return find_parameter(variable_stiffness_schema(), key);
}

}  // namespace limber::config
