// The loop's body, and the pairing of telemetry with truth.
#include "simulated_run.hpp"

#include <cmath>

#include "limber/real_time.hpp"

namespace limber::app {

SimulatedRun::SimulatedRun(const RunPlan& plan)
    : plan_(&plan),
      arm_(plan.robot.arm, plan.start, plan.simulation),
      last_cycle_(std::lround(std::ceil(plan.duration * plan.parameters.update_rate - 1e-6))) {
  if (plan.controller == ControllerKind::kCartesianAdmittance) {
    auto controller = std::make_unique<CartesianAdmittanceController>(plan.robot.arm, plan.parameters);
    trajectories_ = controller.get();
    controller_ = std::move(controller);
  } else {
    auto controller = std::make_unique<AdmittanceController>(plan.robot.arm, plan.parameters);
    poses_ = controller.get();
    controller_ = std::move(controller);
  }
}

bool SimulatedRun::cycle() {
  hand_.step(arm_);
  const double h = plan_->period();
  const Nanoseconds begin = monotonic_now();
  const Command command = controller_->update(arm_.read(), h);
  update_times_.record(monotonic_now() - begin);
  if (!truths_.try_push(truth())) lost_truths_.fetch_add(1, std::memory_order_relaxed);
  arm_.write(command);
  arm_.step(h);
  time_.store(arm_.time(), std::memory_order_relaxed);
  return ++cycles_ < last_cycle_;
}

Truth SimulatedRun::truth() const {
  return {controller_->telemetry().cycle, arm_.contact_force(), arm_.hand_wrench(), arm_.tool_pose().p};
}

// Either side may have lost some; what has no partner is dropped.
bool SimulatedRun::take(CycleRecord& record) {
  while (true) {
    if (!has_truth_ && !truths_.try_pop(next_truth_)) return false;
    has_truth_ = true;
    if (!has_telemetry_ && !controller_->take_telemetry(next_telemetry_)) return false;
    has_telemetry_ = true;
    if (next_telemetry_.cycle == next_truth_.cycle) break;
    if (next_telemetry_.cycle < next_truth_.cycle)
      has_telemetry_ = false;
    else
      has_truth_ = false;
  }
  has_truth_ = has_telemetry_ = false;
  X_BR_ = Pose{next_telemetry_.orientation_reference.toRotationMatrix(), next_telemetry_.p_reference};
  record = make_record(next_telemetry_, next_truth_, plan_->settings.base_axes);
  return true;
}

}  // namespace limber::app
