// Samples a trajectory, and prepares its poses and wrenches.
#include "compliance/compliant_trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

double checked_stamp(double stamp) {
  if (stamp >= 0.0 && std::isfinite(stamp)) return stamp;
  throw TrajectoryError(fmt::format("start_stamp is {} s; it must be finite and at least 0 (0: at once)", stamp));
}

// Exactly orthonormal; the check tolerates small errors.
Pose with_exact_rotation(const Pose& X) { return {Quaternion(X.R).normalized().toRotationMatrix(), X.p}; }

// The twist at the middle pose of the parabola through three poses. Per axis it is 0 if the motion reverses or stands,
// and at most three times that of the slower side, so that the cubics do not overshoot (Fritsch and Carlson).
Vector6 twist_through(const Vector6& step_before, double gap_before, const Vector6& step_after, double gap_after) {
  const Vector6 before = step_before / gap_before, after = step_after / gap_after;
  const double share = gap_after / (gap_before + gap_after);
  Vector6 twist = share * before + (1.0 - share) * after;
  for (int i = 0; i < 6; ++i) {
    const double most = 3.0 * std::min(std::abs(before[i]), std::abs(after[i]));
    twist[i] = before[i] * after[i] <= 0.0 ? 0.0 : std::clamp(twist[i], -most, most);
  }
  return twist;
}

}  // namespace

CompliantTrajectory::CompliantTrajectory(const std::vector<CompliantPoint>& points,
                                         const ComplianceParameters& parameters, double start_stamp)
    : start_stamp_(checked_stamp(start_stamp)) {
  if (const std::optional<PointProblem> problem = find_problem(points)) throw TrajectoryError(problem->sentence);
  knots_.resize(points.size());
  place_references(points);
  place_wrenches(points);
  place_compliance(points, parameters);
}

void CompliantTrajectory::place_references(const std::vector<CompliantPoint>& points) {
  const std::size_t last = points.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const CompliantPoint& point = points[i];
    knots_[i].time = point.time_from_start;
    knots_[i].reference = {with_exact_rotation(point.X_BR), point.twist.value_or(Vector6::Zero()),
                           point.acceleration.value_or(Vector6::Zero())};
    const bool meets_accelerations = i < last && point.acceleration && points[i + 1].acceleration;
    knots_[i].order = meets_accelerations ? SegmentOrder::kQuintic : SegmentOrder::kCubic;
  }
  for (std::size_t i = 1; i < last; ++i) {
    if (points[i].twist) continue;
    const Knot& before = knots_[i - 1];
    const Knot& after = knots_[i + 1];
    Knot& here = knots_[i];
    here.reference.twist =
        twist_through(pose_difference(before.reference.X_BR, here.reference.X_BR), here.time - before.time,
                      pose_difference(here.reference.X_BR, after.reference.X_BR), after.time - here.time);
  }
}

void CompliantTrajectory::place_wrenches(const std::vector<CompliantPoint>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector6 wrench = points[i].wrench.value_or(Vector6::Zero());
    if (wrenches_.empty() || wrenches_.back() != wrench) wrenches_.push_back(wrench);
    knots_[i].wrench = static_cast<Index>(wrenches_.size() - 1);
  }
  wrenches_.shrink_to_fit();
}

std::size_t CompliantTrajectory::bytes() const noexcept {
  return knots_.capacity() * sizeof(Knot) + wrenches_.capacity() * sizeof(Vector6) + matrices_.bytes();
}

// The last knot that is not after t; the first one if all are after t.
std::size_t CompliantTrajectory::find_knot(double t, std::size_t guess) const noexcept {
  const auto holds = [&](std::size_t i) {
    return i < knots_.size() && knots_[i].time <= t && (i + 1 == knots_.size() || t < knots_[i + 1].time);
  };
  if (holds(guess)) return guess;
  if (guess < knots_.size() && holds(guess + 1)) return guess + 1;
  const auto after =
      std::upper_bound(knots_.begin(), knots_.end(), t, [](double time, const Knot& knot) { return time < knot.time; });
  return after == knots_.begin() ? 0 : static_cast<std::size_t>(after - knots_.begin()) - 1;
}

TrajectorySample CompliantTrajectory::sample(double t, std::size_t& cursor) const noexcept {
  cursor = std::isfinite(t) ? find_knot(t, cursor) : (t > 0.0 ? knots_.size() - 1 : 0);
  const Knot& from = knots_[cursor];
  TrajectorySample sample;
  sample.has_compliance = from.has_compliance;
  if (cursor + 1 == knots_.size()) {
    sample.reference.X_BR = from.reference.X_BR;
    sample.wrench = wrenches_[from.wrench];
    sample.M = matrices_.at(from.M);
    sample.D = matrices_.at(from.D);
    sample.K = matrices_.at(from.K);
    return sample;
  }
  const Knot& to = knots_[cursor + 1];
  const double duration = to.time - from.time;
  const double since = std::isfinite(t) ? std::max(t - from.time, 0.0) : 0.0;
  const double s = since / duration;
  sample.reference = interpolate(from.reference, to.reference, duration, from.order, since);
  sample.wrench = (1.0 - s) * wrenches_[from.wrench] + s * wrenches_[to.wrench];
  sample.M = matrices_.between(from.M, to.M, from.M_geodesic, s);
  sample.D = matrices_.between(from.D, to.D, from.D_geodesic, s);
  sample.K = matrices_.between(from.K, to.K, from.K_geodesic, s);
  return sample;
}

}  // namespace limber
