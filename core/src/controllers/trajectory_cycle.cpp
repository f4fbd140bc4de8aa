#include "controllers/trajectory_cycle.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace limber {
namespace {

// The sentence about the first point out of reach; empty if there is none.
std::string first_out_of_reach(const std::vector<CompliantPoint>& points, const ReachSphere& reach) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    Answer answer = check_in_reach(reach, points[i].X_BR.p);
    answer.what = "position";
    if (!answer) return "points[" + std::to_string(i) + "]." + limber::sentence(answer);
  }
  return "";
}

}  // namespace

TrajectoryCycle::TrajectoryCycle(const Arm& arm, const AdmittanceParameters& parameters)
    : CompliantCycle(arm, parameters), compliance_(parameters.compliance) {}

TrajectoryCycle::~TrajectoryCycle() {
  retire(running_);
  retire(pending_);
}

void TrajectoryCycle::set_trajectory(const std::vector<CompliantPoint>& points, double start_stamp) {
  const std::string out_of_reach = first_out_of_reach(points, reach_handed_in());
  auto trajectory = std::make_unique<HandedIn>(points, compliance_, start_stamp);
  if (!out_of_reach.empty()) throw TrajectoryError(out_of_reach);
  if (state() == SupervisorState::kInactive) throw TrajectoryError(limber::sentence(inactive("trajectory")));
  trajectory->word = next_word();
  trajectory->number = ++given_;
  trajectory->frame = frame_handed_in();
  trajectory_in_.give(std::move(trajectory));
}

void TrajectoryCycle::set_parameters(const AdmittanceParameters& parameters) {
  CompliantCycle::set_parameters(parameters);
  compliance_ = parameters.compliance;
}

void TrajectoryCycle::take_reference() noexcept {
  if (const HandedIn* next = trajectory_in_.take()) {
    taken_ = next->number;
    take_settings();
    consider(next);
  }
  if (pending_is_due() && follows_law() && !waits_for_robot()) start_pending();
}

bool TrajectoryCycle::pending_is_due() const noexcept {
  return pending_ != nullptr && pending_->start_stamp() - robot_time() <= 0.5 * settings().nominal_period;
}

void TrajectoryCycle::consider(const HandedIn* next) noexcept {
  const double wait = next->start_stamp() > 0.0 ? next->start_stamp() - robot_time() : 0.0;
  if (!(follows_law() || waits_for_robot()) || !(next->frame == settings().frame())) {
    tell(Event::Kind::kTrajectoryAbandoned, next->duration());
  } else if (wait + next->duration() < 0.0) {
    tell(Event::Kind::kTrajectoryPast, -(wait + next->duration()));
  } else if (wait > kLongestWait) {
    tell(Event::Kind::kTrajectoryTooEarly, wait);
  } else if (wait > 0.0 || waits_for_robot()) {
    tell(wait > 0.0 ? Event::Kind::kTrajectoryWaits : Event::Kind::kTrajectoryWaitsForRobot, wait);
    retire(pending_);
    pending_ = next;
    pending_elapsed_ = std::max(0.0, -wait);
    return;
  } else {
    retire(pending_);
    start(next, -wait, next->word);
    return;
  }
  retire(next);
}

void TrajectoryCycle::start(const HandedIn* next, double elapsed, std::uint64_t word) noexcept {
  begin(next, elapsed);
  wrench_word_ = word;
  tell_outcome(Event::Kind::kTrajectoryStarted, left(), 0, left() - (next->duration() - elapsed));
}

// A trajectory that waited counts as the newest input when it starts.
void TrajectoryCycle::start_pending() noexcept {
  start(std::exchange(pending_, nullptr), pending_elapsed_, control_word());
}

// The reference moves to the first point in the time before it. If that time is too short, or the start is in the past,
// the trajectory runs while the reference approaches it; it is done when both are over.
void TrajectoryCycle::begin(const HandedIn* next, double elapsed) noexcept {
  retire(running_);
  running_ = next;
  elapsed_ = elapsed;
  cursor_ = 0;
  done_ = abandoned_ = false;
  drop_wrench();
  lead_in_.reset();
  // In trajectory time, which passes more slowly than real time while the robot is slowed down.
  const double slowed = std::max(pace(), kStandingShare);
  ReferenceSample from = led_.reference().now();
  from.twist /= slowed;
  from.acceleration /= slowed * slowed;
  const TrajectorySample there = next->sample(std::max(elapsed, next->first_time()), cursor_);
  const Vector6 gap = pose_difference(there.reference.X_BR, from.X_BR);
  const bool far = gap.head<3>().norm() > settings().approach.near_position ||
                   gap.tail<3>().norm() > settings().approach.near_orientation;
  ApproachRule rule = settings().approach;
  if (!far) rule.shortest_duration = 0.0;
  const double time = approach_time(gap, from.twist - there.reference.twist, rule);
  if (next->first_time() - elapsed >= time) {
    lead_in_ = {from, dynamics().M, dynamics().D, dynamics().K, elapsed, next->first_time()};
    led_.reference().place(led_.reference().now());
  } else {
    elapsed_ = std::max(elapsed, next->first_time());
    led_.reference().approach(paced(next->sample(elapsed_, cursor_).reference), rule);
  }
}

