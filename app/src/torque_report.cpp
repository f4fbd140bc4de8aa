// Gathers and prints.
#include "torque_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "limber/real_time.hpp"
#include "limber/telemetry.hpp"

namespace limber::app {
namespace {

std::string csv_path(const std::string& path, const std::string& arm, bool several) {
  if (!several) return path;
  const std::filesystem::path given(path);
  return (given.parent_path() / fmt::format("{}_{}{}", given.stem().string(), arm, given.extension().string()))
      .string();
}

std::string phase_words(const std::array<double, 6>& times) {
  std::string words;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] == 0.0) continue;
    words += fmt::format("{}{} {:.2f} s", words.empty() ? "" : ", ", name(static_cast<CyclePhase>(i)), times[i]);
  }
  return words;
}

void print_torque_row(const std::string& what, const std::string& value) { fmt::print("  {:<22} {}\n", what, value); }

}  // namespace

void TorqueArmStatistics::add(const StiffnessTelemetry& t) {
  phase_time[static_cast<std::size_t>(t.phase)] += t.period;
  const bool along = t.phase == CyclePhase::kMoveForward || t.phase == CyclePhase::kMoveReturn;
  if (along && !t.waypoints_active) {
    ++moving;
    square_sum += t.position_error * t.position_error;
    largest_error = std::max(largest_error, t.position_error);
  }
  const Vector3 K = t.stiffness.head<3>();
  softest = std::min(softest, K.minCoeff());
  stiffest = std::max(stiffest, K.maxCoeff());
  if (cycles > 0)
    fastest_rise = std::max(fastest_rise, (K - last.stiffness.head<3>()).cwiseAbs().maxCoeff() / t.period);
  smallest_singular_value = std::min(smallest_singular_value, t.smallest_singular_value);
  largest_torque = std::max(largest_torque, t.torque.cwiseAbs().maxCoeff());
  limited += t.limited.any();
  ++cycles;
  last = t;
}

TorqueReport::TorqueReport(const TorquePlan& plan, const RunOptions& options)
    : plan_(&plan),
      options_(&options),
      status_line_(options.json ? stderr : stdout),
      arms_(plan.arms.size()),
      can_reset_(resets_faults(plan.script)) {
  if (options.csv.path.empty()) return;
  for (const TorqueArmPlan& arm : plan.arms) {
    CsvOptions own = options.csv;
    own.path = csv_path(options.csv.path, arm.name, plan.arms.size() > 1);
    csv_.emplace_back(own, stiffness_columns(arm.arm.joint_count()));
  }
}

void TorqueReport::collect(TorqueRun& run) {
  for (std::size_t i = 0; i < run.arms().size(); ++i) {
    VariableStiffnessController& controller = run.arms()[i]->controller();
    StiffnessTelemetry record;
    while (controller.take_telemetry(record)) {
      if (arms_[i].cycles > 0 && record.phase != arms_[i].last.phase) {
        say(fmt::format("{:7.2f} s  {}: {}", record.time, run.arms()[i]->name(), name(record.phase)));
      }
      if (!csv_.empty()) csv_[i].add(record);
      arms_[i].add(record);
      if (arms_[i].fault_wait.add(record.state, record.period)) announce_wait(record.time, run.arms()[i]->name());
    }
    Event event;
    while (controller.take_event(event)) {
      if (event.ticket != kScriptTicket) outcomes_.hear(event, controller.sentence(event));
      const TimedSentence said{run.time(), fmt::format("{}: {}", run.arms()[i]->name(), controller.sentence(event)),
                               std::string(name(event.fault.code))};
      if (event.kind == Event::Kind::kFault) arms_[i].faults.push_back(said);
      if (event.ticket == kScriptTicket && is_refusal(event.kind)) refused_.push_back(said);
      say(said.line());
    }
  }
  show(run.time());
}

void TorqueReport::refuse(double time, const std::string& sentence) {
  refused_.push_back({time, "refused: " + sentence});
  say(refused_.back().line());
}

void TorqueReport::announce_wait(double time, const std::string& arm) {
  if (listens_as_.empty()) return;
  say(fmt::format("{:7.2f} s  {}: waiting for a reset until {:g} s: limber send --to {} reset_fault", time, arm,
                  plan_->duration, listens_as_));
}

bool TorqueReport::given_up() const {
  const bool all =
      std::all_of(arms_.begin(), arms_.end(), [](const TorqueArmStatistics& a) { return a.fault_wait.for_good(); });
  return all && !can_reset_ && listens_as_.empty();
}

