// The summary of a run as JSON: what the text says, as numbers. docs/json.md describes it.
#include <fmt/format.h>

#include <algorithm>

#include "limber/real_time.hpp"
#include "run_report.hpp"

namespace limber::app {

std::string TimedSentence::line() const { return fmt::format("{:7.2f} s  {}", time, sentence); }

Json TimedSentence::json() const {
  Json json = Json::object().set("at_s", time);
  if (!name.empty()) json.set("name", name);
  return json.set("sentence", sentence);
}

Json json_of(const std::vector<TimedSentence>& list) {
  Json json = Json::array();
  for (const TimedSentence& said : list) json.add(said.json());
  return json;
}

Json json_of(const LatencyHistogram& histogram) {
  const auto us = [](Nanoseconds t) { return 1e-3 * static_cast<double>(t); };
  return Json::object()
      .set("p50", us(histogram.quantile(0.5)))
      .set("p99", us(histogram.quantile(0.99)))
      .set("max", us(histogram.max()));
}

Json RunReport::summary(const SimulatedRun& run, const Pace& pace, const RunVerdict& verdict) const {
  Json json = Json::object();
  json.set("command", "run").set("configuration", plan_->file.string()).set("robot", plan_->robot.name);
  json.set("controller", name(plan_->controller)).set("scene", plan_->scene_name);
  json.set("rate_Hz", plan_->parameters.update_rate).set("asked_duration_s", plan_->duration);
  json.set("fast", options_->fast).set("seed", plan_->simulation.seed);
  json.set("outcome", verdict.outcome).set("exit_code", verdict.exit_code);
  statistics_.describe(json);
  const std::optional<ContactPrediction> predicted = predict(*plan_, touches_.before_largest_force());
  json.set("predicted_contact_force", predicted ? predicted->json() : Json());
  json.set("controller_cycle_us", json_of(run.update_times()));
  json.set("wake_up_lateness_us", pace.loop ? json_of(pace.loop->lateness) : Json());
  json.set("missed_deadlines", pace.loop ? Json(pace.loop->missed) : Json());
  json.set("times_real_time", run.time() / std::max(pace.wall_time, 1e-9));
  json.set("faults", json_of(faults_)).set("contacts_lost", json_of(lost_contacts_));
  json.set("script_refused", json_of(refused_));
  json.set("records_lost", run.lost_records());
  Json phases = Json::array();
  for (const PhaseWatch& phase : phases_) {
    for (const PhaseResult& result : phase.results()) phases.add(result.json());
  }
  return json.set("phases", phases);
}

}  // namespace limber::app
