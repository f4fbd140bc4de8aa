// Taking, beginning, following and abandoning trajectories.
#include "limber/controllers/cartesian_admittance_controller.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace limber {

CartesianAdmittanceController::CartesianAdmittanceController(const Arm& arm, const AdmittanceParameters& parameters)
    : CompliantController(arm, parameters), compliance_(parameters.compliance) {}

CartesianAdmittanceController::~CartesianAdmittanceController() {
  retire(running_);
  retire(pending_);
}

void CartesianAdmittanceController::set_trajectory(std::vector<CompliantPoint> points, double start_stamp) {
  trajectory_in_.give(std::make_unique<const CompliantTrajectory>(std::move(points), compliance_, start_stamp));
}

void CartesianAdmittanceController::set_parameters(const AdmittanceParameters& parameters) {
  CompliantController::set_parameters(parameters);
  compliance_ = parameters.compliance;
}

void CartesianAdmittanceController::take_reference() noexcept {
  if (const CompliantTrajectory* next = trajectory_in_.take()) consider(next);
  if (pending_ != nullptr && pending_->start_stamp() - robot_time() <= 0.5 * settings().nominal_period) {
    begin(std::exchange(pending_, nullptr), 0.0);
  }
}

void CartesianAdmittanceController::consider(const CompliantTrajectory* next) noexcept {
  const double wait = next->start_stamp() > 0.0 ? next->start_stamp() - robot_time() : 0.0;
  if (!follows_law()) {
    tell(Event::Kind::kTrajectoryAbandoned, next->duration());
  } else if (wait + next->duration() < 0.0) {
    tell(Event::Kind::kTrajectoryPast, -(wait + next->duration()));
  } else if (wait > kLongestWait) {
    tell(Event::Kind::kTrajectoryTooEarly, wait);
  } else if (wait > 0.0) {
    tell(Event::Kind::kTrajectoryWaits, wait);
    retire(pending_);
    pending_ = next;
    return;
  } else {
    retire(pending_);
    begin(next, -wait);
    return;
  }
  retire(next);
}

// The reference goes to the first point in the time there is before it; where that is too little, or the beginning is
// past, the trajectory runs and the gap to it fades.
void CartesianAdmittanceController::begin(const CompliantTrajectory* next, double elapsed) noexcept {
  retire(running_);
  running_ = next;
  elapsed_ = elapsed;
  cursor_ = 0;
  done_ = abandoned_ = leads_wrench_ = false;
  lead_in_.reset();
  const ReferenceSample from = reference_.now();
  const TrajectorySample there = next->sample(std::max(elapsed, next->first_time()), cursor_);
  const Vector6 gap = pose_difference(there.reference.X_BR, from.X_BR);
  const bool far = gap.head<3>().norm() > settings().approach.near_position ||
                   gap.tail<3>().norm() > settings().approach.near_orientation;
  ApproachRule rule = settings().approach;
  if (!far) rule.shortest_duration = 0.0;
  const double time = approach_time(gap, from.twist - there.reference.twist, rule);
  if (next->first_time() - elapsed >= time) {
    lead_in_ = {from, dynamics().M, dynamics().D, dynamics().K, elapsed, next->first_time()};
    reference_.place(from);
  } else {
    elapsed_ = std::max(elapsed, next->first_time());
    reference_.move_target(next->sample(elapsed_, cursor_).reference);
    reference_.approach_from(from, rule);
  }
  reference_live_ = true;
  tell(Event::Kind::kTrajectoryStarted, next->duration() - elapsed_);
}

TrajectorySample CartesianAdmittanceController::sample_now() noexcept {
  if (!lead_in_ || elapsed_ >= lead_in_->ends) {
    lead_in_.reset();
    return running_->sample(elapsed_, cursor_);
  }
  TrajectorySample sample = running_->sample(lead_in_->ends, cursor_);
  const double duration = lead_in_->ends - lead_in_->begins;
  const double share = (elapsed_ - lead_in_->begins) / duration;
  sample.reference = lead_in(lead_in_->from, sample.reference, duration, elapsed_ - lead_in_->begins);
  sample.wrench *= share;
  // A straight line between positive definite matrices stays among them.
  sample.M = lead_in_->M + share * (sample.M - lead_in_->M);
  sample.D = lead_in_->D + share * (sample.D - lead_in_->D);
  sample.K = lead_in_->K + share * (sample.K - lead_in_->K);
  return sample;
}

bool CartesianAdmittanceController::lead_reference() noexcept {
  abandoned_ = false;
  if (running_ == nullptr) return reference_.step(period(), settings().supervisor.control_wrench_timeout);
  elapsed_ = std::min(elapsed_ + pace() * period(), running_->duration());
  TrajectorySample sample = sample_now();
  sample.reference.twist *= pace();
  sample.reference.acceleration *= pace() * pace();
  reference_.follow(sample.reference, period());
  lead_compliance(sample);
  leads_wrench_ = leads_wrench_ || !sample.wrench.isZero(0.0);
  if (leads_wrench_) lead_control_wrench(sample.wrench);
  if (!done_ && elapsed_ >= running_->duration()) {
    done_ = true;
    tell(Event::Kind::kTrajectoryDone, 0.0);
  }
  return false;
}

void CartesianAdmittanceController::lead_compliance(const TrajectorySample& sample) noexcept {
  if (std::exchange(leads_compliance_, sample.has_compliance) && !sample.has_compliance) ramp_to(settings().dynamics);
  if (!sample.has_compliance || (goal().M == sample.M && goal().D == sample.D && goal().K == sample.K)) return;
  set_goal(dynamics_in_cycle(sample.M, sample.D, sample.K));
}

void CartesianAdmittanceController::drop_reference() noexcept {
  retire(running_);
  retire(pending_);
  lead_in_.reset();
  if (std::exchange(leads_compliance_, false)) ramp_to(settings().dynamics);
}

// What was under way is over: after a stop the arm goes on from where it came to stand.
void CartesianAdmittanceController::law_stopped() noexcept {
  if (running_ != nullptr || pending_ != nullptr) {
    const double left = running_ != nullptr ? running_->duration() - elapsed_ : pending_->duration();
    if (left > 0.0) tell(Event::Kind::kTrajectoryAbandoned, left);
    drop_reference();
    abandoned_ = true;
  }
  if (!abandoned_) return;
  const Pose X_BV = body_.pose(reference_.now());
  const Vector6 twist = body_.twist(reference_.now());
  reference_.stand(X_BV);
  reference_live_ = false;
  body_.put(X_BV, twist, reference_.now());
}

// A trajectory waits for a paused robot, and goes on from where the arm stands.
void CartesianAdmittanceController::resumed() noexcept {
  if (running_ == nullptr || done_) return;
  const Pose X_BV = body_.pose(reference_.now());
  reference_.stand(X_BV);
  body_.put(X_BV, Vector6::Zero(), reference_.now());
  begin(std::exchange(running_, nullptr), elapsed_);
}

void CartesianAdmittanceController::retire(const CompliantTrajectory*& trajectory) noexcept {
  if (trajectory != nullptr) trajectory_in_.retire(std::exchange(trajectory, nullptr));
}

}  // namespace limber
