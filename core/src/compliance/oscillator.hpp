// One axis (or mode) of the virtual body, with an exact step under an input that is constant over the step:
//
//   ẍ + d ẋ + k x = f        (unit mass; d >= 0, k >= 0)
//
// Starting at (x, v), after h seconds, with the net force u = f - k x at the start:
//
//   x' - x = phi v + psi u,      v' = (1 - d phi - k psi) v + phi u
//
// psi(t) is the response from rest to a unit force, and phi = dpsi/dt.
#pragma once

namespace limber {

struct OscillatorStep {
  double phi;    // s
  double psi;    // s²
  double decay;  // 1 - d phi - k psi
};

// Exact for under-, critically and over-damped motion and for k = 0 or d = 0; h in s, d in 1/s, k in 1/s².
OscillatorStep exact_oscillator_step(double d, double k, double h) noexcept;

}  // namespace limber
