// The columns, one row a group.
#include "column_words.hpp"

#include "column_choice.hpp"

namespace limber::app {
namespace {

using Words = std::vector<ColumnWords>;

// What every controller records. `q_command` and `qd_command` mean something else for a torque arm.
Words cycle_words(const char* command) {
  return {{"time", "s", "The robot's clock; a simulation begins at 0."},
          {"period", "s", "Length of this cycle, as the law was stepped."},
          {"cycle", "", "Number of the cycle."},
          {"state", "", "State of the controller, by number (below)."},
          {"fault", "", "Fault that stopped the arm, by number (below); it stays until a reset."},
          {"overruns", "cycles", "Late cycles so far."},
          {"q", "rad or m", "Measured joint positions."},
          {"qd", "rad/s or m/s", "Measured joint velocities."},
          {"q_command", "rad or m", std::string(command) + " positions."},
          {"qd_command", "rad/s or m/s", std::string(command) + " velocities."}};
}

Words wrench_words() {
  return {{"wrench_raw", "N, N m", "What the sensor reports, in its own frame S, with the configured sign."},
          {"wrench_external", "N, N m", "The same without bias and the tool's weight, in S."},
          {"wrench_filtered", "N, N m", "The same after the low-pass, in S."},
          {"wrench_compliance", "N, N m", "The same at the compliance frame C, in its axes."},
          {"wrench_control", "N, N m", "Control wrench F_control (a press), at C."},
          {"contact", "0 or 1", "Whether a press feels what it presses on."},
          {"contacts_lost", "", "Contacts that presses have lost so far; each is an event, and no fault in itself."},
          {"wrench_law", "N, N m",
           "What the law received: the felt share of the external wrench, and F_control, after the deadband."}};
}

Words law_words() {
  return {{"error", "m, rad", "e: offset of the virtual body from its reference, in C."},
          {"error_rate", "m/s, rad/s", "ė: its rate."},
          {"wrench_spring", "N, N m", "Spring K∘e."},
          {"wrench_damping", "N, N m", "Damper D ė, the contact guard's damping included."},
          {"guard_damping", "N s/m, N m s/rad", "Damping that the contact guard adds."},
          {"stiffness", "N/m, N m/rad", "Diagonal of K as it is now."},
          {"stiffness_ramp", "0 to 1", "Share of the stiffness that has engaged after activation."}};
}

Words energy_words() {
  return {{"energy.stored", "J", "Kinetic and elastic energy of the virtual body."},
          {"energy.port", "J", "Taken in from the world since activation; negative: given out."},
          {"energy.control", "J", "Work of F_control since activation."},
          {"energy.reference", "J", "Put into the spring by references that jumped, since activation."},
          {"energy.carried", "J", "Given to the world by the reference's own motion, since activation."},
          {"energy.limits", "J", "Put in by limits since activation."},
          {"tank.level", "J", "Energy in the tank."},
          {"tank.inflow", "W", "Power into the tank."},
          {"tank.outflow", "W", "Power out of the tank."},
          {"tank.missing", "J", "What the waiting part of a change would still cost."},
          {"tank.waits", "bits", "Parts of a pending change that lack tank energy (below)."},
          {"limited", "bits", "Limits that changed the motion in this cycle (below)."},
          {"conflicts", "bits",
           "Limits that are broken in this cycle, because one of higher priority or the start demands it."},
          {"smallest_singular_value", "", "Of the Jacobian, lengths in lengths of the arm."},
          {"posture_error", "rad or m", "Of the joint farthest from its posture; 0 with six joints or fewer."},
          {"posture_velocity", "rad/s or m/s", "Of the joint that moves fastest without moving the tool."},
          {"speed_scaling", "0 to 1", "Share of its speed that the robot allows itself."}};
}

Words truth_words() {
  return {{"true_contact_force", "N", "What all plates do to the tool, in the base. Only a simulation knows it."},
          {"true_hand_wrench", "N, N m", "What the hand does to the tool at the tool point, in the base."},
          {"true_tool_position", "m", "The tool point in the base."}};
}

Words torque_motion_words() {
  return {{"phase", "", "Phase of the homing cycle, by number (below)."},
          {"s", "0 to 1", "Place on the path."},
          {"p_measured", "m", "The tip in the base, measured."},
          {"q_orientation", "", "Orientation of the tip in the base, measured: a quaternion."},
          {"p_reference", "m", "Reference of the tip in the base."},
          {"twist_reference", "m/s, rad/s", "Its velocity, in the base."},
          {"error", "m, rad", "e: along the base's axes, about the tool's; 0 on axes without a spring."},
          {"error_rate", "m/s, rad/s", "ė: its rate."},
          {"position_error", "m", "Length of its linear part."}};
}

Words torque_law_words() {
  return {{"wrench", "N, N m", "K∘e + D ė after the filter, in the axes of e."},
          {"stiffness", "N/m, N m/rad", "Stiffness in use."},
          {"damping", "N s/m, N m s/rad", "Damping in use."},
          {"torque", "N m", "Commanded torques."},
          {"torque_gravity", "N m", "Their share that carries the arm's weight."},
          {"torque_measured", "N m", "Torques that the motors report; nan if they report none."},
          {"torque_ramp", "0 to 1", "Share of all but gravity that has come in after activation."},
          {"torque_share", "0 to 1", "Share of the wrench's torque that the effort limits leave."},
          {"smallest_singular_value", "", "Of the task's Jacobian, m and rad mixed."},
          {"dls_damping", "", "Damping λ of the inverse near a singularity."},
          {"contact", "N, N m", "Estimate of what the world does to the tool, in the base."},
          {"contact_valid", "0 or 1", "Whether that estimate holds."}};
}

Words torque_store_words() {
  return {{"waypoints.taken", "", "Waypoints handed in and kept, since activation."},
          {"waypoints.refused", "", "Waypoints refused: the queue was full, or they were out of reach."},
          {"waypoints.queued", "", "Waypoints that wait now."},
          {"waypoints.active", "0 or 1", "Whether the arm is on its way to one."},
          {"tank.level", "J", "Energy in the tank."},
          {"tank.inflow", "W", "Power into the tank."},
          {"tank.outflow", "W", "Power out of the tank."},
          {"tank.waits", "0 or 1", "Whether a stiffness lacks tank energy."},
          {"limited", "bits", "Limits that changed the torques in this cycle (below)."},
          {"speed_scaling", "0 to 1", "Share of its speed that the robot allows itself."}};
}

Words joined_words(const std::vector<Words>& parts) {
  Words all;
  for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

const Words& admittance_column_words() {
  static const Words kWords =
      joined_words({cycle_words("Commanded joint"),
                    {{"p_command", "m", "The compliance frame C in the base, as commanded."},
                     {"q_orientation", "", "Orientation of C in the base, as commanded: a quaternion."},
                     {"twist_command", "m/s, rad/s", "Velocity of C in the base, as commanded."},
                     {"p_reference", "m", "The reference R in the base."},
                     {"q_reference", "", "Orientation of R in the base: a quaternion."},
                     {"q_axes", "", "C's axes in the base, those of the law and of all that is at C: a quaternion."}},
                    wrench_words(),
                    law_words(),
                    energy_words(),
                    truth_words()});
  return kWords;
}

const Words& stiffness_column_words() {
  static const Words kWords = joined_words(
      {cycle_words("Posture reference: joint"), torque_motion_words(), torque_law_words(), torque_store_words()});
  return kWords;
}

const ColumnWords* words_of(const std::string& column, const Words& words) {
  for (const ColumnWords& entry : words) {
    if (entry.name == column || entry.name == group_of(column)) return &entry;
  }
  return nullptr;
}

}  // namespace limber::app
