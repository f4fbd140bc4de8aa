// What `limber explain` says of walls, as JSON. What is without end (a wall of any stiffness, a damping that nothing
// reaches, a peak in a singularity) is null.
#include <algorithm>
#include <numbers>

#include "contact_loops.hpp"
#include "explain_command.hpp"
#include "touch_outlook.hpp"

namespace limber::app {
namespace {

// m/s
double led_at(const MotionPlan& plan, const ExplainOptions& options) {
  return options.speed.value_or(plan.parameters.supervisor.press_approach_speed);
}

Json judgement_of(const ContactLoop& loop, double stiffness) {
  const WallJudgement judgement = judge_wall(loop, stiffness);
  const Margins& m = judgement.margins;
  const std::optional<double> none;
  return Json::object()
      .set("stiffness_N_per_m", stiffness)
      .set("stable", m.stable)
      .set("gain_margin", m.stable ? m.gain_margin : none)
      .set("phase_margin_deg", m.stable ? m.phase_margin_rad * 180.0 / std::numbers::pi : none)
      .set("damping_needed_N_s_per_m", judgement.damping_needed)
      .set("approved", judgement.good());
}

// Null across an axis that no press approaches along.
Json first_touch_of(const MotionPlan& plan, const ExplainOptions& options, std::size_t axis) {
  const std::vector<std::size_t> axes = free_axes(plan);
  if (std::find(axes.begin(), axes.end(), axis) == axes.end()) return {};
  const double force = plan.settings.touch.force, fastest = plan.settings.supervisor.press_approach_speed;
  const std::optional<TouchOutlook> outlook =
      force > 0.0 ? std::optional<TouchOutlook>(touch_outlook(plan, axis)) : std::nullopt;
  const double speed = options.speed.value_or(outlook ? outlook->speed : fastest);
  Json walls = Json::array();
  for (const double wall : walls_to_judge(options.wall)) {
    walls.add(Json::object()
                  .set("stiffness_N_per_m", wall)
                  .set("peak_force_N", touch_peak(touch_along(plan, axis, speed, wall))));
  }
  const Json accepted = outlook ? Json::object()
                                      .set("force_N", force)
                                      .set("stiffness_N_per_m", plan.settings.press.stiffest_wall)
                                      .set("press_N", outlook->press)
                                      .set("approach_m_per_s", outlook->speed)
                                      .set("peak_force_N", outlook->peak)
                                      .set("slowest_peak_force_N", outlook->slowest_peak)
                                      .set("ok", !outlook->out_of_reach(force) && !outlook->exceeds(force))
                                : Json();
  return Json::object().set("approach_m_per_s", speed).set("walls", walls).set("accepted", accepted);
}

Json axis_of_contact(const MotionPlan& plan, const ExplainOptions& options, std::size_t axis) {
  const double speed = led_at(plan, options);
  const ContactLoop loop = axis_loop(plan, axis);
  const bool feels = plan.parameters.compliance.enabled_axes[axis];
  Json walls = Json::array();
  for (const double wall : walls_to_judge(options.wall)) {
    Json judged = feels ? judgement_of(loop, wall) : Json::object().set("stiffness_N_per_m", wall);
    walls.add(judged.set("peak_force_N", peak_force(plan, axis, speed, wall)));
  }
  return Json::object()
      .set("axis", kAxisWords[axis])
      .set("feels_the_wrench", feels)
      .set("damping_N_s_per_m", loop.damping)
      .set("stiffest_stable_wall_N_per_m", feels ? Json(stiffest_stable_wall(loop)) : Json())
      .set("walls", walls)
      .set("first_touch", first_touch_of(plan, options, axis));
}

}  // namespace

Json contact_explanation(const MotionPlan& plan, const ExplainOptions& options) {
  Json axes = Json::array(), plates = Json::array(), meant = Json::array();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    axes.add(axis_of_contact(plan, options, axis));
    if (!plan.stiffest_contact || !plan.parameters.compliance.enabled_axes[axis]) continue;
    meant.add(judgement_of(axis_loop(plan, axis), *plan.stiffest_contact).set("axis", kAxisWords[axis]));
  }
  const double speed = led_at(plan, options);
  for (const sim::Plate& plate : touchable(plan)) {
    plates.add(judgement_of(loop_along(plan, plate.normal_B), plate.stiffness)
                   .set("name", plate.name)
                   .set("peak_force_N", peak_force(plan, speed, plate)));
  }
  return Json::object()
      .set("servo_lag_s", plan.simulation.servo.lag)
      .set("servo_delay_s", plan.simulation.servo.delay)
      .set("servo_lead_s", plan.settings.lead.time)
      .set("servo_lead_square_s2", plan.settings.lead.square)
      .set("tool_mass_kg", plan.simulation.tool.mass)
      .set("led_at_m_per_s", speed)
      .set("axes", axes)
      .set("plates", plates)
      .set("stiffest_contact", meant);
}

}  // namespace limber::app