// s left of the running trajectory, or of the approach to it if that takes longer.
double TrajectoryCycle::left() const noexcept {
  return std::max(running_->duration() - elapsed_, led_.reference().approach_left());
}

TrajectorySample TrajectoryCycle::sample_now() noexcept {
  if (!lead_in_ || elapsed_ >= lead_in_->ends) {
    lead_in_.reset();
    return running_->sample(elapsed_, cursor_);
  }
  TrajectorySample sample = running_->sample(lead_in_->ends, cursor_);
  const double duration = lead_in_->ends - lead_in_->begins;
  const double share = (elapsed_ - lead_in_->begins) / duration;
  sample.reference = lead_in(lead_in_->from, sample.reference, duration, elapsed_ - lead_in_->begins);
  sample.wrench *= share;
  // Linear interpolation between positive definite matrices stays positive definite.
  sample.M = lead_in_->M + share * (sample.M - lead_in_->M);
  sample.D = lead_in_->D + share * (sample.D - lead_in_->D);
  sample.K = lead_in_->K + share * (sample.K - lead_in_->K);
  return sample;
}

ReferenceSample TrajectoryCycle::paced(ReferenceSample sample) const noexcept {
  sample.twist *= pace();
  sample.acceleration *= pace() * pace();
  return sample;
}

void TrajectoryCycle::step_lead() noexcept {
  abandoned_ = false;
  if (running_ == nullptr) {
    return led_.reference().step(period(), passed(), settings().supervisor.control_wrench_timeout, approach());
  }
  elapsed_ = std::min(elapsed_ + pace() * period(), running_->duration());
  const TrajectorySample sample = sample_now();
  led_.reference().follow(paced(sample.reference), period(), approach());
  lead_compliance(sample);
  lead_wrench(sample.wrench);
  if (!done_ && left() <= 0.0) {
    done_ = true;
    tell_done(running_->sample(elapsed_, cursor_).reference.X_BR);
  }
}

// The wrench of a trajectory begins through the ramp, then follows the trajectory exactly.
void TrajectoryCycle::lead_wrench(const Vector6& F_C) noexcept {
  const bool replaced = control_word() > wrench_word_;
  const bool led = std::exchange(leads_wrench_, !replaced && (leads_wrench_ || !F_C.isZero(0.0)));
  if (!leads_wrench_) return;
  if (led) {
    control_.follow(F_C);
  } else {
    control_.lead(F_C);
  }
}

void TrajectoryCycle::tell_done(const Pose& last) noexcept {
  const Vector6 gap = pose_difference(measured_pose(), last);
  tell_outcome(Event::Kind::kTrajectoryDone, gap.head<3>().norm(), 0, gap.tail<3>().norm());
}

// The wrench of a trajectory ends with it.
void TrajectoryCycle::drop_wrench() noexcept {
  if (std::exchange(leads_wrench_, false)) control_.lead(Vector6::Zero());
}

void TrajectoryCycle::lead_compliance(const TrajectorySample& sample) noexcept {
  if (std::exchange(leads_compliance_, sample.has_compliance) && !sample.has_compliance) ramp_to(settings().dynamics);
  if (!sample.has_compliance || (goal().M == sample.M && goal().D == sample.D && goal().K == sample.K)) return;
  set_goal(dynamics_in_cycle(sample.M, sample.D, sample.K));
}

void TrajectoryCycle::drop_reference() noexcept {
  if (running_ != nullptr && !done_) tell(Event::Kind::kTrajectoryAbandoned, left());
  if (pending_ != nullptr) tell(Event::Kind::kTrajectoryAbandoned, pending_->duration() - pending_elapsed_);
  retire(running_);
  retire(pending_);
  lead_in_.reset();
  drop_wrench();
  if (std::exchange(leads_compliance_, false)) ramp_to(settings().dynamics);
}

void TrajectoryCycle::empty_ports() noexcept {
  const HandedIn* waiting = trajectory_in_.take();
  if (waiting != nullptr) taken_ = waiting->number;
  retire(waiting);
}

// A stop ends all trajectories; afterwards the arm continues from where it stands.
void TrajectoryCycle::law_stopped() noexcept {
  if (running_ != nullptr || pending_ != nullptr) {
    drop_reference();
    abandoned_ = true;
  }
  if (!abandoned_) return;
  led_.stand_on_body();
}

// After a pause the trajectory continues from the present reference, unless another one is due.
void TrajectoryCycle::resumed() noexcept {
  if (pending_is_due()) return start_pending();
  if (running_ == nullptr || done_) return;
  begin(std::exchange(running_, nullptr), elapsed_);
}

void TrajectoryCycle::retire(const HandedIn*& trajectory) noexcept {
  if (trajectory != nullptr) trajectory_in_.retire(std::exchange(trajectory, nullptr));
}

}  // namespace limber
