// One cycle as the program sees it: the controller's telemetry, and the truth only a simulation knows.
#pragma once

#include <cstdint>

#include "limber/telemetry.hpp"

namespace limber::app {

// At the moment the telemetry's state was measured; axes of the base.
struct Truth {
  std::int64_t cycle = 0;                   // of the telemetry it belongs to
  Vector3 contact_force = Vector3::Zero();  // N, what all plates and surfaces do to the tool
  Vector6 hand_wrench = Vector6::Zero();    // N, N m, at the tool point
  Vector3 p_tool = Vector3::Zero();         // m, the tool point
};

struct CycleRecord {
  Telemetry telemetry;
  Truth truth;
  // Unit, axes of the base: where F_control presses to, or into the surface that a regulated press has found; zero
  // while it does not press.
  Vector3 press_direction = Vector3::Zero();

  // N: the true contact force against the press.
  double pressed_force() const { return -press_direction.dot(truth.contact_force); }
  double asked_force() const { return telemetry.wrench_control.head<3>().norm(); }
  bool touches() const { return truth.contact_force.squaredNorm() > 0.0; }
};

// The axes C has in the base are the base's own, or the tool's as commanded.
inline CycleRecord make_record(const Telemetry& telemetry, const Truth& truth, bool base_axes) {
  // N: a press weaker than this has no direction worth the name.
  constexpr double kLeastPress = 0.1;
  CycleRecord record{telemetry, truth, Vector3::Zero()};
  const Vector3 control_C = telemetry.wrench_control.head<3>();
  if (control_C.norm() < kLeastPress) return record;
  record.press_direction = base_axes ? control_C.normalized() : telemetry.orientation_command * control_C.normalized();
  if (!telemetry.surface_normal.isZero(0.0)) record.press_direction = -telemetry.surface_normal;
  return record;
}

// Calls visit(name, value) for the truth's numbers, as for_each_field() does for telemetry's.
template <typename Visitor>
void for_each_truth_field(const Truth& truth, Visitor&& visit) {
  signals::for_each_number(std::string("true_contact_force"), truth.contact_force, visit);
  signals::for_each_number(std::string("true_hand_wrench"), truth.hand_wrench, visit);
  signals::for_each_number(std::string("true_tool_position"), truth.p_tool, visit);
}

}  // namespace limber::app
