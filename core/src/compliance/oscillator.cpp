// The closed forms of exact_oscillator_step; each is used where it loses no digits.
#include "compliance/oscillator.hpp"

#include <cmath>

namespace limber {
namespace {

OscillatorStep from_phi_psi(double d, double k, double phi, double psi) noexcept {
  return {phi, psi, 1.0 - d * phi - k * psi};
}

// Power series of the response to a unit force. For k h² and d h well below one it converges in a few terms and, unlike
// (1 - cos)/k, has no cancellation.
OscillatorStep by_series(double d, double k, double h) noexcept {
  const double dh = d * h;
  const double khh = k * h * h;
  // term[n] = a_n hⁿ / h² with psi = Σ a_n hⁿ and a_{n+2} (n+1)(n+2) = -d (n+1) a_{n+1} - k a_n.
  double before = 0.0;
  double term = 0.5;
  double psi = term;
  double phi = 1.0;
  for (int n = 1; n < 24; ++n) {
    const double next = -dh * term / (n + 2) - khh * before / ((n + 1.0) * (n + 2.0));
    before = term;
    term = next;
    psi += term;
    phi += (n + 2) * term;
    if (std::abs(term) + std::abs(before) < 1e-19) break;
  }
  return from_phi_psi(d, k, h * phi, h * h * psi);
}

// expm1(λ h)/λ, which is h at λ = 0.
double decay_integral(double lambda, double h) noexcept { return lambda == 0.0 ? h : std::expm1(lambda * h) / lambda; }

// Two distinct real roots.
OscillatorStep over_damped(double d, double k, double h) noexcept {
  const double half_gap = std::sqrt(0.25 * d * d - k);
  const double fast = -(0.5 * d + half_gap);
  const double slow = k / fast;  // the product of the roots is k; 0.5 d - half_gap would cancel
  const double gap = 2.0 * half_gap;
  const double phi = (std::exp(slow * h) - std::exp(fast * h)) / gap;
  const double psi = (decay_integral(slow, h) - decay_integral(fast, h)) / gap;
  return from_phi_psi(d, k, phi, psi);
}

// Complex roots, or two close real roots; k h² is not small here.
OscillatorStep near_or_under_damped(double d, double k, double h) noexcept {
  const double sigma_h = 0.5 * d * h;
  const double z = k * h * h - sigma_h * sigma_h;
  double sinc;
  double cosine;
  if (std::abs(z) < 1e-2) {
    sinc = 1.0 - z / 6.0 * (1.0 - z / 20.0 * (1.0 - z / 42.0 * (1.0 - z / 72.0)));
    cosine = 1.0 - z / 2.0 * (1.0 - z / 12.0 * (1.0 - z / 30.0 * (1.0 - z / 56.0)));
  } else {
    const double angle = std::sqrt(z);
    sinc = std::sin(angle) / angle;
    cosine = std::cos(angle);
  }
  const double envelope = std::exp(-sigma_h);
  const double phi = envelope * h * sinc;
  const double psi = (1.0 - envelope * (cosine + sigma_h * sinc)) / k;
  return from_phi_psi(d, k, phi, psi);
}

}  // namespace

OscillatorStep exact_oscillator_step(double d, double k, double h) noexcept {
  const double khh = k * h * h;
  const double dh = d * h;
  if (khh - 0.25 * dh * dh < -1e-2) return over_damped(d, k, h);
  if (khh < 0.05) return by_series(d, k, h);
  return near_or_under_damped(d, k, h);
}

}  // namespace limber
