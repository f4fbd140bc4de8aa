// Follows records, and tells what they showed.
#include "torque_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace limber::app {
TorqueReport::TorqueReport(TorqueArm& arm, const CsvOptions& csv)
    : ArmReport(csv, stiffness_columns(arm.plan().arm.joint_count())), arm_(&arm) {}

void TorqueReport::collect(const Say& say) {
  arm_->record_cycles();
  StiffnessTelemetry record;
  while (arm_->controller().take_telemetry(record)) {
    if (arm_->recorder() != nullptr) arm_->recorder()->add(record, arm_->lost_records());
    if (cycles_ > 0 && record.phase != last_.phase) {
      say(fmt::format("{:7.2f} s  {}{}", record.time, arm_->label(), name(record.phase)));
    }
    add_record(record, record);
    add(record);
  }
}

void TorqueReport::add(const StiffnessTelemetry& t) {
  phases_.add(t.phase, t.period);
  const bool along = t.phase == CyclePhase::kMoveForward || t.phase == CyclePhase::kMoveReturn;
  if (along && !t.waypoints_active) path_.add_squared(t.position_error * t.position_error);
  const Vector3 K = t.stiffness.head<3>();
  softest_ = std::min(softest_, K.minCoeff());
  stiffest_ = std::max(stiffest_, K.maxCoeff());
  if (cycles_ > 0) {
    fastest_rise_ = std::max(fastest_rise_, (K - last_.stiffness.head<3>()).cwiseAbs().maxCoeff() / t.period);
  }
  smallest_singular_value_ = std::min(smallest_singular_value_, t.smallest_singular_value);
  largest_torque_ = std::max(largest_torque_, t.torque.cwiseAbs().maxCoeff());
  limited_ += t.limited.any();
  ++cycles_;
  last_ = t;
}

std::string TorqueReport::status_words() const {
  const StiffnessTelemetry& t = last_;
  return fmt::format("{} {} s {:.2f} K {:.0f} {:.0f} {:.0f} N/m error {:.2f} mm", arm_->name(), name(t.phase), t.s,
                     t.stiffness[0], t.stiffness[1], t.stiffness[2], 1e3 * t.position_error);
}

std::string TorqueReport::status() const {
  const StiffnessTelemetry& t = last_;
  return fmt::format("{}\n  state {}, fault {}, {} waypoints wait, contact {}\n", status_words(), name(t.state),
                     name(t.fault), t.waypoints_queued,
                     t.contact_valid ? fmt::format("{:.1f} N", t.contact.head<3>().norm()) : std::string("not known"));
}

std::vector<SummaryRow> TorqueReport::rows() const {
  std::vector<SummaryRow> rows{{"arm", arm_->name()}, {"phases", phases_.words()}};
  if (path_.samples > 0) {
    rows.emplace_back("path error", fmt::format("rms {:.2f} mm, at most {:.2f} mm, on the path", 1e3 * path_.rms(),
                                                1e3 * path_.largest));
  }
  rows.emplace_back("stiffness", fmt::format("{:.1f} to {:.1f} N/m, changed by at most {:.1f} N/m/s", softest_,
                                             stiffest_, fastest_rise_));
  rows.emplace_back("smallest singular value", fmt::format("{:.4f}", smallest_singular_value_));
  rows.emplace_back("largest torque", fmt::format("{:.2f} N m", largest_torque_));
  const sim::Scene& scene = arm_->plan().simulation.scene;
  if (!scene.plates.empty() || !scene.surfaces.empty()) {
    rows.emplace_back("largest contact force", fmt::format("{:.2f} N", arm_->largest_contact_force()));
  }
  rows.emplace_back("waypoints", fmt::format("{} taken, {} refused", last_.waypoints_taken, waypoints_refused()));
  return rows;
}

void TorqueReport::describe(Json& json) const {
  json.set("cycles", cycles_).set("state", name(last_.state));
  json.set("phases_s", phases_.json()).set("path_error", path_.json());
  if (cycles_ > 0) {
    json.set("stiffness_min_N_per_m", softest_).set("stiffness_max_N_per_m", stiffest_);
    json.set("fastest_stiffness_change_N_per_m_s", fastest_rise_);
    json.set("smallest_singular_value", smallest_singular_value_).set("largest_torque_N_m", largest_torque_);
  }
  json.set("limited_cycles", limited_);
  json.set("waypoints_taken", last_.waypoints_taken).set("waypoints_refused", waypoints_refused());
}

}  // namespace limber::app
