// The contact guard raises damping if a stiff contact oscillates, or is about to, because the arm lags behind its
// commands. It holds the damping while the contact lasts and lowers it slowly afterwards.
//
// A virtual body (M, D) on a servo with lag T, behind a filter with time constant T_f, touches a spring K_e. This is
// approximately an integrator and two lags,
//
//   L(s) = K_e / (D s (1 + T s) (1 + (T_f + M/D) s)),     stable for  K_e < D (1/T + 1/(T_f + M/D)),
//
// and damped with ζ = 0.7 by  D = K_e T_s + √((K_e T_s)² + 2 K_e M),  T_s = T + T_f.  A ContactProbe measures K_e and
// its direction n. Along n the body has 1/D = nᵀD⁻¹n, and 1/M alike; only the axes that matter in this sum are
// raised, so the added damping stays diagonal. Damping stores nothing: raising it creates no energy. The contact lasts
// while force and position stay on the measured spring.
//
// A hand that shakes a free tool is no wall. Without a press, only a tool that flies and lands again at the same place
// meets one. A wall that vibrates seems stiffer than it is: what the first hit did not ask for goes back.
#pragma once

#include "compliance/contact_probe.hpp"
#include "compliance/dynamics.hpp"
#include "compliance/free_force.hpp"
#include "compliance/shaking_hand.hpp"
#include "compliance/wrench_noise.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/types.hpp"

namespace limber {

// What the guard needs to know about its loop.
struct GuardedLoop {
  Vector6 mass = Vector6::Ones();     // kg, kg m²: the diagonal of M
  Vector6 damping = Vector6::Ones();  // N s/m, N m s/rad: the diagonal of D, without the guard's damping
  const Dynamics* coupled = nullptr;  // the body without the guard's damping, if its matrices are not diagonal
  double free_force = 0.0;            // N: force of the tool's own inertia in free space
  double filter_time_constant = 0.0;  // s, of the wrench low-pass
  // N, N m: the control wrench. Whatever resists it is a surface, not a hand.
  Vector6 press = Vector6::Zero();
  bool led = false;        // the reference moves
  bool servo_led = false;  // the lag is what remains of a servo that is commanded ahead
};

class ContactGuard {
 public:
  // No contact, no added damping.
  void reset() noexcept { *this = ContactGuard(); }

  // One cycle of h seconds. F: the external wrench of the law, α S F_ext, after the low-pass and before the deadband
  // (N, N m, in C); displacement: measured motion of C in this cycle, in C (m, rad). Returns damping().
  const Vector6& step(const Vector6& F, const Vector6& displacement, const GuardedLoop& loop,
                      const ContactGuardParameters& parameters, double h) noexcept;

  // N s/m, N m s/rad: to be added to the diagonal of D. It changes in steps of one per cent, so that a slow release
  // does not require new coefficients of the law in every cycle.
  const Vector6& damping() const noexcept { return damping_; }
  // The unit direction of six axes in which the contact pushes, without the rotational part; 0 if nothing is held.
  Vector6 out_of_contact() const noexcept;
  const ContactProbe& probe() const noexcept { return probe_; }

 private:
  Vector6 filtered(const Vector6& displacement, double time_constant, double h) noexcept;
  bool raise(const Vector6& F, const GuardedLoop& loop, const ContactGuardParameters& parameters, double h) noexcept;
  void hold(const Vector6& force, double stiffness) noexcept;
  bool holds(const Vector6& force, const Vector6& way, double share, double least, double h) noexcept;
  void see_swings(const Vector6& force, double share, double h) noexcept;
  bool confirms(int axis, double present, double wanted) noexcept;
  void subside(const GuardedLoop& loop, double h) noexcept;
  void release(const GuardedLoop& loop, double release_time, double h) noexcept;

  // The contact when damping was last raised, and the motion since; rotation at the lever of the probe.
  struct Held {
    Vector6 direction = Vector6::Zero();  // of the force
    double force = 0.0;                   // N
    double stiffness = 0.0;               // N/m
    Vector6 way = Vector6::Zero();        // m, since then
    double off = 0.0;                     // N: the force minus that of the spring at this position
    bool over = false;
  };

  FreeForce free_;
  ContactProbe probe_;
  WrenchNoise noise_;
  Held held_;
  SpringTrial trial_;
  ShakingHand hand_;
  Vector6 mean_force_ = Vector6::Zero();  // N, low-passed; at the lever of the probe
  double power_ = 0.0;                    // N²: the mean square above the frequency
  Vector6 last_displacement_ = Vector6::Zero();
  Vector6 behind_ = Vector6::Zero();   // part of the motion that the filter has not yet passed
  double touched_for_ = 0.0;           // s since the tool came out of free space
  bool early_ = false;                 // this was soon after the touch
  double hit_for_ = 0.0;               // s since the damping was first raised, or since a hard core was hit
  double quiet_for_ = 0.0;             // s without a swing, before the last one too
  bool subsided_ = false;              // damping that was not confirmed went back, not long ago
  Vector6 needed_ = Vector6::Zero();   // N s/m, N m s/rad: confirmed
  Vector6 first_ = Vector6::Zero();    // N s/m, N m s/rad: what this has to be like
  Vector6 level_ = Vector6::Zero();    // N s/m, N m s/rad
  Vector6 damping_ = Vector6::Zero();  // level_ in steps
};

}  // namespace limber
