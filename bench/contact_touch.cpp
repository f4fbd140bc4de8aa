// The first touch of a wall by a press of a simulated UR5e at its approach speed: the peak of the force, with the servo
// led and joints that may brake hard, beside the same without either. The contact guard is on in both.
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "closed_loop/touch_case.hpp"
#include "figures.hpp"

namespace limber::bench {

void measure_touch(Report& report, double share) {
  report.begin("first touch of a press of 10 N: peak, mean of 6 ms", {"led", "without", "settled"});
  for (const double stiffness : {10e3, 50e3, 100e3}) {
    for (const double speed : {0.05, 0.1, 0.2}) {
      if (share < 1.0 && speed < 0.2) continue;
      sim::TouchCase c{.robot = "ur5e", .friction = 0.0, .speed = speed, .stiffness = stiffness, .peak = 0.0};
      const sim::SeenTouch seen = first_touch(c);
      if (seen.fault != "none") throw std::runtime_error("a press ends with the fault " + seen.fault);
      c.helped = false;
      const sim::SeenTouch without = first_touch(c);
      report.add_figure(
          fmt::format("contact.touch.{:g}.{:g}", 1e-3 * stiffness, speed),
          fmt::format("{:g} kN/m at {:g} m/s", 1e-3 * stiffness, speed), "N, settled: s", Better::kLower,
          {exact_value(seen.peak, "led"), exact_value(without.peak, "without"), exact_value(seen.settled, "settled")});
    }
  }
  report.note("settled: from then on the force stays within 5 % of 10 N.");
}

}  // namespace limber::bench
