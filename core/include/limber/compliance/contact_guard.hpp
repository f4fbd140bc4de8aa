// The contact guard: damping is raised where a stiff contact swings, or is about to, because the arm lags behind its
// commands; it is held while the contact lasts and lowered slowly afterwards.
//
// A virtual body (M, D) on a servo that lags by T, behind a filter of T_f, touches a spring K_e. To a good
// approximation that is an integrator and two lags,
//
//   L(s) = K_e / (D s (1 + T s) (1 + (T_f + M/D) s)),     stable for  K_e < D (1/T + 1/(T_f + M/D)),
//
// and damped with ζ = 0.7 by  D = K_e T_s + √((K_e T_s)² + 2 K_e M),  T_s = T + T_f.  K_e and its direction n are what
// a ContactProbe measures. Along n the body has 1/D = Σ n_i²/D_i, and 1/M alike: the axes that matter in that sum are
// the ones that are raised, so that what is added stays diagonal. Damping stores nothing: raising it creates no energy.
// The contact lasts as long as force and position stay on the spring that was measured.
#pragma once

#include <array>

#include "limber/admittance_parameters.hpp"
#include "limber/compliance/contact_probe.hpp"
#include "limber/types.hpp"

namespace limber {

// What the guard must know of the loop that it guards.
struct GuardedLoop {
  Vector6 mass = Vector6::Ones();     // kg, kg m²: the diagonal of M
  Vector6 damping = Vector6::Ones();  // N s/m, N m s/rad: the diagonal of D, without the guard's
  double free_force = 0.0;            // N: what the tool's own inertia may show of itself in free space
  double filter_time_constant = 0.0;  // s, of the wrench's low-pass
  // Along which axes something else than the world moves the body: a control wrench, a spring, a reference in motion.
  std::array<bool, 6> driven{};
};

class ContactGuard {
 public:
  // No contact, nothing added.
  void reset() noexcept { *this = ContactGuard(); }

  // One cycle of h seconds. F: what the law feels of the world, α S F_ext, after the low-pass and before the deadband
  // (N, N m, in C); displacement: how far C was measured to have moved meanwhile, in C (m, rad). Returns damping().
  const Vector6& step(const Vector6& F, const Vector6& displacement, const GuardedLoop& loop,
                      const ContactGuardParameters& parameters, double h) noexcept;

  // N s/m, N m s/rad: what is to be added to the diagonal of D. It moves in steps of a hundredth, so that the law is
  // not prepared anew in every cycle of a slow release.
  const Vector6& damping() const noexcept { return damping_; }
  const ContactProbe& probe() const noexcept { return probe_; }

 private:
  Vector6 filtered(const Vector6& displacement, double time_constant, double h) noexcept;
  bool raise(const Vector6& F, const GuardedLoop& loop, const ContactGuardParameters& parameters, double h) noexcept;
  void hold(const Vector6& force, double stiffness) noexcept;
  bool holds(const Vector6& force, const Vector6& way, double share) noexcept;
  void release(const GuardedLoop& loop, double release_time, double h) noexcept;

  // The contact when damping was last raised in it, and where it went since; rotation at the probe's lever.
  struct Held {
    Vector6 direction = Vector6::Zero();  // of the force
    double force = 0.0;                   // N
    double stiffness = 0.0;               // N/m
    Vector6 way = Vector6::Zero();        // m, since then
    double off = 0.0;                     // N: the force, less what the spring's would be there
    bool over = false;
  };

  ContactProbe probe_;
  Held held_;
  Vector6 last_displacement_ = Vector6::Zero();
  Vector6 behind_ = Vector6::Zero();   // of the position, to be filtered like the wrench
  Vector6 level_ = Vector6::Zero();    // N s/m, N m s/rad
  Vector6 damping_ = Vector6::Zero();  // the same in steps
};

}  // namespace limber
