#include "run_recording.hpp"

#include <fmt/format.h>

#include "config/text_file.hpp"

namespace limber::app {
namespace {

// Bytes: a larger one was not read.
constexpr std::size_t kLargestConfiguration = 64U << 20;

record::StringMap words_of_run(const RunPlan& plan, const RunOptions& options) {
  return {{"configuration", plan.file.string()},
          {"controller", name(plan.controller)},
          {"scene", plan.scene_name},
          {"rate_Hz", fmt::format("{}", plan.rate)},
          {"duration_s", fmt::format("{}", plan.duration)},
          {"seed", std::to_string(plan.seed)},
          {"fast", options.fast ? "true" : "false"},
          {"every", std::to_string(options.csv.every)}};
}

}  // namespace

RunRecording::RunRecording(const Run& run, const RunOptions& options)
    : path_(options.recording), recorder_({options.recording, options.csv.every, options.fast}) {
  const RunPlan& plan = run.plan();
  recorder_.attach("configuration.yaml", "application/yaml",
                   config::read_text_file(plan.file.string(), kLargestConfiguration));
  recorder_.add_metadata("limber_run", words_of_run(plan, options));
  for (const auto& arm : run.arms()) {
    RecordedArm& recorded = arms_.emplace_back(recorder_, *arm);
    arm->record_to(recorded.tap, recorded.recorder);
  }
}

void RunRecording::finish(long lost_records) {
  long lost_cycles = 0;
  for (RecordedArm& arm : arms_) {
    arm.recorder.finish();
    lost_cycles += arm.tap.lost();
  }
  recorder_.finish({{"lost_cycles", std::to_string(lost_cycles)},
                    {"lost_records", std::to_string(lost_records)},
                    {"lost_messages", std::to_string(recorder_.lost())}});
  ended_well_ = recorder_.whole();
}

std::string RunRecording::words() const {
  const std::string lost = recorder_.lost() == 0 ? "nothing lost" : fmt::format("{} messages lost", recorder_.lost());
  return fmt::format("{}, {:.1f} MB, {}, {:.2f} s of processor time", path_,
                     1e-6 * static_cast<double>(recorder_.bytes()), lost, recorder_.writing_time());
}

Json RunRecording::json() const {
  return Json::object()
      .set("file", path_)
      .set("bytes", static_cast<std::int64_t>(recorder_.bytes()))
      .set("messages_lost", static_cast<std::int64_t>(recorder_.lost()));
}

std::unique_ptr<RunRecording> record(const Run& run, const RunOptions& options) {
  return options.recording.empty() ? nullptr : std::make_unique<RunRecording>(run, options);
}

record::LogLevel level_of(const Event& event) {
  if (event.kind == Event::Kind::kFault) return record::LogLevel::kError;
  const bool warns = is_refusal(event.kind) || event.kind == Event::Kind::kPressEnded ||
                     event.kind == Event::Kind::kContactLost || event.kind == Event::Kind::kHeldByLimits;
  return warns ? record::LogLevel::kWarning : record::LogLevel::kInfo;
}

}  // namespace limber::app
