// An arm that moves in positions, the way its records take out of the control thread, and the presses, moves and
// trajectories that lead it.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "cycle_record.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "limber/lock_free.hpp"
#include "motion_plan.hpp"
#include "running_arm.hpp"

namespace limber::app {

class MotionArm : public ControlledArm<CompliantController, AdmittanceParameters> {
 public:
  // `plan` outlives this. Throws ArmError or SimulationError.
  explicit MotionArm(const MotionPlan& plan);

  std::vector<std::string> notes() const override;
  std::vector<std::string> warnings() const override;  // of plates and surfaces that are too stiff
  TargetJudgement judge(const Action& action) override;
  long lost_records() const noexcept override;
  std::unique_ptr<ArmReport> make_report(const CsvOptions& csv) override;
  record::ArmDescription description() const override;
  // The next cycle's record, complete; false when there is none yet.
  bool take(CycleRecord& record);

 private:
  void observe(const sim::SimulatedArm& arm) override;
  std::string perform(const Action& action, double t, std::uint32_t ticket) override;
  Answer move(const Move& move, double at, double t);
  std::string new_doubts(const ParameterChange& change) const;
  Pose next_reference() const { return elsewhere_ && X_BR_seen_ ? *X_BR_seen_ : X_BR_; }

  const MotionPlan* plan_;
  AdmittanceController* poses_;  // the same, where it is of that kind
  CartesianAdmittanceController* trajectories_;

  Ring<Truth, 1024> truths_;  // as many as the controller keeps of its records
  std::atomic<long> lost_truths_{0};
  Truth next_truth_;
  Telemetry next_telemetry_;
  bool has_truth_ = false, has_telemetry_ = false;
  std::optional<Pose> X_BR_seen_;  // of the last record taken

  Pose X_BR_start_;         // where the reference stood at the start
  Pose X_BR_;               // where it is at the end of every move done
  bool elsewhere_ = false;  // a stop or somebody has put the reference elsewhere since
  double move_at_ = -1.0;   // s, of the last move that began
};

std::vector<std::unique_ptr<RunningArm>> make_arms(const MotionPlan& plan);

}  // namespace limber::app
