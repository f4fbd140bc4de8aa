// A press that keeps its force while the surface moves under the tool. The damper of the law acts against the motion
// relative to the surface, not relative to the reference:
//
//   M (ë - ẇ u) + D (ė - w u) + K∘e = α S F_ext + F_control,     n · u = 1
//
// n is the normal of the surface, out of it, or the given direction. u is along the axes without stiffness. w is the
// speed of the surface along n, relative to the tool as it is led, so the law need not press harder or softer to
// follow:
//
//   w = s - v_l · n,     s = low-pass of  v · n + Ḟ_n / K_e,    |s| <= s_0 + |v_t|
//
// v_l is the velocity that the tool has without u: that of the reference and of ė along the other axes. v is the
// measured velocity of the tool, v_t its part across n, K_e the measured stiffness. The true velocity and the true
// force of the tool show the surface, whatever the lag of the arm. Nothing is integrated from the error of the force,
// so nothing can wind up. A surface that stands shows s only if the tool moves along it: the bound of s keeps a hand
// from being followed.
//
// F_control keeps its size and is turned to -n. If not all axes are free, friction along the surface has a part along
// u; F_control takes it away, so that only the normal force moves the tool along u. All of this is an input of the law;
// its work counts as that of F_control.
#pragma once

#include <array>

#include "compliance/contact_slope.hpp"
#include "compliance/surface_normal.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/types.hpp"

namespace limber {

// What the press needs to know in a cycle; forces and velocities in the base.
struct PressedContact {
  Vector3 press_B = Vector3::Zero();  // N: the force of F_control
  Vector3 force_B = Vector3::Zero();  // N, on the tool, behind the low-pass
  Vector3 moved_B = Vector3::Zero();  // m: measured motion of C in this cycle
  // m/s: of the reference, and of the tool relative to it along the axes that are not free.
  Vector3 v_led_B = Vector3::Zero();
  Matrix3 R_BC = Matrix3::Identity();  // axes of the law
  std::array<bool, 3> free{};          // axes of the law along which the press may move the tool
  double filter_time_constant = 0.0;   // s, of the low-pass
  double tool_mass = 0.0;              // kg, behind the sensor
  bool in_contact = false;
};

class RegulatedPress {
 public:
  void reset() noexcept { *this = RegulatedPress(); }
  // One cycle of h s. Without regulation it only looks at the surface, so that it knows it when regulation begins.
  void step(const PressedContact& contact, const PressParameters& parameters, double h) noexcept;

  // It acts, or fades.
  bool acts() const noexcept { return share_ > 0.0 || engaged_ > 0.0 || turned_ > 0.0; }
  bool touching() const noexcept { return touching_; }
  // 0..1: share of force_C() that acts instead of F_control.
  double share() const noexcept { return share_; }
  // The unit vector, out of the surface, along which the force is kept.
  const Vector3& normal() const noexcept { return n_; }
  // N, in the axes of the law: the force of F_control, turned to the surface.
  const Vector3& force_C() const noexcept { return force_; }
  // m/s, m/s²: w u and ẇ u in the axes of the law, mean over the cycle.
  const Vector3& velocity_C() const noexcept { return velocity_; }
  const Vector3& acceleration_C() const noexcept { return acceleration_; }

  const SurfaceNormal& surface() const noexcept { return surface_; }
  double stiffness() const noexcept { return slope_.stiffness(); }  // N/m; 0: not known
  double surface_speed() const noexcept { return speed_; }          // m/s, s
  double engaged() const noexcept { return engaged_; }              // 0..1

 private:
  Vector3 filtered(const Vector3& moved_B, double time_constant, double h) noexcept;
  void begin(const Vector3& force_B) noexcept;
  void see_surface(const PressedContact& contact, const Vector3& moved, double bound, double h) noexcept;
  void find_free(const std::array<bool, 3>& free, double h) noexcept;
  void follow(const PressedContact& contact, double h) noexcept;
  void turn(const PressedContact& contact) noexcept;

  SurfaceNormal surface_;
  ContactSlope slope_;
  Vector3 direction_ = Vector3::Zero();  // of the press
  Vector3 n_ = Vector3::UnitZ();
  bool asked_ = false, touching_ = false;
  double share_ = 0.0;        // 0..1: of the regulation that is asked for
  double engaged_ = 0.0;      // 0..1: share of w that acts
  double turned_ = 0.0;       // 0..1: from the direction of the press to the normal
  double speed_ = 0.0;        // m/s: s
  double rough_speed_ = 0.0;  // m/s: s with the inertia of the tool in it
  double last_press_ = 0.0;   // N
  double stepped_for_ = 0.0;  // s since the asked force changed
  double ahead_ = 0.0;        // m of path within the delay of the low-pass
  double last_force_ = 0.0;
  Vector3 n_C_ = Vector3::UnitZ();          // n in the axes of the law
  Vector3 free_ = Vector3::Zero();          // 0..1 for each of them: it is free
  bool any_free_ = false;                   // n has a part along free axes
  Vector3 u_ = Vector3::Zero();             // the part of n along the free axes, in the axes of the law
  Vector3 force_ = Vector3::Zero();         // N
  Vector3 end_velocity_ = Vector3::Zero();  // m/s: w u at the end of the last cycle
  Vector3 velocity_ = Vector3::Zero(), acceleration_ = Vector3::Zero();
  Vector3 last_moved_ = Vector3::Zero(), behind_ = Vector3::Zero();  // m
};

}  // namespace limber
