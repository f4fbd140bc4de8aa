// The table of all admittance parameters: joins its parts, and has the rows of the arm and its interfaces.
#include "config/admittance_schema.hpp"

#include "limber/configuration.hpp"

namespace limber::config {

namespace {

AdmittanceTable frame_rows() {
  return {
      row(LIMBER_MEMBER(joints), {.key = "joints",
                                  .lengths = {0, 1, 2, 3, 4, 5, 6, 7, 8},
                                  .length_words = "1 to 8 names, or [] for every joint of the arm",
                                  .description = "The joints that move, from base to tip.",
                                  .change = kFixed}),
      row(LIMBER_MEMBER(base_link),
          {.key = "base_link", .description = "Base link of the arm; empty: the arm's base.", .change = kFixed}),
      row(LIMBER_MEMBER(tip_link),
          {.key = "tip_link", .description = "Tip link of the arm; empty: the arm's tip.", .change = kFixed}),
      row(LIMBER_MEMBER(ft_frame),
          {.key = "ft_frame", .description = "Frame of the force sensor; empty: the tip.", .change = kFixed}),
      row(LIMBER_MEMBER(frame_id),
          {.key = "admittance.frame.id",
           .description = "Frame of mass, damping and stiffness. A frame on the tool turns with it; the base or "
                          "\"world\" gives the axes of the base; empty: the tip."}),
  };
}

AdmittanceTable interface_rows() {
  const std::vector<std::string> interfaces{"position", "velocity"};
  return {
      row(LIMBER_MEMBER(state_interfaces), {.key = "state_interfaces",
                                            .lengths = {2},
                                            .length_words = "both position and velocity",
                                            .choices = interfaces,
                                            .description = "What is read of each joint; both are needed.",
                                            .change = kFixed}),
      row(LIMBER_MEMBER(command_interfaces), {.key = "command_interfaces",
                                              .lengths = {1, 2},
                                              .length_words = "position, velocity or both",
                                              .choices = interfaces,
                                              .description = "What is commanded to each joint.",
                                              .change = kFixed}),
      row(LIMBER_MEMBER(downstream_controller_name),
          {.key = "downstream_controller_name",
           .description = "Controller that gets the commands as references; empty: the hardware.",
           .change = kFixed}),
      // Below 20 Hz, one cycle takes half of the shortest usual time-out for readings.
      row(LIMBER_MEMBER(update_rate), {.key = "update_rate",
                                       .unit = "Hz",
                                       .noun = "a rate",
                                       .bounds = from(20).to(10000),
                                       .description = "Nominal number of control cycles per second.",
                                       .change = kFixed}),
      row(LIMBER_MEMBER(dynamic_parameters), {.key = "dynamic_parameters",
                                              .description = "Whether a running controller accepts new parameters.",
                                              .change = kFixed}),
  };
}

}  // namespace

AdmittanceTable arm_table() { return joined({frame_rows(), interface_rows()}); }

const AdmittanceTable& admittance_schema() {
  static const AdmittanceTable kSchema = joined({arm_table(), law_table(), guard_table(), servo_table(), wrench_table(),
                                                 limit_table(), supervisor_table(), press_table(), fixture_table()});
  return kSchema;
}

const Parameter<AdmittanceParameters>* find_admittance_parameter(std::string_view key) {
  return find_parameter(admittance_schema(), key);
}

}  // namespace limber::config
