// What a cycle does about contacts: a press, its approach, the surface under it, the contact guard.
#include <algorithm>
#include <cmath>

#include "controllers/compliant_cycle.hpp"

namespace limber {
namespace {

// m, in C: from C to the line along which the force acts; 0 if it is not known.
Vector3 lever_of_contact(const Vector6& F_C) noexcept {
  constexpr double kLeastForce = 2.0;    // N: the line of a smaller force is noise
  constexpr double kLongestLever = 0.3;  // m
  const double squared = F_C.head<3>().squaredNorm();
  if (squared < kLeastForce * kLeastForce) return Vector3::Zero();
  const Vector3 lever = F_C.head<3>().cross(F_C.tail<3>()) / squared;
  return lever.squaredNorm() > kLongestLever * kLongestLever ? Vector3(Vector3::Zero()) : lever;
}

// Motion of the point of the tool on the line along which the force acts, next to C; m. A tool that turns about its
// contact does not move there.
Vector3 motion_of_contact(const Vector6& F_C, const Vector6& moved_C) noexcept {
  return moved_C.head<3>() + moved_C.tail<3>().cross(lever_of_contact(F_C));
}

Vector3 axis_of(PressAlign align) noexcept {
  const auto i = static_cast<Eigen::Index>(align) - 1;
  return i < 3 ? Vector3(Vector3::Unit(i)) : Vector3(-Vector3::Unit(i - 3));
}

}  // namespace

// A regulated press turns F_control to the surface, in proportion to what of the force acts on the law.
void CompliantCycle::regulate_press(Felt& felt) noexcept {
  const Matrix3& R_BC = axes();
  PressedContact contact{.press_B = R_BC * felt.control_C.head<3>(),
                         .force_B = R_BC * felt.external_C.head<3>(),
                         .R_BC = R_BC,
                         .filter_time_constant = wrench_.filter_time_constant(),
                         .tool_mass = settings_.wrench.tool_mass,
                         .in_contact = press_.in_contact() && follows_law()};
  contact.moved_B = R_BC * motion_of_contact(felt.external_C, felt.displacement_C);
  Vector3 held_C = led_.body().offset_in(R_BC).velocity.head<3>();
  for (int i = 0; i < 3; ++i) {
    const auto axis = static_cast<std::size_t>(i);
    contact.free[axis] = settings_.enabled_axes[axis] && ramp_.goal().K.row(i).isZero(0.0);
    if (contact.free[axis]) held_C[i] = 0.0;
  }
  contact.v_led_B = led_.reference().moved().twist.head<3>() + R_BC * held_C;
  if (alignment_.acts()) {
    const Vector3 turning_B = led_.body().carried_twist(led_.reference().moved().twist).tail<3>() +
                              R_BC * led_.body().offset_in(R_BC).velocity.tail<3>();
    contact.v_led_B += turning_B.cross(R_BC * lever_of_contact(felt.external_C));
  }
  regulated_.step(contact, settings_.press, h_);
  align_press();
  if (!regulated_.acts()) return;
  const Vector3 regulated_C = settings_.admittance_ratio * regulated_.force_C();
  felt.control_C.head<3>() += regulated_.share() * (regulated_C - felt.control_C.head<3>());
  felt.control_C = felt_along(settings_.enabled_axes, felt.control_C);
}

void CompliantCycle::align_press() noexcept {
  constexpr double kKnown = 0.1;  // rad: a normal that is known less well is not turned to
  const PressParameters& press = settings_.press;
  const bool known = press.align != PressAlign::kOff && press.regulation == PressRegulation::kNormal &&
                     regulated_.touching() && follows_law() && regulated_.surface().uncertainty() < kKnown;
  const Vector3 axis_B = press.align != PressAlign::kOff ? Vector3(X_BC_.R * axis_of(press.align)) : Vector3::UnitZ();
  alignment_.step(axis_B, regulated_.normal(), known, press.align_rate, h_);
}

Fault CompliantCycle::watch_press(const Felt& felt) noexcept {
  const Matrix3& R_BC = axes();
  // During a pause only the command moves, not the tool.
  const Vector3 v_B = pause_.active() ? Vector3(Vector3::Zero()) : Vector3(motion_.twist().head<3>());
  SupervisorParameters allowed = settings_.supervisor;
  allowed.press_approach_speed = approach_speed(R_BC * felt.control_C.head<3>());
  const Fault runaway = press_.step(
      R_BC * felt.control_C.head<3>(), R_BC * felt.external_C.head<3>(), v_B, led_.reference().moved().twist.head<3>(),
      allowed, {settings_.wrench.tool_mass, settings_.tool.linear_acceleration, wrench_.filter_time_constant()}, h_,
      guard_.time());
  if (press_.lost_contact()) {
    ++record_.contacts_lost;
    const bool ends = settings_.press.on_loss == PressLoss::kEnd;
    tell(ends ? Event::Kind::kPressEnded : Event::Kind::kContactLost, control_.value().head<3>().norm());
    if (ends) control_.end();
  }
  return runaway;
}

// m/s: not faster than the accepted force of a touch allows with these joints.
double CompliantCycle::approach_speed(const Vector3& press_B) const noexcept {
  const double most = settings_.supervisor.press_approach_speed, press = press_B.norm();
  const TouchSpeeds& touch = servo_trust_.share() < 1.0 ? settings_.touch_without_lead : settings_.touch;
  if (touch.force == 0.0 || press == 0.0) return most;
  Vector6 way = Vector6::Zero();
  way.head<3>() = press_B / press;
  const double by_tool = settings_.tool.linear_acceleration + settings_.tool.touch_deceleration;
  return std::min(most, touch.at(press, std::min(by_tool, motion_.hardest_deceleration(way))));
}

// D w u + M ẇ u: with it the damper acts against the motion relative to the surface.
Vector6 CompliantCycle::follow_surface() const noexcept {
  if (!regulated_.acts()) return Vector6::Zero();
  Vector6 velocity = Vector6::Zero(), acceleration = Vector6::Zero();
  velocity.head<3>() = regulated_.velocity_C();
  acceleration.head<3>() = regulated_.acceleration_C();
  return law_.damping() * velocity + law_.dynamics().M * acceleration;
}

// K φ + D ω + M ω̇ about the enabled axes: V turns as the alignment asks for.
Vector6 CompliantCycle::turn_to_surface() const noexcept {
  if (!alignment_.acts()) return Vector6::Zero();
  const Matrix3 R_CB = axes().transpose();
  const Dynamics& own = law_.dynamics();
  Vector6 torque = Vector6::Zero();
  torque.tail<3>() = own.K.bottomRightCorner<3, 3>() * (R_CB * alignment_.turn()) +
                     law_.damping().bottomRightCorner<3, 3>() * (R_CB * alignment_.velocity()) +
                     own.M.bottomRightCorner<3, 3>() * (R_CB * alignment_.acceleration());
  return felt_along(settings_.enabled_axes, torque);
}

// The damping of the guard acts against the motion of the tool into the surface, not against that relative to a
// reference that moves on into it.
Vector6 CompliantCycle::guard_against_lead() const noexcept {
  if (contact_guard_.damping().isZero(0.0)) return Vector6::Zero();
  const double share = 1.0 - regulated_.engaged();  // of the damping that a regulated press does not see to
  const Vector6 into_C = -contact_guard_.out_of_contact();
  Vector6 twist_C = led_.reference().moved().twist;
  twist_C.head<3>() = axes().transpose() * twist_C.head<3>();
  twist_C.tail<3>() = axes().transpose() * twist_C.tail<3>();
  return contact_guard_.damping().cwiseProduct(share * std::max(0.0, into_C.dot(twist_C)) * into_C);
}

// Also in a hold, because a contact may continue.
void CompliantCycle::guard_contact(const Felt& felt) noexcept {
  const Dynamics& own = law_.dynamics();
  GuardedLoop loop{.mass = own.M.diagonal(),
                   .damping = own.D.diagonal(),
                   .coupled = own.form == Dynamics::Form::kDiagonal ? nullptr : &own,
                   .free_force = settings_.tool_inertia_force,
                   .filter_time_constant = wrench_.filter_time_constant(),
                   .press = felt.control_C,
                   .led = !led_.reference().moved().twist.isZero(0.0),
                   .servo_led = !settings_.lead.none() && servo_trust_.share() == 1.0};
  Vector6 felt_C = settings_.admittance_ratio * felt.external_C;
  for (int i = 0; i < 6; ++i) {
    const auto axis = static_cast<std::size_t>(i);
    if (!settings_.enabled_axes[axis]) felt_C[i] = 0.0;
  }
  ContactGuardParameters guard = settings_.contact_guard;
  if (!settings_.lead.none()) {
    guard.lag = settings_.lag_without_lead + servo_trust_.share() * (guard.lag - settings_.lag_without_lead);
  }
  law_.set_added_damping(contact_guard_.step(felt_C, felt.displacement_C, loop, guard, h_));
}

// The direction of a force that pushes against the motion of the tool, in the base: of a contact or of a fixture.
std::optional<Vector3> CompliantCycle::opposing_contact(const Felt& felt) const noexcept {
  constexpr double kLeastTouch = 3.0;  // N: smaller forces may be noise
  for (const Vector3& force_C : {Vector3(felt.external_C.head<3>()), law_.fixture_force()}) {
    const Vector3 force_B = axes() * force_C;
    const double force = force_B.norm();
    if (!(force > std::max(kLeastTouch, settings_.force_threshold))) continue;
    const Vector3 direction = force_B / force;
    if (direction.dot(motion_.twist().head<3>()) < 0.0) return direction;
  }
  return std::nullopt;
}

}  // namespace limber
