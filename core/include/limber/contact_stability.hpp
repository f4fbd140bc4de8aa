/// @file
/// Is a compliant arm stable against a wall, how stiff may the wall be, and how much damping does a wall need?
///
/// One axis, along the contact normal; the tool is on the wall and stays there. All of it is sampled every period h:
///
///   law      M ẍ_V + D ẋ_V + K x_V = α y        exact for y held over the cycle; x_V is commanded in the same cycle
///   servo    T ẋ + x = x_V(t - T_d)             x_V a staircase
///   sensor   F[k] = -( K_e x(t_k) + [ c_e ẋ + m_t ẍ ] )      [·] the mean over the last cycle
///   filter   y[k] = y[k-1] + (1 - e^(-h/τ)) (F[k] - y[k-1])
///
/// A staircase through a first-order lag has steps of velocity, so its acceleration has impulses, which no instant can
/// sample; the sensor's own anti-aliasing averages them, and so does this model. Opened at the sensor, the loop
/// L = -(reading that comes back) / (force that goes in) is exact, with z = e^(jωh) and δ = z - 1:
///
///   L(z) = α h²/M · z N(z)/P(z) · β z/(δ + β) · [ K_e X(z) + c_e X(z) δ/(z h) + m_t V(z) δ/(z h) ]
///
///   P = (δ - e₁)(δ - e₂),   N = δ ψ[λ₁,λ₂] + ψ(λ₁) ψ(λ₂),   e = e^λ - 1,   ψ(λ) = (e^λ - 1)/λ
///   X = z^-(n+1) ((1-r) δ + 1-p) / (δ + 1-p),   V = z^-(n+1) (r/T) δ / (δ + 1-p)
///
///   λ₁, λ₂ the roots of λ² + (D h/M) λ + K h²/M,   ψ[·,·] the divided difference,   β = 1 - e^(-h/τ),
///   p = e^(-h/T),   r = p^(1-f),   T_d = (n + f) h with n whole and 0 <= f < 1
///
/// The closed loop is stable when P + P L has no root on or outside the unit circle. Not for the control thread.
#pragma once

#include <complex>
#include <numbers>

namespace limber {

/// Everything on the way from the measured force to the tool's position and back, except the wall's stiffness.
struct ContactLoop {
  double mass = 5.0;                  ///< M, kg, above 0
  double damping = 50.0;              ///< D, N s/m: coupling and arm damping together
  double stiffness = 0.0;             ///< K, N/m
  double admittance_ratio = 1.0;      ///< α, 0..1
  double servo_lag = 0.030;           ///< T, s: time constant of the servo
  double servo_delay = 0.002;         ///< T_d, s: from a command until the servo has it
  double period = 0.002;              ///< h, s, above 0
  double filter_time_constant = 0.0;  ///< τ, s, of the wrench's low-pass; 0: no filter
  double tool_mass = 0.0;             ///< m_t, kg, beyond the sensor
  double wall_damping = 0.0;          ///< c_e, N s/m
};

/// How far the loop is from instability. An unstable loop has a gain margin of at most 1 and a negative phase margin.
struct Margins {
  /// Smallest factor, up or down, on the loop's gain that costs stability; infinity: none.
  double gain_margin;
  /// rad: smallest turn, lag or lead, that costs stability; infinity: the gain never reaches 1.
  double phase_margin_rad;
  double gain_crossover_hz;   ///< Hz, of that turn: |L| = 1; 0: there is none
  double phase_crossover_hz;  ///< Hz, of that factor: L real and negative; 0: there is none
  bool stable;                ///< by the Nyquist criterion, whatever the number of crossovers
};

/// The open loop L at `omega` in rad/s, above 0 and up to pi / period; wall_stiffness in N/m, 0 or above. The closed
/// loop is 1 / (1 + L). Every function here throws std::invalid_argument, with a sentence, for a loop or a wall that
/// cannot be.
std::complex<double> loop_response(const ContactLoop& loop, double wall_stiffness, double omega);

/// The margins of the loop on a wall; wall_stiffness in N/m, 0 or above.
Margins margins(const ContactLoop& loop, double wall_stiffness);

/// N/m: every softer wall is stable. Infinity if every wall is (α = 0), 0 if the arm is unstable in free space (a tool
/// mass too large for the law's).
double stiffest_stable_wall(const ContactLoop& loop);

/// N s/m: the smallest damping, not below the loop's own, with which the loop on this wall (N/m) has both margins.
/// Infinity if none has. Islands of good damping narrower than a quarter of it, far below the rest, may be passed over.
double damping_for_wall(const ContactLoop& loop, double wall_stiffness, double gain_margin = 2.0,
                        double phase_margin_rad = std::numbers::pi / 6.0);

}  // namespace limber
