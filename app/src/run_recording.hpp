// The recording of a run: one file, with what each of its arms records.
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "json.hpp"
#include "limber/event.hpp"
#include "limber/record/arm_recorder.hpp"
#include "run.hpp"
#include "run_command.hpp"

namespace limber::app {

class RunRecording {
 public:
  // Before the run begins; it outlives this. Throws RecordError where the file cannot be written.
  RunRecording(const Run& run, const RunOptions& options);

  // Why it ended before the run: one sentence, once; else empty.
  std::string take_error() { return recorder_.take_error(); }
  // Nothing is recorded afterwards. `lost_records`: of all arms.
  void finish(long lost_records);
  // After finish(): whether all of it is in the file.
  bool written() const { return ended_well_; }
  std::string words() const;
  Json json() const;

 private:
  struct RecordedArm {
    record::CycleTap tap;
    record::ArmRecorder recorder;

    RecordedArm(record::Recorder& to, const RunningArm& arm) : recorder(to, arm.arm(), arm.description()) {}
  };

  std::string path_;
  record::Recorder recorder_;
  std::deque<RecordedArm> arms_;
  bool ended_well_ = false;
};

// Null if none is asked for.
std::unique_ptr<RunRecording> record(const Run& run, const RunOptions& options);

record::LogLevel level_of(const Event& event);

}  // namespace limber::app
