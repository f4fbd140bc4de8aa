// The deflection is what the push added to the offset of the commanded from the reference position.
#include "push_watch.hpp"

#include <algorithm>
#include <cmath>

namespace limber::app {

void PushWatch::add(const CycleRecord& record) {
  const double t = record.telemetry.time;
  const Vector3 force_B = record.truth.hand_wrench.head<3>();
  const Vector3 offset_B = record.telemetry.p_command - record.telemetry.p_reference;
  const bool pushes = force_B.squaredNorm() > 0.0;
  if (pushes && !pushing_) {
    direction_ = force_B.normalized();
    offset_at_start_ = offset_B;
    outcomes_.push_back({.start = t});
  }
  if (!pushes && pushing_) outcomes_.back().end = t;
  pushing_ = pushes;
  if (outcomes_.empty()) return;
  PushOutcome& outcome = outcomes_.back();
  outcome.force = std::max(outcome.force, force_B.norm());
  outcome.last = std::abs(direction_.dot(offset_B - offset_at_start_));
  outcome.peak = std::max(outcome.peak, outcome.last);
  outcome.near = near_ > 0.0 ? near_ : 0.1 * outcome.peak;
  if (outcome.last > outcome.near) outcome.last_away = t;
}

}  // namespace limber::app
