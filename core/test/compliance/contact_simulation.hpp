// A brute-force contact: the sampled law and filter, a delay line and a servo lag in steps of 20 µs, and a spring that
// is always in contact. It shares only the ContactLoop with the frequency-domain model that it checks.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "limber/contact_stability.hpp"

namespace limber {

class SimulatedContact {
 public:
  static constexpr double kSubstep = 20e-6;  // s; period and servo_delay must be multiples of it

  SimulatedContact(const ContactLoop& loop, double wall_stiffness)
      : loop_(loop),
        wall_stiffness_(wall_stiffness),
        substep_in_lags_(kSubstep / loop.servo_lag),
        substeps_(static_cast<int>(std::lround(loop.period / kSubstep))),
        delay_(static_cast<std::size_t>(std::lround(loop.servo_delay / kSubstep)), 0.0) {
    step_x_ = law_after_one_cycle({1.0, 0.0}, 0.0);
    step_v_ = law_after_one_cycle({0.0, 1.0}, 0.0);
    step_f_ = law_after_one_cycle({0.0, 0.0}, 1.0);
    keep_ = loop.filter_time_constant > 0.0 ? std::exp(-loop.period / loop.filter_time_constant) : 0.0;
  }

  // The current reading of the wrist sensor: N.
  double read() const {
    return -(wall_stiffness_ * x_ + loop_.wall_damping * mean_velocity_ + loop_.tool_mass * mean_acceleration_);
  }

  // One control cycle on a reading, then the arm until the next reading.
  void cycle(double force) {
    y_ = keep_ * y_ + (1.0 - keep_) * force;
    const double f = loop_.admittance_ratio * y_;
    const std::array<double, 2> now = law_;
    for (std::size_t i = 0; i < 2; ++i) law_[i] = step_x_[i] * now[0] + step_v_[i] * now[1] + step_f_[i] * f;
    command_ = law_[0] + loop_.servo_lead * (law_[0] - now[0]) / loop_.period;
    const double x_before = x_, v_before = v_;
    for (int i = 0; i < substeps_; ++i) move_arm();
    v_ = (u_ - x_) / loop_.servo_lag;
    mean_velocity_ = (x_ - x_before) / loop_.period;
    mean_acceleration_ = (v_ - v_before) / loop_.period;
  }

  void displace(double x_V) { law_[0] = x_V; }
  double position() const { return x_; }

 private:
  // M v̇ + D v + K x = f by Runge-Kutta, in steps short enough for this purpose.
  std::array<double, 2> law_after_one_cycle(std::array<double, 2> s, double f) const {
    const int steps = 2000;
    const double dt = loop_.period / steps;
    const auto rate = [&](double x, double v) {
      return std::array<double, 2>{v, (f - loop_.damping * v - loop_.stiffness * x) / loop_.mass};
    };
    for (int i = 0; i < steps; ++i) {
      const auto k1 = rate(s[0], s[1]);
      const auto k2 = rate(s[0] + 0.5 * dt * k1[0], s[1] + 0.5 * dt * k1[1]);
      const auto k3 = rate(s[0] + 0.5 * dt * k2[0], s[1] + 0.5 * dt * k2[1]);
      const auto k4 = rate(s[0] + dt * k3[0], s[1] + dt * k3[1]);
      for (std::size_t j = 0; j < 2; ++j) s[j] += dt / 6.0 * (k1[j] + 2.0 * k2[j] + 2.0 * k3[j] + k4[j]);
    }
    return s;
  }

  void move_arm() {
    double u = command_;
    if (!delay_.empty()) {
      std::swap(u, delay_[next_]);
      if (++next_ == delay_.size()) next_ = 0;
    }
    // Midpoint rule on T ẋ = u - x.
    const double middle = x_ + 0.5 * substep_in_lags_ * (u - x_);
    x_ += substep_in_lags_ * (u - middle);
    u_ = u;
  }

  ContactLoop loop_;
  double wall_stiffness_;
  double substep_in_lags_;
  int substeps_;
  std::vector<double> delay_;
  std::size_t next_ = 0;
  std::array<double, 2> step_x_{}, step_v_{}, step_f_{}, law_{};
  double command_ = 0.0;
  double keep_ = 0.0, y_ = 0.0, u_ = 0.0, x_ = 0.0, v_ = 0.0, mean_velocity_ = 0.0, mean_acceleration_ = 0.0;
};

// Whether the oscillation of a displaced arm decays.
inline bool simulation_settles(const ContactLoop& loop, double wall_stiffness) {
  constexpr double kDuration = 90.0;  // s
  SimulatedContact contact(loop, wall_stiffness);
  contact.displace(1.0);
  const int cycles = static_cast<int>(kDuration / loop.period);
  std::array<double, 3> largest{};  // in each third of the run
  double recent = 0.0;              // in the last 2 s
  const int recent_cycles = static_cast<int>(2.0 / loop.period);
  for (int i = 0; i < cycles; ++i) {
    contact.cycle(contact.read());
    const double x = std::abs(contact.position());
    if (!(x < 1e4)) return false;
    auto& third = largest[static_cast<std::size_t>(3LL * i / cycles)];
    third = std::max(third, x);
    recent = std::max(recent, x);
    if (i % recent_cycles == recent_cycles - 1) {
      if (recent < 1e-4) return true;
      recent = 0.0;
    }
  }
  return largest[2] < largest[1];
}

// N/m, to 0.5 %: the wall at which the simulated arm stops settling; 0 if it does not settle on the softest one.
inline double simulated_stiffest_wall(const ContactLoop& loop) {
  double settles = 10.0;
  if (!simulation_settles(loop, settles)) return 0.0;
  double shakes = 40.0;
  while (simulation_settles(loop, shakes)) {
    settles = shakes;
    shakes *= 4.0;
    if (shakes > 1e9) return std::numeric_limits<double>::infinity();
  }
  while (shakes > 1.01 * settles) {
    const double middle = std::sqrt(settles * shakes);
    (simulation_settles(loop, middle) ? settles : shakes) = middle;
  }
  return std::sqrt(settles * shakes);
}

}  // namespace limber
