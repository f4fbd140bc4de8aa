#include "limber/contact_stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "compliance/sampled_contact_loop.hpp"

namespace limber {
namespace {

using Complex = std::complex<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = std::numbers::pi;

void validate_wall(double wall_stiffness) {
  if (!(wall_stiffness >= 0.0 && std::isfinite(wall_stiffness)))
    throw std::invalid_argument(
        fmt::format("contact loop: the wall's stiffness is {} N/m; it must be 0 or above", wall_stiffness));
}

// Calls at_root(θ) for each sign change of f(loop value at θ) on the grid.
template <typename Function, typename AtRoot>
void for_each_root(const SampledContactLoop& sampled, Function f, AtRoot at_root) {
  const auto grid = sampled.grid();
  double before = f(sampled.at(grid.front()));
  for (std::size_t i = 1; i < grid.size(); ++i) {
    const double after = f(sampled.at(grid[i]));
    if ((before < 0.0) != (after < 0.0)) {
      double low = grid[i - 1], high = grid[i];
      for (int halving = 0; halving < 50; ++halving) {
        const double middle = 0.5 * (low + high);
        ((f(sampled.at(middle)) < 0.0) == (before < 0.0) ? low : high) = middle;
      }
      at_root(0.5 * (low + high));
    }
    before = after;
  }
}

// The number of unstable poles of the closed loop, by the argument principle on
//
//   g(z) = P (1 + L) / z²,   g(∞) = 1,   with no pole on or outside the unit circle:
//
// g encircles 0 once clockwise for each root outside. This is the Nyquist criterion with the poles of the law
// multiplied out, so an integrator needs no indented contour.
class NyquistCount {
 public:
  NyquistCount(const SampledContactLoop& sampled, double wall_stiffness)
      : sampled_(sampled), wall_stiffness_(wall_stiffness) {
    const auto value = sampled.at(0.0);
    // A free body can rest anywhere: this root at z = 1 is not an instability.
    floats_ = value.P + value.open(wall_stiffness) == 0.0;
  }

  bool stable() const {
    const auto grid = sampled_.grid();
    double theta = floats_ ? grid.front() : 0.0;
    Complex g = floats_ ? Complex(1.0) : at(0.0);
    double turn = 0.0;
    for (const double next : grid) {
      const Complex g_next = at(next);
      turn += turn_between(theta, g, next, g_next, kMostHalvings);
      theta = next;
      g = g_next;
    }
    return std::abs(turn) < 0.5 * kPi;  // false for NaN
  }

 private:
  static constexpr int kMostHalvings = 40;

  Complex at(double theta) const {
    const auto value = sampled_.at(theta);
    const Complex g = (value.P + value.open(wall_stiffness_)) / (value.z * value.z);
    return floats_ ? g * value.z / Complex(value.z - 1.0) : g;
  }

  // The change of phase of g from one θ to the next; NaN if g has a root on the circle between them.
  double turn_between(double from, Complex g_from, double to, Complex g_to, int halvings) const {
    const double turn = std::arg(g_to / g_from);
    if (std::abs(turn) < 0.25 * kPi) return turn;
    if (halvings == 0 || std::isnan(turn)) return std::numeric_limits<double>::quiet_NaN();
    const double middle = 0.5 * (from + to);
    const Complex g_middle = at(middle);
    return turn_between(from, g_from, middle, g_middle, halvings - 1) +
           turn_between(middle, g_middle, to, g_to, halvings - 1);
  }

