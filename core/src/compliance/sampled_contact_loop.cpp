#include "compliance/sampled_contact_loop.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <unsupported/Eigen/MatrixFunctions>

#include "limber/types.hpp"

namespace limber {
namespace {

using Complex = std::complex<double>;

void require_at_least_zero(const char* name, double value, const char* unit) {
  if (!(value >= 0.0 && std::isfinite(value)))
    throw std::invalid_argument(fmt::format("contact loop: {} is {} {}; it must be 0 or above", name, value, unit));
}

void require_above_zero(const char* name, double value, const char* unit) {
  if (!(value > 0.0 && std::isfinite(value)))
    throw std::invalid_argument(fmt::format("contact loop: {} is {} {}; it must be above 0", name, value, unit));
}

void validate(const ContactLoop& loop) {
  require_above_zero("mass", loop.mass, "kg");
  require_above_zero("period", loop.period, "s");
  require_at_least_zero("damping", loop.damping, "N s/m");
  require_at_least_zero("stiffness", loop.stiffness, "N/m");
  require_at_least_zero("admittance_ratio", loop.admittance_ratio, "");
  require_at_least_zero("servo_lag", loop.servo_lag, "s");
  require_at_least_zero("servo_delay", loop.servo_delay, "s");
  require_at_least_zero("servo_lead", loop.servo_lead, "s");
  require_at_least_zero("servo_lead_square", loop.servo_lead_square, "s^2");
  require_at_least_zero("filter_time_constant", loop.filter_time_constant, "s");
  require_at_least_zero("tool_mass", loop.tool_mass, "kg");
  require_at_least_zero("wall_damping", loop.wall_damping, "N s/m");
}

// e^x - 1 without cancellation near 0; a short period puts every pole there.
Complex expm1(Complex x) {
  const double half_sine = std::sin(0.5 * x.imag());
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2.0 * half_sine * half_sine,
          std::exp(x.real()) * std::sin(x.imag())};
}

Complex psi(Complex lambda) { return lambda == 0.0 ? Complex(1.0) : expm1(lambda) / lambda; }

// 1 - e^(-time/time_constant); 1 for a time constant of 0.
double share_reached(double time, double time_constant) {
  return time_constant > 0.0 ? -std::expm1(-time / time_constant) : 1.0;
}

}  // namespace

SampledContactLoop::SampledContactLoop(const ContactLoop& loop)
    : h_(loop.period),
      gain_(loop.admittance_ratio * loop.period * loop.period / loop.mass),
      filter_(share_reached(loop.period, loop.filter_time_constant)),
      lead_(loop.servo_lead / loop.period),
      lead_square_(loop.servo_lead_square / (loop.period * loop.period)),
      tool_mass_(loop.tool_mass),
      wall_damping_(loop.wall_damping) {
  validate(loop);
  discretise_law(loop);
  discretise_servo(loop);
}

void SampledContactLoop::discretise_law(const ContactLoop& loop) {
  const double a = loop.damping * h_ / loop.mass;
  const double k = loop.stiffness * h_ * h_ / loop.mass;
  const double discriminant = 0.25 * a * a - k;
  Complex lambda1, lambda2;
  if (discriminant >= 0.0) {
    lambda2 = -(0.5 * a + std::sqrt(discriminant));
    lambda1 = k > 0.0 ? k / lambda2 : 0.0;
  } else {
    lambda1 = {-0.5 * a, std::sqrt(-discriminant)};
    lambda2 = std::conj(lambda1);
  }
  e1_ = expm1(lambda1);
  e2_ = expm1(lambda2);
  numerator_one_ = (psi(lambda1) * psi(lambda2)).real();
  // ψ[λ1, λ2] is the displacement after one cycle of a unit force; this form also works for λ1 = λ2.
  Matrix3 A;
  A << 0.0, 1.0, 0.0, -k, -a, 1.0, 0.0, 0.0, 0.0;
  const Matrix3 Phi = A.exp();
  numerator_delta_ = Phi(0, 2);
}

void SampledContactLoop::discretise_servo(const ContactLoop& loop) {
  const double delay = loop.servo_delay / h_;
  // 0.06/0.02 is 2.9999999999999996: round to a whole number of cycles.
  const bool whole = std::abs(delay - std::round(delay)) < 1e-9;
  delay_cycles_ = whole ? std::round(delay) : std::floor(delay);
  const double f = whole ? 0.0 : delay - delay_cycles_;
  one_minus_p_ = share_reached(h_, loop.servo_lag);
  one_minus_r_ = share_reached((1.0 - f) * h_, loop.servo_lag);
  // A servo without lag is at rest at every sample.
  velocity_gain_ = loop.servo_lag > 0.0 ? (1.0 - one_minus_r_) / loop.servo_lag : 0.0;
}

std::vector<double> SampledContactLoop::grid() const {
  constexpr double kLowest = 1e-9;
  constexpr double kRatio = 0.0077;  // 300 points per decade
  const double largest_step = 0.2 / (delay_cycles_ + 2.0);
  std::vector<double> grid;
  for (double theta = kLowest; theta < std::numbers::pi; theta += std::min(kRatio * theta, largest_step))
    grid.push_back(theta);
  grid.push_back(std::numbers::pi);
  return grid;
}

ContactLoopValue SampledContactLoop::at(double theta) const {
  const Complex z = std::polar(1.0, theta);
  const double half_sine = std::sin(0.5 * theta);
  const Complex delta(-2.0 * half_sine * half_sine, std::sin(theta));
  const Complex law = gain_ * z * (numerator_delta_ * delta + numerator_one_);  // times P
  const Complex filter = filter_ * z / (delta + filter_);
  const Complex difference = delta / z;
  const Complex lead = 1.0 + (lead_ + lead_square_ * difference) * difference;
  const Complex servo = lead * std::polar(1.0, -(delay_cycles_ + 1.0) * theta) / (delta + one_minus_p_);
  const Complex position = servo * (one_minus_r_ * delta + one_minus_p_);
  const Complex velocity = servo * velocity_gain_ * delta;
  const Complex rate = delta / (z * h_);  // mean of a derivative over the last cycle
  const Complex to_force = law * filter;
  return {z, (delta - e1_) * (delta - e2_), to_force * (wall_damping_ * position + tool_mass_ * velocity) * rate,
          to_force * position};
}

}  // namespace limber
