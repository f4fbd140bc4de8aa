// The summary of torque arms as JSON: what the text says, as numbers. docs/json.md describes it.
#include <algorithm>
#include <cmath>

#include "torque_report.hpp"

namespace limber::app {

void TorqueArmStatistics::describe(Json& arm, long refused_before) const {
  Json phases = Json::object(), path;
  for (std::size_t i = 0; i < phase_time.size(); ++i) {
    if (phase_time[i] > 0.0) phases.set(std::string(name(static_cast<CyclePhase>(i))), phase_time[i]);
  }
  if (moving > 0) {
    path = Json::object().set("rms_m", std::sqrt(square_sum / static_cast<double>(moving))).set("max_m", largest_error);
  }
  arm.set("cycles", cycles).set("state", name(last.state)).set("phases_s", phases).set("path_error", path);
  if (cycles > 0) {
    arm.set("stiffness_min_N_per_m", softest).set("stiffness_max_N_per_m", stiffest);
    arm.set("fastest_stiffness_change_N_per_m_s", fastest_rise);
    arm.set("smallest_singular_value", smallest_singular_value).set("largest_torque_N_m", largest_torque);
  }
  arm.set("limited_cycles", limited);
  arm.set("waypoints_taken", last.waypoints_taken).set("waypoints_refused", last.waypoints_refused + refused_before);
}

Json TorqueReport::summary(TorqueRun& run, const Pace& pace, const RunVerdict& verdict) const {
  Json json = Json::object(), arms = Json::array();
  json.set("command", "run").set("configuration", plan_->file.string()).set("controller", "variable_stiffness");
  json.set("rate_Hz", plan_->rate).set("asked_duration_s", plan_->duration).set("fast", options_->fast);
  json.set("seed", options_->plan.seed).set("outcome", verdict.outcome).set("exit_code", verdict.exit_code);
  json.set("duration_s", run.time());
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    Json arm = Json::object().set("name", plan_->arms[i].name);
    arms_[i].describe(arm, run.arms()[i]->waypoints_refused());
    arm.set("controller_cycle_us", json_of(run.arms()[i]->update_times())).set("faults", json_of(arms_[i].faults));
    arms.add(arm);
  }
  json.set("wake_up_lateness_us", pace.loop ? json_of(pace.loop->lateness) : Json());
  json.set("missed_deadlines", pace.loop ? Json(pace.loop->missed) : Json());
  json.set("times_real_time", run.time() / std::max(pace.wall_time, 1e-9));
  json.set("script_refused", json_of(refused_));
  return json.set("arms", arms);
}

}  // namespace limber::app
