// Gathers, and puts into rows.
#include "motion_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "limber/telemetry.hpp"

namespace limber::app {
namespace {

// s: a touch, and the start of a motion, settle before they count.
constexpr double kSettlingTouch = 1.0;
constexpr double kSettlingMotion = 0.5;

std::string counted(const std::array<long, kLimitNames.size()>& counts) {
  std::string words;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", kLimitNames[i], counts[i]);
  }
  return words.empty() ? "none" : words + " cycles";
}

Json json_of(const std::array<long, kLimitNames.size()>& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) json.set(std::string(kLimitNames[i]), counts[i]);
  }
  return json;
}

Json json_of(const PushOutcome& push) {
  return Json::object()
      .set("at_s", push.start)
      .set("force_N", push.force)
      .set("yielded_m", push.yields ? std::optional(push.peak) : std::nullopt)
      .set("released_at_s", push.end)
      .set("came_back", push.came_back())
      .set("back_after_s", push.came_back() ? std::optional(push.recovery()) : std::nullopt)
      .set("away_m", push.last);
}

std::string push_words(const PushOutcome& push) {
  if (!push.yields) return "but the arm was stopped and yielded to nobody";
  std::string back = "not released";
  if (push.came_back()) {
    back = fmt::format("back within a tenth {:.2f} s after release", push.recovery());
  } else if (push.end) {
    back = fmt::format("{:.1f} mm away {}", 1e3 * push.last, push.watched ? "in the end" : "when the next began");
  }
  return fmt::format("yielded {:.1f} mm, {}", 1e3 * push.peak, back);
}

void count(std::array<long, kLimitNames.size()>& counts, LimitSet limits) {
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += (limits.bits >> i) & 1u;
}

}  // namespace

void HeldForceStatistics::add(double force, double asked) {
  force_sum += force;
  deviations.add_squared((force - asked) * (force - asked));
}

Json HeldForceStatistics::json() const {
  if (deviations.samples == 0) return {};
  return Json::object()
      .set("mean_N", force_sum / static_cast<double>(deviations.samples))
      .set("deviation_rms_N", deviations.rms())
      .set("deviation_max_N", deviations.largest);
}

std::string HeldForceStatistics::words() const {
  return fmt::format("mean {:.2f} N, deviation rms {:.2f} N, at most {:.2f} N",
                     force_sum / static_cast<double>(deviations.samples), deviations.rms(), deviations.largest);
}

void MotionStatistics::add(const CycleRecord& record) {
  const Telemetry& t = record.telemetry;
  ++cycles_;
  states_.add(t.state, t.period);
  largest_contact_ = std::max(largest_contact_, record.truth.contact_force.norm());
  count(limited_, t.limited);
  count(conflicts_, t.conflicts);
  pushes_.add(record);
  const bool moves = cycles_ > 1 && t.p_reference != last_.telemetry.p_reference;
  moving_time_ = moves ? moving_time_ + t.period : 0.0;
  add_force(record);
  add_path(record);
  last_ = record;
}

void MotionStatistics::add_force(const CycleRecord& record) {
  const bool same_press = record.telemetry.wrench_control == last_.telemetry.wrench_control;
  // Contact may be lost for a cycle or two and still be pressing; a new press starts anew.
  if (!same_press || record.press_direction.isZero(0.0)) {
    steady_press_ = 0.0;
  } else if (record.touches() || steady_press_ > 0.0) {
    steady_press_ += record.telemetry.period;
  }
  if (steady_press_ < kSettlingTouch) return;
  pressing_.add(record.pressed_force(), record.asked_force());
  if (moving_time_ > kSettlingMotion) following_.add(record.pressed_force(), record.asked_force());
}

void MotionStatistics::add_path(const CycleRecord& record) {
  const bool pushed = record.truth.hand_wrench.squaredNorm() > 0.0;
  if (pushed || !(moving_time_ > kSettlingMotion)) return;
  Vector3 error = record.telemetry.error.head<3>();
  for (std::size_t i = 0; i < 3; ++i) {
    if (!stiff_axes_[i]) error[static_cast<Eigen::Index>(i)] = 0.0;
  }
  path_.add_squared(error.squaredNorm());
}

std::vector<SummaryRow> MotionStatistics::push_rows() const {
  std::vector<SummaryRow> rows;
  for (const PushOutcome& push : pushes_.outcomes()) {
    if (push.force == 0.0) continue;
    rows.emplace_back(fmt::format("push at {:.1f} s", push.start),
                      fmt::format("{:.0f} N, {}", push.force, push_words(push)));
  }
  return rows;
}

std::vector<SummaryRow> MotionStatistics::rows(const std::string& beside_contact_force) const {
  std::vector<SummaryRow> rows{
      {"duration", fmt::format("{:.2f} s, {} cycles", duration(), cycles_)},
      {"states", states_.words()},
      {"largest contact force", fmt::format("{:.1f} N", largest_contact_) + beside_contact_force}};
  if (pressing_.deviations.samples > 0) rows.emplace_back("force while pressing", pressing_.words());
  if (following_.deviations.samples > 0) rows.emplace_back("force while following", following_.words());
  if (path_.samples > 0) {
    rows.emplace_back("path error", fmt::format("rms {:.1f} mm, at most {:.1f} mm, where a spring holds it",
                                                1e3 * path_.rms(), 1e3 * path_.largest));
  }
  for (SummaryRow& row : push_rows()) rows.push_back(std::move(row));
  rows.emplace_back("limited", counted(limited_));
  rows.emplace_back("limit conflicts", counted(conflicts_));
  return rows;
}

void MotionStatistics::describe(Json& summary) const {
  Json pushes = Json::array();
  for (const PushOutcome& push : pushes_.outcomes()) {
    if (push.force > 0.0) pushes.add(json_of(push));
  }
  summary.set("duration_s", duration()).set("cycles", cycles_).set("states_s", states_.json());
  summary.set("largest_contact_force_N", largest_contact_);
  summary.set("force_while_pressing", pressing_.json()).set("force_while_following", following_.json());
  summary.set("path_error", path_.json()).set("pushes", pushes);
  summary.set("limited_cycles", json_of(limited_)).set("conflict_cycles", json_of(conflicts_));
}

}  // namespace limber::app
