// Follows records, and tells what they showed.
#include "motion_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "limber/telemetry.hpp"
#include "status_line.hpp"

namespace limber::app {
namespace {

std::array<bool, 3> stiff_axes(const Matrix6& K) { return {K.row(0).any(), K.row(1).any(), K.row(2).any()}; }

}  // namespace

MotionReport::MotionReport(MotionArm& arm, const MotionPlan& plan, const CsvOptions& csv)
    : ArmReport(csv, admittance_columns(plan.robot.arm.joint_count())),
      arm_(&arm),
      plan_(&plan),
      statistics_(stiff_axes(plan.parameters.compliance.stiffness)),
      touches_(plan.simulation.scene),
      phases_(plan.phases.begin(), plan.phases.end()) {}

void MotionReport::collect(const Say& say) {
  arm_->record_cycles();
  CycleRecord record;
  while (arm_->take(record)) {
    last_ = record;
    if (arm_->recorder() != nullptr) pass_on(record, *arm_->recorder());
    add_record(record, record.telemetry);
    statistics_.add(record);
    touches_.add(record);
    for (PhaseWatch& phase : phases_) phase.add(record);
    announce(say);
  }
}

void MotionReport::pass_on(const CycleRecord& record, record::ArmRecorder& recorder) const {
  recorder.add(record.telemetry, arm_->lost_records());
  const Truth& truth = record.truth;
  recorder.add_truth(truth.cycle, record.telemetry.time, truth.contact_force, truth.hand_wrench, truth.p_tool);
}

void MotionReport::announce(const Say& say) {
  const Telemetry& t = last_.telemetry;
  if (t.state != state_) say(fmt::format("{:7.2f} s  now {}", t.time, name(t.state)));
  state_ = t.state;
  const std::string phase = phase_name(plan_->phases, t.time);
  if (phase != phase_ && !phase.empty()) say(fmt::format("{:7.2f} s  -- {} --", t.time, phase));
  phase_ = phase;
}

std::string MotionReport::status_words() const { return status_text(last_, phase_); }

std::string MotionReport::status() const {
  const Telemetry& t = last_.telemetry;
  const Vector3 K = t.stiffness.head<3>();
  return fmt::format(
      "time       {:.2f} s\nstate      {}{}\nphase      {}\nposition   {:.4f} {:.4f} {:.4f} m\nforce      {:.1f} N\n"
      "stiffness  {:.4g} {:.4g} {:.4g} N/m\ntank       {:.2f} J\nfault      {}\n",
      t.time, name(t.state), t.limited.any() ? ", limited" : "", phase_.empty() ? "-" : phase_, t.p_command.x(),
      t.p_command.y(), t.p_command.z(), t.wrench_compliance.head<3>().norm(), K.x(), K.y(), K.z(), t.tank_level,
      name(t.fault));
}

std::vector<SummaryRow> MotionReport::rows() const {
  const std::optional<ContactPrediction> predicted = predict(*plan_, touches_.before_largest_force());
  return statistics_.rows(predicted ? predicted->words() : "");
}

void MotionReport::describe(Json& json) const {
  json.set("robot", plan_->robot.name);
  statistics_.describe(json);
  const std::optional<ContactPrediction> predicted = predict(*plan_, touches_.before_largest_force());
  json.set("predicted_contact_force", predicted ? predicted->json() : Json());
  json.set("contacts_lost", json_of(lost_contacts()));
  Json phases = Json::array();
  for (const PhaseResult& result : phase_results()) phases.add(result.json());
  json.set("phases", phases);
}

std::vector<PhaseResult> MotionReport::phase_results() const {
  std::vector<PhaseResult> results;
  for (const PhaseWatch& phase : phases_) {
    for (PhaseResult& result : phase.results()) results.push_back(std::move(result));
  }
  return results;
}

bool MotionReport::phases_shown() const {
  const std::vector<PhaseResult> results = phase_results();
  return std::all_of(results.begin(), results.end(), [](const PhaseResult& result) { return result.good; });
}

void MotionReport::print_phases() const {
  if (!phases_.empty()) fmt::print("\nPhases\n");
  for (const PhaseResult& result : phase_results()) {
    const char* mark = result.good ? "ok" : result.reached ? "BAD" : "--";
    fmt::print("  {:<4} {:<12} {}\n", mark, result.phase, result.sentence);
  }
}

}  // namespace limber::app
