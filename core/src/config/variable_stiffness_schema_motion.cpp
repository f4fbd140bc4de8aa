// The rows of the motion: the cycle and its stiffness, the path and its singularities, waypoints.
#include "config/variable_stiffness_schema.hpp"

namespace limber::config {

template <>
struct Stored<WaypointPolicy> {
  static void describe(ParameterDescriptor& d) {
    d.type = ParameterType::kText;
    d.choices = {"fifo", "latest"};
  }
  static std::optional<ParameterValue> read(const WaypointPolicy& member) {
    return std::string(member == WaypointPolicy::kFifo ? "fifo" : "latest");
  }
  static void write(WaypointPolicy& member, const ParameterValue& value) {
    member = std::get<std::string>(value) == "fifo" ? WaypointPolicy::kFifo : WaypointPolicy::kLatest;
  }
};

namespace {

template <class Access>
Parameter<VariableStiffnessParameters> time_row(Access access, const char* key, const char* description) {
  return stiffness_row(
      access, {.key = key, .unit = "s", .noun = "a time", .bounds = from(0.1).to(3600), .description = description});
}

template <class Access>
Parameter<VariableStiffnessParameters> place_row(Access access, const char* key, const char* description) {
  return stiffness_row(access, {.key = key,
                                .unit = "m",
                                .noun = "a position",
                                .bounds = within(10),
                                .description = description,
                                .change = kFixed});
}

StiffnessTable cycle_rows() {
  return {
      place_row(LIMBER_MEMBER(cycle.start_position), "start_position",
                "Start of the path: position of the tip in the base."),
      place_row(LIMBER_MEMBER(cycle.end_position), "end_position", "End of the path: position of the tip in the base."),
      stiffness_row(
          LIMBER_MEMBER(cycle.orientation),
          {.key = "orientation",
           .noun = "an angle or a part of a quaternion",
           .bounds = within(10),
           .lengths = {3, 4},
           .length_words = "3 numbers (roll, pitch, yaw in rad) or 4 (a quaternion x, y, z, w)",
           .description = "Orientation of the tip in the base; with four or five joints only pitch is controlled.",
           .change = kFixed}),
      time_row(
          LIMBER_MEMBER(cycle.homing_duration), "homing_duration",
          "Time from the current pose to the start. A change acts from the next phase on, also for the two below."),
      time_row(LIMBER_MEMBER(cycle.move_duration), "move_duration", "Time from start to end, and back."),
      time_row(LIMBER_MEMBER(cycle.wait_duration), "wait_duration", "Time of waiting at either end."),
  };
}

template <class Access>
Parameter<VariableStiffnessParameters> gain_row(Access access, const char* key, const char* unit, const char* noun,
                                                double most, const char* description) {
  return stiffness_row(
      access, {.key = key, .unit = unit, .noun = noun, .bounds = from(0).to(most), .description = description});
}

StiffnessTable stiffness_rows() {
  return {
      gain_row(LIMBER_MEMBER(stiffness.stiffness_homing), "stiffness_homing", "N/m", "a stiffness", 1e5,
               "Stiffness along x, y, z of the base during homing and waiting."),
      gain_row(LIMBER_MEMBER(stiffness.stiffness_rot), "stiffness_rot", "N m/rad", "a stiffness", 1e4,
               "Stiffness about x, y, z of the tool; with four or five joints only y acts, with fewer none."),
      gain_row(LIMBER_MEMBER(stiffness.damping_rot), "damping_rot", "N m s/rad", "a damping", 1e3,
               "Damping about the same axes."),
      gain_row(LIMBER_MEMBER(stiffness.damping_default), "damping_default", "N s/m", "a damping", 1e4,
               "Damping along x, y, z if there is no profile."),
      stiffness_row(LIMBER_MEMBER(stiffness.max_rise_rate),
                    {.key = "max_rise_rate",
                     .unit = "N/m/s",
                     .noun = "a rate",
                     .bounds = above(0).to(1e5),
                     .description = "Largest rate of change of a stiffness, up or down, in every state (N m/rad/s for "
                                    "rotation; for damping a tenth of it, in N s/m/s)."}),
  };
}

template <class Access>
Parameter<VariableStiffnessParameters> profile_row(Access access, const char* key, bool stiffness) {
  return stiffness_row(access, {.key = key,
                                .unit = stiffness ? "N/m" : "N s/m",
                                .noun = stiffness ? "a stiffness" : "a damping",
                                .bounds = from(0).to(stiffness ? 1e5 : 1e4),
                                .description = stiffness ? "Stiffness from start to end, two samples or more, evenly "
                                                           "spaced, linear between, reversed on the way back; []: "
                                                           "stiffness_homing."
                                                         : "Damping likewise; []: damping_default."});
}

StiffnessTable profile_rows() {
  return {
      profile_row(LIMBER_MEMBER(stiffness.stiffness_x), "stiffness_profile_x", true),
      profile_row(LIMBER_MEMBER(stiffness.stiffness_y), "stiffness_profile_y", true),
      profile_row(LIMBER_MEMBER(stiffness.stiffness_z), "stiffness_profile_z", true),
      profile_row(LIMBER_MEMBER(stiffness.damping_x), "damping_profile_x", false),
      profile_row(LIMBER_MEMBER(stiffness.damping_y), "damping_profile_y", false),
      profile_row(LIMBER_MEMBER(stiffness.damping_z), "damping_profile_z", false),
  };
}

StiffnessTable path_rows() {
  return {
      stiffness_row(LIMBER_MEMBER(path.use_joint_space_trajectory),
                    {.key = "use_joint_space_trajectory",
                     .description = "Whether the posture reference follows the joints found for each point of the "
                                    "path; false: it is that of the start. The path is validated in both cases."}),
      stiffness_row(LIMBER_MEMBER(path.num_trajectory_samples),
                    {.key = "num_trajectory_samples",
                     .noun = "a number of samples",
                     .bounds = from(1).to(10000),
                     .description = "Equal parts of the path whose ends are validated.",
                     .change = kFixed}),
      stiffness_row(
          LIMBER_MEMBER(path.min_manipulability_threshold),
          {.key = "min_manipulability_threshold",
           .noun = "a singular value",
           .bounds = from(0).to(10),
           .description = "A path is refused if the smallest singular value of its Jacobian is below this anywhere."}),
      stiffness_row(LIMBER_MEMBER(path.dls_damping_factor),
                    {.key = "dls_damping_factor",
                     .noun = "a damping",
                     .bounds = above(0).to(10),
                     .description = "Largest damping of the wrench, at a singularity."}),
      stiffness_row(LIMBER_MEMBER(path.dls_onset_factor),
                    {.key = "dls_onset_factor",
                     .noun = "a factor",
                     .bounds = from(1).to(100),
                     .description = "The damping begins below this multiple of min_manipulability_threshold."}),
  };
}

StiffnessTable waypoint_rows() {
  return {
      time_row(LIMBER_MEMBER(waypoints.blend_duration), "waypoint_blend_duration",
               "Time to blend to a waypoint, and back to the cycle; longer if the joints cannot follow."),
      stiffness_row(LIMBER_MEMBER(waypoints.policy),
                    {.key = "waypoint_policy",
                     .description = "fifo: one after the other; latest: the newest at once, instead of all others."}),
  };
}

}  // namespace

StiffnessTable motion_table() {
  return joined_tables<VariableStiffnessParameters>(
      {cycle_rows(), stiffness_rows(), profile_rows(), path_rows(), waypoint_rows()});
}

}  // namespace limber::config
