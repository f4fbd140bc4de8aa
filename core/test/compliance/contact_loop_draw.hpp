// Random contact loops over the range that real arms and configurations cover.
#pragma once

#include <cmath>
#include <random>
#include <sstream>
#include <string>

#include "limber/contact_stability.hpp"

namespace limber {

// Log-uniform between two bounds.
class LoopDraw {
 public:
  explicit LoopDraw(unsigned seed) : random_(seed) {}

  double between(double low, double high) {
    return low * std::exp(std::uniform_real_distribution<double>(0.0, std::log(high / low))(random_));
  }
  bool one_in(int n) { return std::uniform_int_distribution<int>(1, n)(random_) == 1; }

  ContactLoop loop() {
    static constexpr double kPeriods[] = {0.001, 0.002, 0.010};
    ContactLoop loop;
    loop.mass = between(0.5, 20.0);
    loop.damping = between(10.0, 2000.0);
    loop.stiffness = one_in(2) ? 0.0 : between(100.0, 2000.0);
    loop.admittance_ratio = one_in(4) ? between(0.2, 1.0) : 1.0;
    loop.servo_lag = between(0.005, 0.060);
    loop.servo_delay = 0.0001 * std::round(between(1.0, 80.0));
    if (one_in(3)) loop.servo_delay = 0.002;
    loop.period = kPeriods[std::uniform_int_distribution<int>(0, 2)(random_)];
    const double lag = loop.servo_lag + loop.servo_delay + 0.5 * loop.period;
    loop.servo_lead = one_in(3) ? 0.0 : lag * between(0.7, 1.4);
    loop.filter_time_constant = one_in(3) ? 0.0 : between(0.001, 0.030);
    loop.tool_mass = one_in(3) ? 0.0 : between(0.05, 2.0);
    loop.wall_damping = one_in(4) ? between(1.0, 50.0) : 0.0;
    return loop;
  }

 private:
  std::mt19937 random_;
};

inline std::string describe(const ContactLoop& l) {
  std::ostringstream text;
  text << "M " << l.mass << " D " << l.damping << " K " << l.stiffness << " alpha " << l.admittance_ratio << " T "
       << l.servo_lag << " Td " << l.servo_delay << " lead " << l.servo_lead << " h " << l.period << " tau "
       << l.filter_time_constant << " tool " << l.tool_mass << " wall damping " << l.wall_damping;
  return text.str();
}

}  // namespace limber
