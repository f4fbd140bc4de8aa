// A press of 10 N by a simulated UR5e that is led across slopes and curves, and one that steps to 20 N: regulated with
// the servo led, beside the same run with neither. The sensor has 0.1 N rms of noise; forces are the true ones.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "closed_loop/force_step.hpp"
#include "closed_loop/law_step.hpp"
#include "closed_loop/slide_case.hpp"
#include "figures.hpp"

namespace limber::bench {
namespace {

constexpr double kNoise = 0.1;     // N rms
constexpr double kFriction = 0.3;  // of the rougher surface

struct Way {
  std::string id, name;
  sim::Ground ground;
  double slope;  // degrees
};

std::vector<Way> ways() {
  std::vector<Way> all;
  for (const double slope : {-30.0, -10.0, 0.0, 10.0, 30.0}) {
    const char* const which = slope > 0.0 ? "up" : slope < 0.0 ? "down" : "level";
    all.push_back({fmt::format("{}{:g}", which, std::abs(slope)),
                   slope == 0.0 ? "level" : fmt::format("{} a slope of {:g} degrees", which, std::abs(slope)),
                   sim::Ground::kPlane, slope});
  }
  all.push_back({"cylinder", "over a cylinder of 0.15 m", sim::Ground::kCylinder, 0.0});
  all.push_back({"sine", "over waves of 10 mm, 0.2 m long", sim::Ground::kSine, 0.0});
  return all;
}

sim::Slide regulated_slide(const sim::SlideCase& c) {
  sim::Slide seen = slide(c);
  if (seen.fault != "none") throw std::runtime_error("a regulated press ends with the fault " + seen.fault);
  return seen;
}

// The largest deviations at one speed.
struct Worst {
  double mean = 0.0, rms = 0.0;  // N
  long off = 0;                  // cycles

  void see(const sim::Slide& slide, bool plane) {
    if (plane) mean = std::max(mean, std::abs(slide.mean - sim::kPress));
    rms = std::max(rms, slide.rms);
    off += slide.off;
  }
};

void add_following(Report& report, double speed, Worst& worst) {
  for (const Way& way : ways()) {
    sim::SlideCase c{.ground = way.ground, .slope = way.slope, .speed = speed};
    const sim::Slide smooth = regulated_slide(c);
    c.friction = kFriction;
    const sim::Slide rough = regulated_slide(c);
    c.friction = 0.0;
    c.regulation = PressRegulation::kNone;
    c.lead = false;
    const sim::Slide without = slide(c);
    worst.see(smooth, way.ground == sim::Ground::kPlane);
    worst.see(rough, way.ground == sim::Ground::kPlane);
    report.add_figure(
        fmt::format("contact.follow.{:g}.{}", speed, way.id), fmt::format("{:g} m/s {}", speed, way.name), "N",
        Better::kNeither,
        {exact_value(smooth.mean, "mean"), exact_value(smooth.rms, "rms"), exact_value(rough.mean, "mean, mu"),
         exact_value(rough.rms, "rms, mu"), exact_value(without.mean, "without"), exact_value(without.rms, "its rms")});
  }
}

void add_force_step(Report& report) {
  const auto step = [](double lead, PressRegulation regulation) {
    sim::LoopShape shape = sim::kPressing;
    shape.lead = lead;
    AdmittanceParameters parameters = sim::pressing_at_once(sim::regulated(shape));
    parameters.press.regulation = regulation;
    sim::PressedArm arm(sim::table_under(shape, 5e3), parameters);
    return force_step(arm);
  };
  const sim::ForceStep with = step(1.0, PressRegulation::kNormal), without = step(0.0, PressRegulation::kNone);
  report.begin("from 10 to 20 N on 5 kN/m", {"regulated", "without"});
  const auto overshoot = [](const sim::ForceStep& s) { return 100.0 * (s.highest - 20.0) / 10.0; };
  report.add_figure("contact.step.overshoot", "overshoot, of the step", "%", Better::kLower,
                    {exact_value(overshoot(with), "regulated"), exact_value(overshoot(without), "without")});
  report.add_figure("contact.step.settled", "within 2 % of 20 N after", "s", Better::kLower,
                    {exact_value(with.settled, "regulated"), exact_value(without.settled, "without")});
}

}  // namespace

void measure_led_step(Report& report, double) {
  const auto off = [](bool lead) {
    const sim::LawStep step = sim::step_of_the_law(lead, kNoise);
    if (step.fault != "none") throw std::runtime_error("a free arm that is pushed ends with the fault " + step.fault);
    return 100.0 * step.off;
  };
  report.begin("10 N on 5 kg, 200 N/m, damping ratio 1", {"led", "without"});
  report.add_figure("contact.law", "tool: largest distance from the closed form", "% of the step", Better::kLower,
                    {exact_value(off(true), "led"), exact_value(off(false), "without")});
}

void measure_press(Report& report, double share) {
  report.begin("normal force of a press of 10 N that is led across a surface of 5 kN/m",
               {"mean", "rms", "mean, mu", "rms, mu", "without", "its rms"});
  Worst all;
  for (const double speed : {0.05, 0.2}) {
    if (share < 1.0 && speed < 0.1) continue;  // a quick run has no time for slow ones
    Worst worst;
    add_following(report, speed, worst);
    report.add_value(fmt::format("contact.follow.{:g}.rms", speed), fmt::format("{:g} m/s, the largest rms", speed),
                     "N", Better::kLower, exact_value(worst.rms));
    all.mean = std::max(all.mean, worst.mean);
    all.off += worst.off;
  }
  report.add_value("contact.follow.mean", "slopes: how far the mean is from 10 N, at most", "N", Better::kLower,
                   exact_value(all.mean));
  report.add_value("contact.follow.off", "cycles without contact", "", Better::kLower,
                   exact_value(static_cast<double>(all.off)));
  report.note(fmt::format(
      "mean, rms: from 0.5 s after the motion starts, rms of the deviation from 10 N; mu: with friction of {:g};",
      kFriction));
  report.note("without: neither regulation nor lead, and no friction.");
  add_force_step(report);
}

}  // namespace limber::bench
