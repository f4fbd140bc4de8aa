// The rows of the robot: joints, links, rates, torques.
#include "config/variable_stiffness_schema.hpp"

namespace limber::config {
namespace {

StiffnessTable link_rows() {
  return {
      stiffness_row(LIMBER_MEMBER(joints), {.key = "joints",
                                            .lengths = {0, 1, 2, 3, 4, 5, 6, 7, 8},
                                            .length_words = "1 to 8 names, or [] for every joint of the arm",
                                            .description = "The joints that move, from base to tip.",
                                            .change = kFixed}),
      stiffness_row(
          LIMBER_MEMBER(root_link),
          {.key = "root_link", .description = "Base link of the arm; empty: the arm's base.", .change = kFixed}),
      stiffness_row(LIMBER_MEMBER(tip_link),
                    {.key = "tip_link", .description = "Controlled link; empty: the arm's tip.", .change = kFixed}),
      stiffness_row(LIMBER_MEMBER(robot_description_node),
                    {.key = "robot_description_node",
                     .description = "ROS only: the node that publishes the robot's description.",
                     .change = kFixed}),
      stiffness_row(LIMBER_MEMBER(update_rate), {.key = "update_rate",
                                                 .unit = "Hz",
                                                 .noun = "a rate",
                                                 .bounds = from(20).to(10000),
                                                 .description = "Nominal number of control cycles per second.",
                                                 .change = kFixed}),
      stiffness_row(LIMBER_MEMBER(dynamic_parameters),
                    {.key = "dynamic_parameters",
                     .description = "Whether a running controller accepts new parameters.",
                     .change = kFixed}),
  };
}

template <class Access>
Parameter<VariableStiffnessParameters> torque_joint_row(Access access, ParameterDescriptor descriptor) {
  descriptor.lengths = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  descriptor.length_words = "one number for all joints, or one per joint";
  descriptor.one_for_all = true;
  return stiffness_row(access, std::move(descriptor));
}

StiffnessTable limit_rows() {
  return {
      stiffness_row(
          LIMBER_MEMBER(torque.scale),
          {.key = "torque_scale",
           .unit = "1/(N m)",
           .noun = "a scale",
           .bounds = above(0).to(1e6),
           .description = "Motor counts per N m; the controller does not use it; the simulated drive rounds to "
                          "these counts.",
           .change = kFixed}),
      torque_joint_row(
          LIMBER_MEMBER(torque.effort_limit),
          {.key = "effort_limit",
           .unit = "N m or N",
           .noun = "an effort",
           .bounds = above(0).to(1e5),
           .description = "Largest effort of a joint; the tighter of this and the URDF's; []: the URDF's."}),
      stiffness_row(LIMBER_MEMBER(torque.rate_limit), {.key = "torque_rate_limit",
                                                       .unit = "N m/s",
                                                       .noun = "a rate",
                                                       .bounds = above(0).to(1e6),
                                                       .description = "Largest rate of change of a joint torque."}),
      stiffness_row(LIMBER_MEMBER(torque.ramp_time),
                    {.key = "torque_ramp_time",
                     .unit = "s",
                     .noun = "a time",
                     .bounds = from(0).to(60),
                     .description = "Time over which all torques except gravity are ramped up after a start."}),
      torque_joint_row(
          LIMBER_MEMBER(torque.joint_damping),
          {.key = "joint_damping",
           .unit = "N m s/rad",
           .noun = "a damping",
           .bounds = from(0).to(1e4),
           .description = "Damping of the joints, compensated along the reference; []: that of the URDF."}),
  };
}

StiffnessTable torque_posture_rows() {
  return {
      stiffness_row(
          LIMBER_MEMBER(torque.posture_stiffness),
          {.key = "posture_stiffness",
           .unit = "N m/rad",
           .noun = "a stiffness",
           .bounds = from(0).to(1e4),
           .description = "Stiffness towards the posture in the null space of the task; leads out of singularities."}),
      stiffness_row(LIMBER_MEMBER(torque.posture_damping), {.key = "posture_damping",
                                                            .unit = "N m s/rad",
                                                            .noun = "a damping",
                                                            .bounds = from(0).to(1e4),
                                                            .description = "Damping in the null space of the task."}),
      stiffness_row(LIMBER_MEMBER(torque.wall_margin),
                    {.key = "joint_wall_margin",
                     .unit = "rad or m",
                     .noun = "a margin",
                     .bounds = from(0).to(1),
                     .description = "Distance from a joint limit at which a soft wall begins; 0: none."}),
      stiffness_row(LIMBER_MEMBER(torque.gravity), {.key = "gravity",
                                                    .unit = "m/s²",
                                                    .noun = "an acceleration",
                                                    .bounds = within(100),
                                                    .description = "Gravity in the base.",
                                                    .change = kFixed}),
  };
}

}  // namespace

StiffnessTable robot_table() {
  return joined_tables<VariableStiffnessParameters>({link_rows(), limit_rows(), torque_posture_rows()});
}

}  // namespace limber::config
