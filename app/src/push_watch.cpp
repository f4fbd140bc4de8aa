// The deflection is what pushes added to the offset of the commanded from the reference position.
#include "push_watch.hpp"

#include <algorithm>
#include <cmath>

#include "limber/telemetry.hpp"

namespace limber::app {
namespace {

// 1/s: of its distance. A tool that moves slower than that stands.
constexpr double kSlowest = 0.01;

bool is_stopped(SupervisorState state) {
  return state == SupervisorState::kFaulted || state == SupervisorState::kHolding;
}

}  // namespace

void PushWatch::add(const CycleRecord& record) {
  const Telemetry& now = record.telemetry;
  const Vector3 force_B = record.truth.hand_wrench.head<3>();
  const Vector3 offset_B = now.p_command - now.p_reference;
  const bool pushes = force_B.squaredNorm() > 0.0;
  if (pushes && !pushing_) begin(now.time, force_B, offset_B, now.period);
  if (!pushes && pushing_) outcomes_.back().end = now.time;
  pushing_ = pushes;
  offset_before_ = offset_B;
  if (outcomes_.empty()) return;
  outcomes_.back().force = std::max(outcomes_.back().force, force_B.norm());
  if (pushes && !is_stopped(now.state)) outcomes_.back().yields = true;
  for (std::size_t i = first_watched_; i < outcomes_.size(); ++i) {
    measure(i, now.time, offset_B, !is_stopped(now.state));
  }
}

void PushWatch::begin(double t, const Vector3& force_B, const Vector3& offset_B, double period) {
  if (!adds_to_the_last(offset_B, period)) {
    for (std::size_t i = first_watched_; i < outcomes_.size(); ++i) outcomes_[i].watched = false;
    first_watched_ = outcomes_.size();
    at_rest_ = offset_B;
  }
  measures_.push_back({force_B.normalized(), offset_B});
  outcomes_.push_back({.start = t});
}

bool PushWatch::adds_to_the_last(const Vector3& offset_B, double period) const {
  if (outcomes_.empty() || outcomes_.back().came_back()) return false;
  const double moved = (offset_B - offset_before_).norm();
  return moved > kSlowest * period * (offset_B - at_rest_).norm();
}

// What a later push does is no merit of an earlier one's.
void PushWatch::measure(std::size_t i, double t, const Vector3& offset_B, bool follows_law) {
  PushOutcome& outcome = outcomes_[i];
  const auto& [direction, at_start] = measures_[i];
  const bool newest = i + 1 == outcomes_.size();
  if (newest && follows_law) outcome.peak = std::max(outcome.peak, direction.dot(offset_B - at_start));
  outcome.last = std::abs(direction.dot(offset_B - at_rest_));
  if (newest) outcome.farthest = std::max(outcome.farthest, outcome.last);
  outcome.near = near_ > 0.0 ? near_ : 0.1 * outcome.farthest;
  if (outcome.last > outcome.near) outcome.last_away = t;
}

}  // namespace limber::app
