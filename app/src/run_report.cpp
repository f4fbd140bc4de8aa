// Collects, prints, judges.
#include "run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "interruption.hpp"

namespace limber::app {
namespace {

// us: p50, p99, max.
struct Times {
  double p50, p99, max;

  explicit Times(const LatencyHistogram& histogram)
      : p50(us(histogram.quantile(0.5))), p99(us(histogram.quantile(0.99))), max(us(histogram.max())) {}
  std::string words() const { return fmt::format("p50 {:.1f} us, p99 {:.1f} us, max {:.0f} us", p50, p99, max); }
  Json json() const { return Json::object().set("p50", p50).set("p99", p99).set("max", max); }

 private:
  static double us(Nanoseconds t) { return 1e-3 * static_cast<double>(t); }
};

void print_row(const std::string& name, const std::string& value) { fmt::print("  {:<22} {}\n", name, value); }

CsvOptions csv_of_arm(CsvOptions csv, const std::string& arm) {
  const std::filesystem::path given(csv.path);
  csv.path =
      (given.parent_path() / fmt::format("{}_{}{}", given.stem().string(), arm, given.extension().string())).string();
  return csv;
}

}  // namespace

RunReport::RunReport(const Run& run, const RunOptions& options, RunRecording* recording)
    : run_(&run),
      options_(&options),
      recording_(recording),
      status_line_(options.json ? stderr : stdout),
      can_reset_(resets_faults(run.plan().script)) {
  const bool apart = !options.csv.path.empty() && run.arms().size() > 1;
  for (const auto& arm : run.arms()) {
    arms_.push_back({arm.get(), arm->make_report(apart ? csv_of_arm(options.csv, arm->name()) : options.csv), 0});
  }
}

void RunReport::collect() {
  for (Watched& watched : arms_) {
    watched.report->collect([&](const std::string& sentence) { say(sentence); });
    if (const auto since = watched.report->take_wait()) announce_wait(watched, *since);
    hear(watched);
    tell_lost_events(watched);
  }
  tell_recording_error();
  if (!status_line_.due()) return;
  std::string text = fmt::format("{:7.2f} s ", run_->time());
  for (const Watched& watched : arms_)
    text += (&watched == &arms_.front() ? " " : " | ") + watched.report->status_words();
  status_line_.show(text);
}

void RunReport::hear(const Watched& watched) {
  Event event;
  while (watched.arm->take_event(event)) {
    const std::string sentence = watched.arm->sentence(event);
    const TimedSentence said{watched.report->time(), watched.arm->label() + sentence};
    if (event.ticket != kScriptTicket) {
      outcomes_.hear(event, sentence);
    } else if (is_refusal(event.kind)) {
      refused_.push_back(said);
    }
    if (record::ArmRecorder* recorder = watched.arm->recorder()) recorder->log(said.time, level_of(event), sentence);
    if (!watched.report->tells(event)) say(said.line());
    watched.report->keep(event, said);
  }
}

void RunReport::tell_lost_events(Watched& watched) {
  const long lost = watched.arm->lost_events() - watched.lost_events;
  if (lost == 0) return;
  watched.lost_events += lost;
  say(TimedSentence{watched.report->time(),
                    fmt::format("{}{} event{} lost", watched.arm->label(), lost, lost == 1 ? "" : "s")}
          .line());
}

void RunReport::refuse(double time, const std::string& sentence) {
  refused_.push_back({time, "refused: " + sentence});
  say(refused_.back().line());
}

std::string RunReport::status() const {
  std::string text;
  for (const Watched& watched : arms_) text += watched.report->status();
  return text;
}

void RunReport::announce_wait(const Watched& watched, double time) {
  if (listens_as_.empty()) return;
  say(fmt::format("{:7.2f} s  {}waiting for a reset until {:g} s: limber send --to {} reset_fault", time,
                  watched.arm->label(), run_->plan().duration, listens_as_));
}

bool RunReport::given_up() const {
  const bool all =
      std::all_of(arms_.begin(), arms_.end(), [](const Watched& w) { return w.report->faulted_for_good(); });
  return all && !can_reset_ && listens_as_.empty();
}

bool RunReport::finish_csv() {
  bool written = true;
  for (const Watched& watched : arms_) written = watched.report->finish_csv() && written;
  if (!written) say("The CSV file could not be written to its end.");
  return written;
}

void RunReport::tell_recording_error() {
  if (recording_ == nullptr) return;
  const std::string error = recording_->take_error();
  if (!error.empty()) say(TimedSentence{run_->time(), error}.line());
}

bool RunReport::finish_recording() {
  if (recording_ == nullptr) return true;
  recording_->finish(lost_records());
  tell_recording_error();
  return recording_->written();
}

// The first of these that holds.
RunVerdict RunReport::verdict(const Pace& pace, bool csv_written, bool recorded) const {
  const auto all = [&](auto&& holds) {
    return std::all_of(arms_.begin(), arms_.end(), [&](const Watched& watched) { return holds(*watched.report); });
  };
  if (!pace.started) return {"not_started", 1};
  if (pace.interrupted) return {"interrupted", Interruption::exit_code()};
  if (!all([](const ArmReport& arm) { return !arm.ended_faulted(); })) return {"faulted", 1};
  if (!all([](const ArmReport& arm) { return arm.phases_shown(); })) return {"phase_failed", 1};
  if (!refused_.empty()) return {"script_refused", 1};
  if (!csv_written) return {"csv_not_written", 1};
  if (!recorded) return {"recording_not_written", 1};
  return {"ok", 0};
}

int RunReport::finish(const Pace& pace) {
  status_line_.finish();
  const RunVerdict ended = verdict(pace, finish_csv(), finish_recording());
  if (options_->json) {
    print(summary(pace, ended));
  } else if (pace.started) {
    print_summary(pace);
  }
  std::fflush(stdout);
  return ended.exit_code;
}

long RunReport::lost_records() const {
  long lost = 0;
  for (const Watched& watched : arms_) lost += watched.arm->lost_records();
  return lost;
}

long RunReport::lost_events() const {
  long lost = 0;
  for (const Watched& watched : arms_) lost += watched.arm->lost_events();
  return lost;
}

// The machine's rows stand once: behind the numbers of the only arm, or behind all that have names.
void RunReport::print_summary(const Pace& pace) const {
  const bool named = has_names();
  fmt::print("\n{}\n", pace.interrupted ? "Interrupted. Summary" : "Summary");
  for (const Watched& watched : arms_) {
    for (const SummaryRow& row : watched.report->rows()) print_row(row.first, row.second);
    print_row("controller cycle", Times(watched.arm->update_times()).words());
    if (!named) print_machine(pace);
    if (watched.report->faults().empty()) print_row("faults", "none");
    for (const TimedSentence& fault : watched.report->faults()) print_row("fault", fault.line());
    for (const TimedSentence& loss : watched.report->lost_contacts()) print_row("contact", loss.line());
  }
  for (const TimedSentence& refusal : refused_) print_row("script", refusal.line());
  if (named) print_machine(pace);
  if (lost_records() > 0) print_row("records lost", fmt::format("{}", lost_records()));
  if (lost_events() > 0) print_row("events lost", fmt::format("{}", lost_events()));
  if (recording_ != nullptr) print_row("recording", recording_->words());
  for (const Watched& watched : arms_) watched.report->print_phases();
}

void RunReport::print_machine(const Pace& pace) const {
  if (pace.loop) {
    print_row("wake-up lateness",
              fmt::format("{}, {} deadlines missed", Times(pace.loop->lateness).words(), pace.loop->missed));
  }
  print_row("speed", fmt::format("{:.1f} x real time", run_->time() / std::max(pace.wall_time, 1e-9)));
}

// What the text says, as numbers. docs/json.md describes it. Arms that have names are a list.
Json RunReport::summary(const Pace& pace, const RunVerdict& ended) const {
  const RunPlan& plan = run_->plan();
  Json json = Json::object(), arms = Json::array();
  json.set("command", "run").set("configuration", plan.file.string()).set("controller", name(plan.controller));
  json.set("scene", plan.scene_name).set("rate_Hz", plan.rate).set("asked_duration_s", plan.duration);
  json.set("fast", options_->fast).set("seed", plan.seed);
  json.set("outcome", ended.outcome).set("exit_code", ended.exit_code);
  json.set("wake_up_lateness_us", pace.loop ? Times(pace.loop->lateness).json() : Json());
  json.set("missed_deadlines", pace.loop ? Json(pace.loop->missed) : Json());
  json.set("times_real_time", run_->time() / std::max(pace.wall_time, 1e-9));
  json.set("script_refused", json_of(refused_)).set("records_lost", lost_records());
  json.set("events_lost", lost_events());
  json.set("recording", recording_ != nullptr ? recording_->json() : Json());
  const auto describe = [](const Watched& watched, Json& arm) {
    watched.report->describe(arm);
    arm.set("controller_cycle_us", Times(watched.arm->update_times()).json());
    arm.set("faults", json_of(watched.report->faults()));
  };
  if (!has_names()) {
    describe(arms_.front(), json);
    return json;
  }
  for (const Watched& watched : arms_) {
    Json arm = Json::object().set("name", watched.arm->name());
    describe(watched, arm);
    arms.add(arm);
  }
  return json.set("duration_s", run_->time()).set("arms", arms);
}

}  // namespace limber::app
