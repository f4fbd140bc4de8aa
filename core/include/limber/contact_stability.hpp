/// @file
/// Is a compliant arm stable against a wall, how stiff may the wall be, and how much damping does a wall need?
///
/// One axis along the contact normal; the tool stays in contact with the wall. Everything is sampled with period h:
///
///   law      M ẍ_V + D ẋ_V + K x_V = α y        exact for a constant y; x_V is commanded in the same cycle
///   lead     u[k] = x_V[k] + t_l v[k] + t_q (v[k] - v[k-1])/h,   v[k] = (x_V[k] - x_V[k-1])/h
///   servo    T ẋ + x = u(t - T_d)               u is piecewise constant
///   sensor   F[k] = -( K_e x(t_k) + [ c_e ẋ + m_t ẍ ] )      [·] is the mean over the last cycle
///   filter   y[k] = y[k-1] + (1 - e^(-h/τ)) (F[k] - y[k-1])
///
/// A piecewise constant signal behind a first-order lag has velocity steps, so its acceleration has impulses, which
/// cannot be sampled. The anti-aliasing filter of a sensor averages them, and so does this model. Opened at the sensor,
/// the loop L = -(returned reading) / (input force) is exact, with z = e^(jωh) and δ = z - 1:
///
///   L(z) = α h²/M · z N(z)/P(z) · β z/(δ + β) · [ K_e X(z) + c_e X(z) δ/(z h) + m_t V(z) δ/(z h) ]
///
///   P = (δ - e₁)(δ - e₂),   N = δ ψ[λ₁,λ₂] + ψ(λ₁) ψ(λ₂),   e = e^λ - 1,   ψ(λ) = (e^λ - 1)/λ
///   X = U z^-(n+1) ((1-r) δ + 1-p) / (δ + 1-p),   V = U z^-(n+1) (r/T) δ / (δ + 1-p)
///   U = 1 + (t_l/h) δ/z + (t_q/h²) δ²/z²
///
///   λ₁, λ₂ the roots of λ² + (D h/M) λ + K h²/M,   ψ[·,·] the divided difference,   β = 1 - e^(-h/τ),
///   p = e^(-h/T),   r = p^(1-f),   T_d = (n + f) h with integer n and 0 <= f < 1
///
/// The closed loop is stable if P + P L has no root on or outside the unit circle. Not for the control thread.
#pragma once

#include <complex>
#include <numbers>

namespace limber {

/// The loop from the measured force to the position of the tool and back, without the stiffness of the wall.
struct ContactLoop {
  double mass = 5.0;                  ///< M, kg, above 0
  double damping = 50.0;              ///< D, N s/m: including arm damping
  double stiffness = 0.0;             ///< K, N/m
  double admittance_ratio = 1.0;      ///< α, 0..1
  double servo_lag = 0.030;           ///< T, s: time constant of the servo
  double servo_delay = 0.002;         ///< T_d, s: dead time of the servo
  double servo_lead = 0.0;            ///< t_l, s: how far ahead the servo is commanded; 0: not at all
  double servo_lead_square = 0.0;     ///< t_q, s²: of the same, for the acceleration
  double period = 0.002;              ///< h, s, above 0
  double filter_time_constant = 0.0;  ///< τ, s, of the wrench low-pass; 0: no filter
  double tool_mass = 0.0;             ///< m_t, kg, behind the sensor
  double wall_damping = 0.0;          ///< c_e, N s/m
};

/// Distance of the loop from instability. An unstable loop has a gain margin of at most 1 and a negative phase margin.
struct Margins {
  /// Smallest factor on the loop gain, up or down, that makes the loop unstable; infinity: none.
  double gain_margin;
  /// rad: smallest phase change, lag or lead, that makes the loop unstable; infinity: the gain never reaches 1.
  double phase_margin_rad;
  double gain_crossover_hz;   ///< Hz, of the phase margin: |L| = 1; 0 if there is none
  double phase_crossover_hz;  ///< Hz, of the gain margin: L real and negative; 0 if there is none
  bool stable;                ///< by the Nyquist criterion, for any number of crossovers
};

/// The open loop L at `omega` in rad/s, above 0 and up to pi / period; wall_stiffness in N/m, 0 or above. The closed
/// loop is 1 / (1 + L). All functions here throw std::invalid_argument, with a sentence, if a value is not allowed.
std::complex<double> loop_response(const ContactLoop& loop, double wall_stiffness, double omega);

/// The margins of the loop on a wall; wall_stiffness in N/m, 0 or above.
Margins margins(const ContactLoop& loop, double wall_stiffness);

/// N/m: all softer walls are stable. Infinity if all walls are (α = 0), 0 if the arm is unstable in free space (a tool
/// mass too large for the mass of the law).
double stiffest_stable_wall(const ContactLoop& loop);

/// N s/m: the smallest damping, not below that of the loop, with which the loop on this wall (N/m) has both margins.
/// Infinity if there is none. Narrow intervals of sufficient damping (less than a quarter of it) far below the rest may
/// be missed.
double damping_for_wall(const ContactLoop& loop, double wall_stiffness, double gain_margin = 2.0,
                        double phase_margin_rad = std::numbers::pi / 6.0);

}  // namespace limber