std::string TorqueReport::line_of(std::size_t arm) const {
  const StiffnessTelemetry& t = arms_[arm].last;
  return fmt::format("{} {} s {:.2f} K {:.0f} {:.0f} {:.0f} N/m error {:.2f} mm", plan_->arms[arm].name, name(t.phase),
                     t.s, t.stiffness[0], t.stiffness[1], t.stiffness[2], 1e3 * t.position_error);
}

void TorqueReport::show(double time) {
  if (!status_line_.due()) return;
  std::string text = fmt::format("{:7.2f} s ", time);
  for (std::size_t i = 0; i < arms_.size(); ++i) text += " " + line_of(i) + (i + 1 < arms_.size() ? " |" : "");
  status_line_.show(text);
}

std::string TorqueReport::status() const {
  std::string text;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    const StiffnessTelemetry& t = arms_[i].last;
    text +=
        fmt::format("{}\n  state {}, fault {}, {} waypoints wait, contact {}\n", line_of(i), name(t.state),
                    name(t.fault), t.waypoints_queued,
                    t.contact_valid ? fmt::format("{:.1f} N", t.contact.head<3>().norm()) : std::string("not known"));
  }
  return text;
}

bool TorqueReport::any_faulted() const {
  return std::any_of(arms_.begin(), arms_.end(), [](const TorqueArmStatistics& a) {
    return a.last.state == SupervisorState::kFaulted || a.cycles == 0;
  });
}

bool TorqueReport::finish_csv() {
  bool written = true;
  for (CsvWriter& file : csv_) written = file.finish() && written;
  return written;
}

int TorqueReport::finish(TorqueRun& run, const Pace& pace) {
  status_line_.finish();
  const bool written = finish_csv();
  if (!written) say("The CSV file could not be written to its end.");
  const RunVerdict verdict = judge({.started = pace.started,
                                    .interrupted = pace.interrupted,
                                    .faulted = any_faulted(),
                                    .script_refused = !refused_.empty(),
                                    .csv_written = written});
  if (options_->json) {
    print(summary(run, pace, verdict));
  } else if (pace.started) {
    fmt::print("\n{}\n", pace.interrupted ? "Interrupted. Summary" : "Summary");
    for (std::size_t i = 0; i < arms_.size(); ++i) print_arm(i, run);
    for (const TimedSentence& refusal : refused_) print_torque_row("script", refusal.line());
    print_torque_row("speed", fmt::format("{:.1f} x real time", run.time() / std::max(pace.wall_time, 1e-9)));
  }
  std::fflush(stdout);
  return verdict.exit_code;
}

void TorqueReport::print_arm(std::size_t i, TorqueRun& run) const {
  const TorqueArmStatistics& a = arms_[i];
  const LatencyHistogram& times = run.arms()[i]->update_times();
  print_torque_row("arm", plan_->arms[i].name);
  print_torque_row("phases", phase_words(a.phase_time));
  if (a.moving > 0) {
    print_torque_row("path error",
                     fmt::format("rms {:.2f} mm, at most {:.2f} mm, on the path",
                                 1e3 * std::sqrt(a.square_sum / static_cast<double>(a.moving)), 1e3 * a.largest_error));
  }
  print_torque_row("stiffness", fmt::format("{:.1f} to {:.1f} N/m, changed by at most {:.1f} N/m/s", a.softest,
                                            a.stiffest, a.fastest_rise));
  print_torque_row("smallest singular value", fmt::format("{:.4f}", a.smallest_singular_value));
  print_torque_row("largest torque", fmt::format("{:.2f} N m", a.largest_torque));
  if (!plan_->arms[i].simulation.scene.plates.empty()) {
    print_torque_row("largest contact force", fmt::format("{:.2f} N", run.arms()[i]->largest_contact_force()));
  }
  print_torque_row("waypoints", fmt::format("{} taken, {} refused", a.last.waypoints_taken,
                                            a.last.waypoints_refused + run.arms()[i]->waypoints_refused()));
  print_torque_row("controller cycle",
                   fmt::format("p50 {:.1f} us, p99 {:.1f} us", 1e-3 * static_cast<double>(times.quantile(0.5)),
                               1e-3 * static_cast<double>(times.quantile(0.99))));
  if (a.faults.empty()) print_torque_row("faults", "none");
  for (const TimedSentence& fault : a.faults) print_torque_row("fault", fault.line());
}

}  // namespace limber::app
