// The contact loop as a function of z on the upper half of the unit circle, z = e^(jθ), θ = ωh: the equation at the top
// of limber/contact_stability.hpp. Everything that does not depend on θ is computed once.
#pragma once

#include <complex>
#include <vector>

#include "limber/contact_stability.hpp"

namespace limber {

// At one θ the open loop is L = (free + K_e wall) / P. P is separate because it vanishes at the poles of the law: a
// body without a spring has one at z = 1.
struct ContactLoopValue {
  std::complex<double> z;
  std::complex<double> P;
  std::complex<double> free;  // P L without the stiffness of the wall: tool inertia and wall damping
  std::complex<double> wall;  // P L per N/m of the wall

  std::complex<double> open(double wall_stiffness) const { return free + wall_stiffness * wall; }
};

class SampledContactLoop {
 public:
  // Throws std::invalid_argument if a value of the loop is not allowed.
  explicit SampledContactLoop(const ContactLoop& loop);

  ContactLoopValue at(double theta) const;

  double period() const { return h_; }  // s
  // θ from 1e-9 to pi, fine enough for the phase of the delay.
  std::vector<double> grid() const;

 private:
  void discretise_law(const ContactLoop& loop);
  void discretise_servo(const ContactLoop& loop);

  double h_;
  double gain_;                   // α h²/M
  std::complex<double> e1_, e2_;  // e^λ - 1
  double numerator_delta_ = 0.0;  // ψ[λ1, λ2]
  double numerator_one_ = 0.0;    // ψ(λ1) ψ(λ2)
  double filter_;                 // β
  double lead_, lead_square_;     // t_l / h, t_q / h²
  double one_minus_p_ = 0.0, one_minus_r_ = 0.0;
  double velocity_gain_ = 0.0;  // r / T, 1/s
  double delay_cycles_ = 0.0;   // n
  double tool_mass_, wall_damping_;
};

}  // namespace limber
