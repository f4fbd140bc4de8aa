// Follows records, and tells what they showed.
#include "torque_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

std::string phase_words(const std::array<double, 6>& times) {
  std::string words;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] == 0.0) continue;
    words += fmt::format("{}{} {:.2f} s", words.empty() ? "" : ", ", name(static_cast<CyclePhase>(i)), times[i]);
  }
  return words;
}

}  // namespace

TorqueReport::TorqueReport(TorqueArm& arm, const CsvOptions& csv)
    : ArmReport(csv, stiffness_columns(arm.plan().arm.joint_count())), arm_(&arm) {}

void TorqueReport::collect(const Say& say) {
  StiffnessTelemetry record;
  while (arm_->controller().take_telemetry(record)) {
    if (cycles_ > 0 && record.phase != last_.phase) {
      say(fmt::format("{:7.2f} s  {}{}", record.time, arm_->label(), name(record.phase)));
    }
    add_record(record, record);
    add(record);
  }
}

void TorqueReport::add(const StiffnessTelemetry& t) {
  phase_time_[static_cast<std::size_t>(t.phase)] += t.period;
  const bool along = t.phase == CyclePhase::kMoveForward || t.phase == CyclePhase::kMoveReturn;
  if (along && !t.waypoints_active) {
    ++moving_;
    square_sum_ += t.position_error * t.position_error;
    largest_error_ = std::max(largest_error_, t.position_error);
  }
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

double TorqueReport::path_error() const { return std::sqrt(square_sum_ / static_cast<double>(moving_)); }

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
  std::vector<SummaryRow> rows{{"arm", arm_->name()}, {"phases", phase_words(phase_time_)}};
  if (moving_ > 0) {
    rows.emplace_back("path error", fmt::format("rms {:.2f} mm, at most {:.2f} mm, on the path", 1e3 * path_error(),
                                                1e3 * largest_error_));
  }
  rows.emplace_back("stiffness", fmt::format("{:.1f} to {:.1f} N/m, changed by at most {:.1f} N/m/s", softest_,
                                             stiffest_, fastest_rise_));
  rows.emplace_back("smallest singular value", fmt::format("{:.4f}", smallest_singular_value_));
  rows.emplace_back("largest torque", fmt::format("{:.2f} N m", largest_torque_));
  if (!arm_->plan().simulation.scene.plates.empty()) {
    rows.emplace_back("largest contact force", fmt::format("{:.2f} N", arm_->largest_contact_force()));
  }
  rows.emplace_back("waypoints", fmt::format("{} taken, {} refused", last_.waypoints_taken, waypoints_refused()));
  return rows;
}

void TorqueReport::describe(Json& json) const {
  Json phases = Json::object(), path;
  for (std::size_t i = 0; i < phase_time_.size(); ++i) {
    if (phase_time_[i] > 0.0) phases.set(std::string(name(static_cast<CyclePhase>(i))), phase_time_[i]);
  }
  if (moving_ > 0) path = Json::object().set("rms_m", path_error()).set("max_m", largest_error_);
  json.set("cycles", cycles_).set("state", name(last_.state)).set("phases_s", phases).set("path_error", path);
  if (cycles_ > 0) {
    json.set("stiffness_min_N_per_m", softest_).set("stiffness_max_N_per_m", stiffest_);
    json.set("fastest_stiffness_change_N_per_m_s", fastest_rise_);
    json.set("smallest_singular_value", smallest_singular_value_).set("largest_torque_N_m", largest_torque_);
  }
  json.set("limited_cycles", limited_);
  json.set("waypoints_taken", last_.waypoints_taken).set("waypoints_refused", waypoints_refused());
}

}  // namespace limber::app
