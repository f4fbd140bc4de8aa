// What is seen of one arm while it runs, and told of it in the end. What differs from one kind of arm to the other is
// virtual; motion_report.hpp and torque_report.hpp have it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "csv_writer.hpp"
#include "json.hpp"
#include "limber/event.hpp"
#include "limber/telemetry.hpp"

namespace limber::app {

// s, and what happened then; a fault has a name too.
struct TimedSentence {
  double time;
  std::string sentence;
  std::string name{};

  std::string line() const;  // "  12.30 s  …"
  Json json() const;
};
Json json_of(const std::vector<TimedSentence>& list);

using SummaryRow = std::pair<std::string, std::string>;
using Say = std::function<void(const std::string&)>;

class ArmReport {
 public:
  virtual ~ArmReport() = default;

  // Takes all records there are, and says what is worth a line.
  virtual void collect(const Say& say) = 0;
  // Keeps an event that tells what went wrong; `said` are the words for it.
  void keep(const Event& event, TimedSentence said);
  // Whether records tell the same as the event, with its time.
  virtual bool tells(const Event&) const { return false; }

  // What goes on, in one line and in a few; the numbers in the end, for people and for programs.
  virtual std::string status_words() const = 0;
  virtual std::string status() const = 0;
  virtual std::vector<SummaryRow> rows() const = 0;
  virtual void describe(Json& json) const = 0;
  virtual bool phases_shown() const { return true; }
  virtual void print_phases() const {}

  double time() const { return last_.time; }  // s, of the last record
  bool ended_faulted() const { return !any_ || last_.state == SupervisorState::kFaulted; }
  // Whether it has stood faulted for so long that, if nobody can reset it, nothing more is to come.
  bool faulted_for_good() const { return faulted_time_ > kFaultedForGood; }
  // Since when it has been so, s; once in every stop.
  std::optional<double> take_wait() { return std::exchange(wait_, std::nullopt); }
  const std::vector<TimedSentence>& faults() const { return faults_; }
  const std::vector<TimedSentence>& lost_contacts() const { return lost_contacts_; }
  bool finish_csv() { return !csv_ || csv_->finish(); }

 protected:
  // `columns` are those of its records. Throws ConfigError where the CSV file cannot be written as it was asked for.
  ArmReport(const CsvOptions& csv, const std::vector<std::string>& columns);

  // What is to be done with every record.
  template <class Record>
  void add_record(const Record& record, const CycleTelemetry& telemetry) {
    if (csv_) csv_->add(record);
    any_ = true;
    last_ = telemetry;
    const bool before = faulted_for_good();
    faulted_time_ = last_.state == SupervisorState::kFaulted ? faulted_time_ + last_.period : 0.0;
    if (!before && faulted_for_good()) wait_ = last_.time;
  }

 private:
  static constexpr double kFaultedForGood = 1.0;  // s: longer than any braking

  std::optional<CsvWriter> csv_;
  std::vector<TimedSentence> faults_, lost_contacts_;
  double faulted_time_ = 0.0;  // s without interruption
  std::optional<double> wait_;
  CycleTelemetry last_;
  bool any_ = false;
};

}  // namespace limber::app