  const SampledContactLoop& sampled_;
  double wall_stiffness_;
  bool floats_;
};

// The smallest phase distance at any frequency with |L| = 1.
void find_phase_margin(const SampledContactLoop& sampled, double wall_stiffness, Margins& found) {
  const auto excess_gain = [&](const ContactLoopValue& value) {
    return std::norm(value.open(wall_stiffness)) - std::norm(value.P);
  };
  for_each_root(sampled, excess_gain, [&](double theta) {
    const auto value = sampled.at(theta);
    const double turn = std::abs(std::arg(-value.open(wall_stiffness) / value.P));
    if (turn >= found.phase_margin_rad) return;
    found.phase_margin_rad = turn;
    found.gain_crossover_hz = theta / (2.0 * kPi * sampled.period());
  });
}

// The smallest factor at any frequency with real negative L.
void find_gain_margin(const SampledContactLoop& sampled, double wall_stiffness, Margins& found) {
  const auto consider = [&](double theta) {
    const auto value = sampled.at(theta);
    const double L = (value.open(wall_stiffness) / value.P).real();
    if (!(L < 0.0)) return;
    const double factor = found.stable ? std::max(-L, -1.0 / L) : std::min(1.0, -1.0 / L);
    if (factor >= found.gain_margin) return;
    found.gain_margin = factor;
    found.phase_crossover_hz = theta / (2.0 * kPi * sampled.period());
  };
  const auto imaginary = [&](const ContactLoopValue& value) {
    return (value.open(wall_stiffness) * std::conj(value.P)).imag();
  };
  for_each_root(sampled, imaginary, consider);
  consider(kPi);  // at half the sampling rate, every response is real
}

Margins margins_of(const SampledContactLoop& sampled, double wall_stiffness) {
  Margins found{kInfinity, kInfinity, 0.0, 0.0, NyquistCount(sampled, wall_stiffness).stable()};
  find_phase_margin(sampled, wall_stiffness, found);
  find_gain_margin(sampled, wall_stiffness, found);
  if (!found.stable) found.phase_margin_rad = -found.phase_margin_rad;
  return found;
}

}  // namespace

std::complex<double> loop_response(const ContactLoop& loop, double wall_stiffness, double omega) {
  validate_wall(wall_stiffness);
  const auto value = SampledContactLoop(loop).at(omega * loop.period);
  return value.open(wall_stiffness) / value.P;
}

Margins margins(const ContactLoop& loop, double wall_stiffness) {
  validate_wall(wall_stiffness);
  return margins_of(SampledContactLoop(loop), wall_stiffness);
}

// A root is on the unit circle if P + free + K_e wall = 0, that is if (P + free)/wall is real and negative. The softest
// wall with such a root is the stability limit, if softer walls are stable.
double stiffest_stable_wall(const ContactLoop& loop) {
  const SampledContactLoop sampled(loop);
  const auto closed_by_wall = [](const ContactLoopValue& value) {
    return (value.P + value.free) * std::conj(value.wall);
  };
  double softest = kInfinity;
  const auto consider = [&](double theta) {
    const auto value = sampled.at(theta);
    const double wall_stiffness = -closed_by_wall(value).real() / std::norm(value.wall);
    if (wall_stiffness > 0.0) softest = std::min(softest, wall_stiffness);
  };
  for_each_root(
      sampled, [&](const ContactLoopValue& value) { return closed_by_wall(value).imag(); }, consider);
  consider(kPi);
  const double softer = std::isfinite(softest) ? 0.5 * softest : 1.0;
  return NyquistCount(sampled, softer).stable() ? softest : 0.0;
}

double damping_for_wall(const ContactLoop& loop, double wall_stiffness, double gain_margin, double phase_margin_rad) {
  validate_wall(wall_stiffness);
  const auto suffices = [&](double damping) {
    ContactLoop damped = loop;
    damped.damping = damping;
    const Margins found = margins_of(SampledContactLoop(damped), wall_stiffness);
    return found.stable && found.gain_margin >= gain_margin && found.phase_margin_rad >= phase_margin_rad;
  };
  if (suffices(loop.damping)) return loop.damping;
  // Margins may not grow monotonically with damping, so the search goes up in steps instead of bisecting from far
  // above.
  constexpr double kStep = 1.25;
  constexpr int kMostSteps = 200;
  double low = loop.damping;
  const double smallest = 1e-3 * (std::sqrt(loop.mass * (wall_stiffness + loop.stiffness)) + loop.mass);
  double high = std::max(loop.damping, smallest) * kStep;
  for (int step = 0; !suffices(high); ++step) {
    if (step == kMostSteps) return kInfinity;
    low = high;
    high *= kStep;
  }
  while (high - low > 1e-6 * high) {
    const double middle = 0.5 * (low + high);
    (suffices(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace limber
