// Pairs telemetry with truth, and streams what leads the reference.
#include "motion_arm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "contact_loops.hpp"
#include "motion_report.hpp"
#include "settings_doubts.hpp"

namespace limber::app {
namespace {

std::unique_ptr<CompliantController> make_controller(const MotionPlan& plan) {
  if (plan.controller == ControllerKind::kCartesianAdmittance) {
    return std::make_unique<CartesianAdmittanceController>(plan.robot.arm, plan.parameters);
  }
  return std::make_unique<AdmittanceController>(plan.robot.arm, plan.parameters);
}

bool follows_law(SupervisorState state) {
  return state == SupervisorState::kStarting || state == SupervisorState::kRunning;
}

// What a controller that does not follow the law would let pass.
bool needs_the_law(const Action& action) {
  return std::holds_alternative<Press>(action.what) || std::holds_alternative<Move>(action.what) ||
         std::holds_alternative<TrajectoryStart>(action.what);
}

bool moves_the_reference(Request request) { return request != Request::kTare && request != Request::kTareAnyway; }

}  // namespace

MotionArm::MotionArm(const MotionPlan& plan)
    : ControlledArm("", plan.period(), plan.start, plan.simulation, plan.parameters, make_controller(plan)),
      plan_(&plan),
      poses_(dynamic_cast<AdmittanceController*>(controller_.get())),
      trajectories_(dynamic_cast<CartesianAdmittanceController*>(controller_.get())),
      X_BR_start_(plan.robot.arm.pose(plan.start, plan.settings.compliance)),
      X_BR_(X_BR_start_) {}

std::vector<std::string> MotionArm::notes() const { return arm_notes(plan_->robot, plan_->start); }

std::vector<std::string> MotionArm::warnings() const {
  std::vector<std::string> warnings;
  for (const sim::Plate& plate : touchable(*plan_)) {
    const double stiffest = stiffest_stable_wall(loop_along(*plan_, plate.normal_B));
    if (plate.stiffness < stiffest) continue;
    warnings.push_back(fmt::format("{} has {:g} kN/m, and this arm is stable up to {:.2f} kN/m there (limber explain)",
                                   plate.name, 1e-3 * plate.stiffness, 1e-3 * stiffest));
  }
  return warnings;
}

void MotionArm::observe(const sim::SimulatedArm& arm) {
  const Truth truth{controller_->telemetry().cycle, arm.contact_force(), arm.hand_wrench(), arm.tool_pose().p};
  if (!truths_.try_push(truth)) lost_truths_.fetch_add(1, std::memory_order_relaxed);
}

long MotionArm::lost_records() const noexcept {
  return controller_->lost_records() + lost_truths_.load(std::memory_order_relaxed);
}

// Either side may have lost some; what has no partner is dropped.
bool MotionArm::take(CycleRecord& record) {
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
  X_BR_seen_ = Pose{next_telemetry_.orientation_reference.toRotationMatrix(), next_telemetry_.p_reference};
  record = make_record(next_telemetry_, next_truth_, plan_->settings.base_axes);
  return true;
}

std::unique_ptr<ArmReport> MotionArm::make_report(const CsvOptions& csv) {
  return std::make_unique<MotionReport>(*this, *plan_, csv);
}

record::ArmDescription MotionArm::description() const {
  return describe(limber::app::name(plan_->controller), plan_->robot.urdf);
}

TargetJudgement MotionArm::judge(const Action& action) {
  const SupervisorState now = state();
  if (needs_the_law(action) && !follows_law(now)) {
    return {fmt::format("the arm does not move while {}; send {} first", limber::name(now),
                        now == SupervisorState::kFaulted ? "reset_fault" : "run"),
            ""};
  }
  if (const auto* change = std::get_if<ParameterChange>(&action.what)) return {"", new_doubts(*change)};
  return judge_target(action, plan_->robot.arm, bind(plan_->robot.arm, parameters_),
                      {X_BR_start_, next_reference(), plan_->start});
}

// What a change makes doubtful; empty: nothing.
std::string MotionArm::new_doubts(const ParameterChange& change) const {
  AdmittanceParameters changed = parameters_;
  config::set(changed, change.changes, config::Change::kLive);
  const std::vector<std::string> before = settings_doubts(*plan_, parameters_);
  std::vector<std::string> after = settings_doubts(*plan_, changed);
  const auto known = [&](const std::string& doubt) {
    return std::find(before.begin(), before.end(), doubt) != before.end();
  };
  after.erase(std::remove_if(after.begin(), after.end(), known), after.end());
  return fmt::format("{}", fmt::join(after, "; "));
}

std::string MotionArm::perform(const Action& action, double t, std::uint32_t ticket) {
  if (const auto* press = std::get_if<Press>(&action.what)) {
    // The last word of a press is zero: the time-out is for those who cannot say it.
    const bool over = t >= action.at + press->duration;
    const Vector6 F_C = over ? Vector6(Vector6::Zero()) : press->F_C;
    const Answer answer = controller_->set_control_wrench(F_C);
    if (!answer) return limber::sentence(answer);
    handed_in({.kind = record::InputKind::kControlWrench, .F_C = F_C});
    return "";
  }
  if (const auto* going = std::get_if<Move>(&action.what)) {
    const Answer answer = move(*going, action.at, t);
    if (!answer) elsewhere_ = true;
    return answer ? "" : limber::sentence(answer);
  }
  if (const auto* trajectory = std::get_if<TrajectoryStart>(&action.what)) {
    std::vector<CompliantPoint> points = trajectory->in_base(X_BR_start_);
    trajectories_->set_trajectory(points);
    handed_in({.kind = record::InputKind::kTrajectory, .points = std::move(points)});
    return "";
  }
  const auto* request = std::get_if<Request>(&action.what);
  if (request != nullptr && moves_the_reference(*request)) elsewhere_ = true;
  return ControlledArm::perform(action, t, ticket);
}

Answer MotionArm::move(const Move& going, double at, double t) {
  if (std::exchange(move_at_, at) != at) {
    X_BR_ = next_reference();
    elsewhere_ = false;
  }
  const double since = t - at;
  const Vector3 direction = going.displacement.normalized();
  Pose X_BR = X_BR_;
  X_BR.p += going.distance_at(since) * direction;
  Vector6 twist = Vector6::Zero(), acceleration = Vector6::Zero();
  twist.head<3>() = going.speed_at(since) * direction;
  acceleration.head<3>() = going.acceleration_at(since) * direction;
  const Answer answer = poses_->set_desired_pose(X_BR, twist, acceleration);
  if (answer) {
    handed_in({.kind = record::InputKind::kDesiredPose, .points = {{0.0, X_BR, twist, acceleration, {}, {}}}});
  }
  if (answer && since >= going.duration()) X_BR_ = X_BR;
  return answer;
}

std::vector<std::unique_ptr<RunningArm>> make_arms(const MotionPlan& plan) {
  std::vector<std::unique_ptr<RunningArm>> arms;
  arms.push_back(std::make_unique<MotionArm>(plan));
  return arms;
}

}  // namespace limber::app
