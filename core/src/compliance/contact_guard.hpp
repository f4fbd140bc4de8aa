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
//
// A hand that shakes a free tool at ω shows the same force and the same motion as a wall of M ω² that the loop chatters
// on. Raised damping tells them apart: a wall's force goes with the tool's motion, a hand's stays when the motion is
// gone. Damping that was raised against a hand is taken back at once, and not raised again while it shakes.
#pragma once

#include <array>

#include "compliance/contact_probe.hpp"
#include "limber/admittance_parameters.hpp"
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
  // Along which a control wrench does: whatever holds against it is a surface, and no hand.
  std::array<bool, 6> pressed{};
};

// How much of a wrench is a sensor's noise: what one cycle's differs from the line through the two before. Contacts
// change far slower than that, or seldom.
class WrenchNoise {
 public:
  // One cycle of h seconds; force: six axes in N, after a low-pass of this time constant (s). Only what is_noise, and
  // no bouncing tool, makes it larger.
  void step(const Vector6& force, double filter_time_constant, bool is_noise, double h) noexcept;
  // N: what a force of `least` N and noise together are hardly ever above; the noise after the low-pass, of all axes.
  double beyond(double least) const noexcept;
  // Enough cycles have told of it: 40 ms of them.
  bool known() const noexcept { return age_ > kPrior + 0.04; }

 private:
  Vector6 last_ = Vector6::Zero(), before_ = Vector6::Zero();  // N
  static constexpr double kPrior = 0.01;  // s: as if, before the first cycle, it had been so large for so long
  bool begun_ = false;
  double age_ = kPrior;  // s
  double power_ = 1.0;   // N²
};

// Whether a force that swings is a spring's, once damping has taken the tool's swing away.
class SpringTrial {
 public:
  // Damping is raised now, at this force along the contact (N) and this power of its swings (N²).
  void begin(double force, double power) noexcept;
  // One cycle of h seconds with the damping on: the force along the contact, and what the spring's would be there (N);
  // share: of a cycle in a mean over the guard's frequency; least: a swing of less (N) is noise.
  void step(double force, double of_spring, double share, double least, double h) noexcept;
  // It ends by itself: what has not shown a hand by then is a wall.
  bool goes_on() const noexcept { return left_ > 0.0; }
  // The force swings hardly less than before the damping (power: now, N²), and most of that is not the spring's: what
  // is not has gone from side to side, by more than `least` N.
  bool shows_hand(double power, double least) const noexcept;

 private:
  double left_ = 0.0;                        // s
  double power_ = 0.0;                       // N²: at the beginning
  double mean_ = 0.0, off_ = 0.0;            // N: of the force, and of the force less the spring's
  double swings_ = 0.0, unexplained_ = 0.0;  // N²: mean squares above the frequency
  double side_ = 0.0;                        // to which what is not the spring's went last
  int turns_ = 0;                            // from side to side
};

// A hand that was seen to shake the tool, as long as it does.
class ShakingHand {
 public:
  // power: the mean square of the force above the frequency (N²).
  void see(double power) noexcept;
  // One cycle of h seconds: whether the wrench still swings, and its power (N²).
  void step(bool swings, double power, double h) noexcept;
  // False too when it shakes twice as hard, or has for long: then another trial is due.
  bool shakes() const noexcept { return stays_ > 0.0 && !trial_due_; }

 private:
  double stays_ = 0.0;     // s, if nothing swings any more
  double believed_ = 0.0;  // s, since the last trial
  double trust_ = 0.0;     // s, until the next
  double power_ = 0.0;     // N²
  bool trial_due_ = false;
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
  bool holds(const Vector6& force, const Vector6& way, double share, double least, double h) noexcept;
  void see_swings(const Vector6& force, double share, double h) noexcept;
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
  WrenchNoise noise_;
  Held held_;
  SpringTrial trial_;
  ShakingHand hand_;
  Vector6 mean_force_ = Vector6::Zero();  // N, over the frequency; at the probe's lever
  double power_ = 0.0;                    // N²: the mean square above it
  Vector6 last_displacement_ = Vector6::Zero();
  Vector6 behind_ = Vector6::Zero();   // of the position, to be filtered like the wrench
  Vector6 level_ = Vector6::Zero();    // N s/m, N m s/rad
  Vector6 damping_ = Vector6::Zero();  // the same in steps
};

}  // namespace limber
