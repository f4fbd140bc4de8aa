// Collects, prints, judges.
#include "run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "limber/real_time.hpp"
#include "limber/telemetry.hpp"

namespace limber::app {
namespace {

std::array<bool, 3> stiff_axes(const Matrix6& K) { return {K.row(0).any(), K.row(1).any(), K.row(2).any()}; }

std::string times(const LatencyHistogram& histogram) {
  const auto us = [](Nanoseconds t) { return 1e-3 * static_cast<double>(t); };
  return fmt::format("p50 {:.1f} us, p99 {:.1f} us, max {:.0f} us", us(histogram.quantile(0.5)),
                     us(histogram.quantile(0.99)), us(histogram.max()));
}

void print_row(const std::string& name, const std::string& value) { fmt::print("  {:<22} {}\n", name, value); }

}  // namespace

RunReport::RunReport(const RunPlan& plan, const RunOptions& options)
    : plan_(&plan),
      options_(&options),
      status_(options.json ? stderr : stdout),
      statistics_(stiff_axes(plan.parameters.compliance.stiffness)),
      touches_(plan.simulation.scene.plates),
      phases_(plan.phases.begin(), plan.phases.end()),
      can_reset_(resets_faults(plan.script)) {
  if (!options.csv.path.empty()) csv_.emplace(options.csv, admittance_columns(plan.robot.arm.joint_count()));
}

void RunReport::collect(SimulatedRun& run) {
  CycleRecord record;
  while (run.take(record)) add(record);
  Event event;
  while (run.controller().take_event(event)) {
    TimedSentence said{time_, run.controller().sentence(event)};
    if (event.ticket != kScriptTicket) {
      outcomes_.hear(event, said.sentence);
    } else if (is_refusal(event.kind)) {
      refused_.push_back(said);
    }
    if (event.kind == Event::Kind::kState) continue;  // the records tell every change of state, with its time
    status_.say(said.line());
    if (event.kind == Event::Kind::kContactLost) lost_contacts_.push_back(said);
    if (event.kind != Event::Kind::kFault) continue;
    said.name = name(event.fault.code);
    faults_.push_back(said);
  }
}

void RunReport::refuse(double time, const std::string& sentence) {
  refused_.push_back({time, "refused: " + sentence});
  say(refused_.back().line());
}

void RunReport::add(const CycleRecord& record) {
  time_ = record.telemetry.time;
  last_ = record;
  statistics_.add(record);
  touches_.add(record);
  for (PhaseWatch& phase : phases_) phase.add(record);
  if (csv_) csv_->add(record);
  announce_state(record.telemetry.state);
  announce_phase(time_);
  if (fault_wait_.add(record.telemetry.state, record.telemetry.period)) announce_wait();
  if (status_.due()) status_.show(status_text(record, phase_));
}

std::string RunReport::status() const {
  const Telemetry& t = last_.telemetry;
  const Vector3 K = t.stiffness.head<3>();
  return fmt::format(
      "time       {:.2f} s\nstate      {}{}\nphase      {}\nposition   {:.4f} {:.4f} {:.4f} m\nforce      {:.1f} N\n"
      "stiffness  {:.4g} {:.4g} {:.4g} N/m\ntank       {:.2f} J\nfault      {}\n",
      t.time, name(t.state), t.limited.any() ? ", limited" : "", phase_.empty() ? "-" : phase_, t.p_command.x(),
      t.p_command.y(), t.p_command.z(), t.wrench_compliance.head<3>().norm(), K.x(), K.y(), K.z(), t.tank_level,
      name(t.fault));
}

void RunReport::announce_phase(double t) {
  const std::string now = phase_name(plan_->phases, t);
  if (now == phase_) return;
  phase_ = now;
  if (!now.empty()) status_.say(fmt::format("{:7.2f} s  -- {} --", t, now));
}

void RunReport::announce_state(SupervisorState state) {
  if (state == state_) return;
  state_ = state;
  status_.say(fmt::format("{:7.2f} s  now {}", time_, name(state)));
}

void RunReport::announce_wait() {
  if (listens_as_.empty()) return;
  status_.say(fmt::format("{:7.2f} s  waiting for a reset until {:g} s: limber send --to {} reset_fault", time_,
                          plan_->duration, listens_as_));
}

bool RunReport::given_up() const { return fault_wait_.for_good() && !can_reset_ && listens_as_.empty(); }

int RunReport::finish(SimulatedRun& run, const Pace& pace) {
  status_.finish();
  const bool written = !csv_ || csv_->finish();
  if (!written) status_.say("The CSV file could not be written to its end.");
  const RunVerdict verdict = judge({.started = pace.started,
                                    .interrupted = pace.interrupted,
                                    .faulted = statistics_.last_state() == SupervisorState::kFaulted,
                                    .phases_shown = phases_shown(),
                                    .script_refused = !refused_.empty(),
                                    .csv_written = written});
  if (options_->json) {
    print(summary(run, pace, verdict));
  } else if (pace.started) {
    print_summary(run, pace);
  }
  std::fflush(stdout);
  return verdict.exit_code;
}

void RunReport::print_summary(const SimulatedRun& run, const Pace& pace) const {
  fmt::print("\n{}\n", pace.interrupted ? "Interrupted. Summary" : "Summary");
  print_rows(run, pace);
  if (faults_.empty()) print_row("faults", "none");
  for (const TimedSentence& fault : faults_) print_row("fault", fault.line());
  for (const TimedSentence& loss : lost_contacts_) print_row("contact", loss.line());
  for (const TimedSentence& refusal : refused_) print_row("script", refusal.line());
  if (run.lost_records() > 0) print_row("records lost", fmt::format("{}", run.lost_records()));
  print_phases();
}

void RunReport::print_rows(const SimulatedRun& run, const Pace& pace) const {
  const std::optional<ContactPrediction> predicted = predict(*plan_, touches_.before_largest_force());
  for (const SummaryRow& row : statistics_.rows(predicted ? predicted->words() : "")) print_row(row.first, row.second);
  print_row("controller cycle", times(run.update_times()));
  if (pace.loop) {
    print_row("wake-up lateness",
              fmt::format("{}, {} deadlines missed", times(pace.loop->lateness), pace.loop->missed));
  }
  print_row("speed", fmt::format("{:.1f} x real time", run.time() / std::max(pace.wall_time, 1e-9)));
}

bool RunReport::phases_shown() const {
  for (const PhaseWatch& phase : phases_) {
    for (const PhaseResult& result : phase.results()) {
      if (!result.good) return false;
    }
  }
  return true;
}

void RunReport::print_phases() const {
  if (!phases_.empty()) fmt::print("\nPhases\n");
  for (const PhaseWatch& phase : phases_) {
    for (const PhaseResult& result : phase.results()) {
      fmt::print("  {:<4} {:<12} {}\n",
                 result.good      ? "ok"
                 : result.reached ? "BAD"
                                  : "--",
                 result.phase, result.sentence);
    }
  }
}

}  // namespace limber::app
