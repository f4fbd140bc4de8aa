// A controller and a simulated arm, cycle by cycle, and the way their records take out of the control thread.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "cycle_record.hpp"
#include "limber/lock_free.hpp"
#include "limber/real_time.hpp"
#include "limber/telemetry.hpp"
#include "run_plan.hpp"

namespace limber::app {

class SimulatedRun {
 public:
  // `plan` outlives this. Throws ArmError or SimulationError.
  explicit SimulatedRun(const RunPlan& plan);

  // --- the control thread ---
  [[nodiscard]] bool activate() noexcept { return controller_->activate(arm_.read()); }
  // One cycle of the nominal period; false when the time is over.
  bool cycle();
  const LatencyHistogram& update_times() const { return update_times_; }

  // --- one other thread, or the same ---
  CompliantController& controller() { return *controller_; }
  Stage stage() { return {*controller_, poses_, trajectories_, hand_, X_BR_}; }
  double time() const { return time_.load(std::memory_order_relaxed); }  // s, of the simulation
  // The next cycle's record, complete; false when there is none yet.
  bool take(CycleRecord& record);
  long lost_records() const { return controller_->lost_records() + lost_truths_.load(std::memory_order_relaxed); }

 private:
  Truth truth() const;

  const RunPlan* plan_;
  std::unique_ptr<CompliantController> controller_;
  AdmittanceController* poses_ = nullptr;  // the same, where it is of that kind
  CartesianAdmittanceController* trajectories_ = nullptr;
  sim::SimulatedArm arm_;
  LiveHand hand_;
  long cycles_ = 0, last_cycle_;
  LatencyHistogram update_times_;
  Ring<Truth, 1024> truths_;  // as many as the controller keeps of its records
  std::atomic<long> lost_truths_{0};
  std::atomic<double> time_{0.0};

  Truth next_truth_;
  Telemetry next_telemetry_;
  bool has_truth_ = false, has_telemetry_ = false;
  std::optional<Pose> X_BR_;  // of the last record taken
};

}  // namespace limber::app
