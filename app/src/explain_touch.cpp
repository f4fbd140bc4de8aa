// How hard a press touches at first, and what of it the configuration accepts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "explain_command.hpp"
#include "touch_outlook.hpp"

namespace limber::app {
namespace {

void explain_accepted(const MotionPlan& plan, std::size_t axis, const TouchOutlook& outlook) {
  const AdmittanceSettings& s = plan.settings;
  const double fastest = s.supervisor.press_approach_speed;
  fmt::print("  Along {} a first touch of at most {:g} N is accepted on {:g} kN/m.", kAxisWords[axis], s.touch.force,
             1e-3 * s.press.stiffest_wall);
  if (outlook.out_of_reach(s.touch.force)) {
    fmt::print("\n  It CANNOT BE HAD: even an approach at {:g} m/s peaks at {:.3g} N.\n",
               std::min(fastest, TouchSpeeds::kSlowest), outlook.slowest_peak);
    return;
  }
  const std::string instead = outlook.speed < fastest ? fmt::format(" instead of {:g} m/s", fastest) : "";
  fmt::print(" A press of {:.3g} N\n  approaches at {:.3g} m/s{} and peaks at {:.3g} N{}.\n", outlook.press,
             outlook.speed, instead, outlook.peak,
             outlook.exceeds(s.touch.force) ? ", which is MORE than accepted" : "");
}

void explain_peaks(const MotionPlan& plan, std::size_t axis, double speed, const std::vector<double>& walls) {
  std::vector<std::string> peaks;
  for (const double wall : walls) {
    peaks.push_back(
        fmt::format("{:.0f} N on {:g} kN/m", touch_peak(touch_along(plan, axis, speed, wall)), 1e-3 * wall));
  }
  fmt::print("  A press along {} at {:.3g} m/s ({:.3g} N do it) touches at first with a peak (mean of 6 ms) of\n",
             kAxisWords[axis], speed, touch_along(plan, axis, speed, 0.0).press);
  fmt::print("    {}{}.\n", fmt::join(peaks, ", "),
             plan.parameters.contact_guard.enabled ? "; the contact guard lowers it" : "");
}

}  // namespace

void explain_touch(const MotionPlan& plan, const ExplainOptions& options) {
  for (const std::size_t axis : free_axes(plan)) {
    double speed = plan.settings.supervisor.press_approach_speed;
    if (plan.settings.touch.force > 0.0) {
      const TouchOutlook outlook = touch_outlook(plan, axis);
      explain_accepted(plan, axis, outlook);
      speed = outlook.speed;
    }
    explain_peaks(plan, axis, options.speed.value_or(speed), walls_to_judge(options.wall));
  }
}

}  // namespace limber::app
