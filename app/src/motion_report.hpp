// What is seen of an arm that moves in positions: states, forces, path, pushes, phases.
#pragma once

#include <string>
#include <vector>

#include "arm_report.hpp"
#include "contact_prediction.hpp"
#include "motion_arm.hpp"
#include "motion_statistics.hpp"

namespace limber::app {

class MotionReport : public ArmReport {
 public:
  // Both outlive this. Throws ConfigError where the CSV file cannot be written as it was asked for.
  MotionReport(MotionArm& arm, const MotionPlan& plan, const CsvOptions& csv);

  void collect(const Say& say) override;
  bool tells(const Event& event) const override { return event.kind == Event::Kind::kState; }
  std::string status_words() const override;
  std::string status() const override;
  std::vector<SummaryRow> rows() const override;
  void describe(Json& json) const override;
  bool phases_shown() const override;
  void print_phases() const override;

 private:
  void announce(const Say& say);
  void pass_on(const CycleRecord& record, record::ArmRecorder& recorder) const;
  std::vector<PhaseResult> phase_results() const;

  MotionArm* arm_;
  const MotionPlan* plan_;
  MotionStatistics statistics_;
  TouchWatch touches_;
  std::vector<PhaseWatch> phases_;
  std::string phase_;
  SupervisorState state_ = SupervisorState::kInactive;
  CycleRecord last_;
};

}  // namespace limber::app
