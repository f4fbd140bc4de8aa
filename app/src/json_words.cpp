// One row a member.
#include "json_words.hpp"

namespace limber::app {
namespace {

using Rows = std::vector<JsonWords>;

const JsonWords kCommand{"command", "The command: run, explain, validate or list."};
const JsonWords kConfiguration{"configuration", "Path of the configuration."};
const JsonWords kController{"controller", "`admittance`, `cartesian_admittance` or `variable_stiffness`."};
const JsonWords kWarnings{"warnings", "What is doubtful about the settings and the script, a sentence each."};

Rows with_ends(const Rows& first, const Rows& own, const Rows& last) {
  Rows all = first;
  all.insert(all.end(), own.begin(), own.end());
  all.insert(all.end(), last.begin(), last.end());
  return all;
}

Rows asked_rows() {
  return {kCommand,
          kConfiguration,
          kController,
          {"scene", "What stood around it."},
          {"rate_Hz", "Control cycles a second."},
          {"asked_duration_s", "How long it should last."},
          {"fast", "Whether it ran as fast as it could."},
          {"seed", "Of the sensor's noise."},
          {"outcome",
           "`ok`, or the first of these that holds: `not_started`, `interrupted`, `faulted`, `phase_failed`, "
           "`script_refused`, `csv_not_written`, `recording_not_written`."},
          {"exit_code", "Of the program, unless standard output cannot be written."},
          {"duration_s", "Time of the simulation in the end."}};
}

Rows machine_rows() {
  return {{"wake_up_lateness_us.p50", "Median lateness of the control thread; the whole is null with `--fast`."},
          {"wake_up_lateness_us.p99", "Its 99th percentile."},
          {"wake_up_lateness_us.max", "The largest."},
          {"missed_deadlines", "Cycles passed over; null with `--fast`."},
          {"times_real_time", "Simulated time over time on the wall."},
          {"script_refused[].at_s", "When something that the script asked for was not done."},
          {"script_refused[].sentence", "What, and why not."},
          {"records_lost", "Cycles of which there is no record."},
          {"events_lost", "Events that were not told, because too many came at once."},
          {"recording.file", "The file of `--record`; the whole is null without."},
          {"recording.bytes", "Its size."},
          {"recording.messages_lost", "Messages that were not written, because the disk was too slow."}};
}

// Below `at`, which ends with a point or is empty.
Rows timing_rows(const std::string& at) {
  return {{at + "controller_cycle_us.p50", "Median time of the controller's update."},
          {at + "controller_cycle_us.p99", "Its 99th percentile."},
          {at + "controller_cycle_us.max", "The largest."},
          {at + "faults[].at_s", "When a fault stopped the arm."},
          {at + "faults[].name", "Its name (telemetry.md)."},
          {at + "faults[].sentence", "What happened, in words."}};
}

Rows force_rows(const std::string& at, const char* when) {
  return {{at + ".mean_N", std::string("Mean contact force ") + when + "; the whole is null if there was none."},
          {at + ".deviation_rms_N", "Root mean square of its deviation from the force asked for."},
          {at + ".deviation_max_N", "The largest deviation."}};
}

Rows motion_rows() {
  return {
      {"path_error.rms_m", "Distance from the reference while it moves, along sprung axes; null if it never moved."},
      {"path_error.max_m", "The largest."},
      {"pushes[].at_s", "When a hand began to push."},
      {"pushes[].force_N", "Its largest force."},
      {"pushes[].yielded_m", "How far the tool gave way along it; null if the arm was stopped."},
      {"pushes[].released_at_s", "When it let go; null if it did not."},
      {"pushes[].came_back",
       "Whether the tool was back in the end, within a tenth of the way, where it was before this push and those that "
       "it "
       "had not come back from yet."},
      {"pushes[].back_after_s", "Time from release until it was back; null if it was not."},
      {"pushes[].away_m", "How far away from there it was in the end, or where it stood when the next push began."},
      {"limited_cycles.*", "Cycles in which each limit changed the motion; those with none are left out."},
      {"conflict_cycles.*", "Cycles in which each limit was broken."}};
}

Rows phase_rows() {
  return {{"phases[].phase", "Name of a phase of the configuration."},
          {"phases[].shows", "Key that asks for something, such as `holds`; one element for each."},
          {"phases[].ok", "Whether the phase showed it."},
          {"phases[].reached", "Whether the run lasted until its end."},
          {"phases[].measured", "What was measured; null if nothing was."},
          {"phases[].at_least", "What it must not be below, if there is such a bound."},
          {"phases[].at_most", "What it must not exceed, if there is such a bound."},
          {"phases[].unit", "Unit of these three."},
          {"phases[].sentence", "The same in words."}};
}

}  // namespace

Rows run_json_words() {
  Rows rows = with_ends(asked_rows(),
                        {{"robot", "The arm."},
                         {"cycles", "Cycles that were recorded."},
                         {"states_s.*", "Time in each state."},
                         {"largest_contact_force_N", "The true one."},
                         {"predicted_contact_force.at_most_N",
                          "What is predicted for the fastest touch of a plate until then, as `explain` does, friction "
                          "included; the whole is null if nothing was touched or no force stops the arm."},
                         {"predicted_contact_force.speed_m_per_s", "Speed of that touch, into the plate."},
                         {"predicted_contact_force.stiffness_N_per_m", "Stiffness of that plate."}},
                        force_rows("force_while_pressing", "while a press lasts"));
  rows = with_ends(rows, force_rows("force_while_following", "while the reference moves too"), motion_rows());
  rows = with_ends(rows, timing_rows(""), machine_rows());
  return with_ends(rows,
                   {{"contacts_lost[].at_s", "When a press lost its contact."},
                    {"contacts_lost[].sentence", "What happened, in words."}},
                   phase_rows());
}

Rows torque_run_json_words() {
  const Rows arm{{"arms[].name", "Name of the arm."},
                 {"arms[].cycles", "Cycles that were recorded."},
                 {"arms[].state", "State in the end."},
                 {"arms[].phases_s.*", "Time in each phase of the homing cycle."},
                 {"arms[].path_error.rms_m", "Distance from the reference on the path; null if it was never there."},
                 {"arms[].path_error.max_m", "The largest."},
                 {"arms[].stiffness_min_N_per_m", "The softest along x, y or z."},
                 {"arms[].stiffness_max_N_per_m", "The stiffest."},
                 {"arms[].fastest_stiffness_change_N_per_m_s", "The fastest change."},
                 {"arms[].smallest_singular_value", "The smallest of the run."},
                 {"arms[].largest_torque_N_m", "The largest of any joint."},
                 {"arms[].limited_cycles", "Cycles in which a limit changed the torques."},
                 {"arms[].waypoints_taken", "Waypoints handed in and kept."},
                 {"arms[].waypoints_refused", "Waypoints refused."}};
  return with_ends(with_ends(asked_rows(), arm, timing_rows("arms[].")), machine_rows(), {});
}

Rows explain_json_words() {
  return {
      kCommand,
      kConfiguration,
      kController,
      {"section", "Name of the controller's section."},
      {"robot", "The arm."},
      {"joint_count", "Its joints."},
      {"rate_Hz", "Control cycles a second."},
      {"frames", "Base, tip, sensor, compliance frame, and where the tip is at the start."},
      {"trajectories", "Those that the script starts."},
      kWarnings,
      {"virtual_body", "Mass, damping, stiffness, frequency and damping ratio of each axis; the tank."},
      {"fixtures", "Virtual fixtures that are on: kind, place in the base, stiffness and damping."},
      {"wrench", "Filter, deadbands, tool weight."},
      {"limits", "Of the tool, of each joint, of the workspace."},
      {"supervision", "Start-up, presses, what stops the arm. A limit that is off is null."},
      {"contact",
       "The walls it may touch: `axes[].walls[]`, the scene's `plates[]` (surfaces too), `stiffest_contact[]`; the "
       "peaks of a press at the first touch: `axes[].first_touch`, with what becomes of press.max_touch_force in "
       "`accepted` (null: off). What has no end (a wall of any stiffness, a damping that nothing reaches) is null."}};
}

Rows torque_explain_json_words() {
  return {kCommand, kConfiguration, kController, kWarnings, {"arms", "Task, path, stiffness and limits of each arm."}};
}

Rows validate_json_words() {
  return {kCommand,
          kConfiguration,
          kController,
          {"ok", "Whether it may run. What cannot be read is refused with exit code 2 and no JSON."},
          {"actions", "Actions of its script."},
          kWarnings,
          {"robot", "The arm (not with `variable_stiffness`)."},
          {"arms", "Each torque arm's `path[]` with margins to the joint limits, and its `refusal`, or null."}};
}

Rows list_json_words() {
  return {kCommand,
          {"directory", "Where the configurations are."},
          {"robots", "Each with `name` and `description`."},
          {"scenes", "Likewise."},
          {"configurations", "Likewise."}};
}

}  // namespace limber::app
