// The stiffest wall on which a press of a simulated UR5e comes to rest, with the servo led and without; also behind
// servos that are not the first-order lag which the controller is told of. Only the linear loop: without contact guard,
// deadband and noise, and with no limit in reach.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "closed_loop/wall_at_rest.hpp"
#include "figures.hpp"

namespace limber::bench {
namespace {

constexpr double kLag = 0.030, kDelay = 0.002;  // s, as the controller is told them

struct Servo {
  const char* id;
  const char* name;
  sim::ServoParameters parameters;
};

// The first three delay a ramp by the same time; the resonant one by a third of it.
const std::array<Servo, 4> kServos{{
    {"first", "first order", {.delay = kDelay, .lag = kLag}},
    {"critical",
     "second order, critically damped",
     {.delay = kDelay, .natural_frequency = 2.0 / kLag, .damping_ratio = 1.0}},
    {"delay", "the whole lag as pure delay", {.delay = kDelay + kLag, .lag = 0.0}},
    {"resonant", "resonant: 60 rad/s, ratio 0.3", {.delay = kDelay, .natural_frequency = 60.0, .damping_ratio = 0.3}},
}};

// N/m; 0: none. From soft walls upwards, so that no unstable wall below it is passed over.
double stiffest_wall(const Arm& arm, const sim::WallCase& c) {
  constexpr double kSoftest = 1e3, kStiffest = 190e3;  // N/m; stiffer ones cannot be simulated with this plate
  constexpr double kWatched = 2.0;                     // s
  double low = 0.0, high = kSoftest;
  while (comes_to_rest(arm, c, high, kWatched)) {
    low = high;
    if (high >= kStiffest) return kStiffest;
    high = std::min(2.0 * high, kStiffest);
  }
  while (low > 0.0 && high > 1.04 * low) {
    const double middle = std::sqrt(low * high);
    (comes_to_rest(arm, c, middle, kWatched) ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace

void measure_walls(Report& report, double share) {
  const Arm arm = sim::load_arm("ur5e");
  report.begin("the stiffest stable wall of a UR5e, 5 kg", {"led", "without", "ratio"});
  for (const Servo& servo : kServos) {
    for (const double damping : {100.0, 210.0, 569.0}) {
      if (share < 1.0 && (damping > 100.0 || &servo != &kServos.front())) continue;
      sim::WallCase c{.robot = "ur5e", .shape = {.damping = damping, .lag = kLag, .delay = kDelay}};
      c.servo = servo.parameters;
      const double without = stiffest_wall(arm, c);
      c.shape.lead = 1.0;
      const double led = stiffest_wall(arm, c);
      report.add_figure(fmt::format("contact.wall.{}.{:g}", servo.id, damping),
                        fmt::format("{}, D {:g} N s/m", servo.name, damping), "kN/m", Better::kHigher,
                        {exact_value(1e-3 * led, "led"), exact_value(1e-3 * without, "without"),
                         exact_value(led / without, "ratio")});
    }
  }
  report.note(fmt::format(
      "led: servo.lag {:g} s and servo.delay {:g} s are told, whatever the servo is. A hand shakes the tool "
      "first. Within 4 %; 0: none from 1 kN/m on.",
      kLag, kDelay));
}

}  // namespace limber::bench
