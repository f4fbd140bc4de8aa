// The speed of a move is a plateau between two half cosines; its way is their integral.
#include "script.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace limber::app {
namespace {

// s: how long a move takes to reach its speed, and to stop.
constexpr double kRamp = 0.25;

// m, m/s of a rise from rest to `speed` over `ramp`, t s after its start.
double risen_distance(double speed, double ramp, double t) {
  return 0.5 * speed * (t - ramp / std::numbers::pi * std::sin(std::numbers::pi * t / ramp));
}
double risen_speed(double speed, double ramp, double t) {
  return 0.5 * speed * (1.0 - std::cos(std::numbers::pi * t / ramp));
}

}  // namespace

double Move::ramp() const { return std::min(kRamp, displacement.norm() / speed); }
double Move::duration() const { return displacement.norm() / speed + ramp(); }

double Move::distance_at(double t) const {
  const double length = displacement.norm();
  const double left = duration() - t;
  if (t <= 0.0 || length == 0.0) return 0.0;
  if (left <= 0.0) return length;
  if (t < ramp()) return risen_distance(speed, ramp(), t);
  if (left < ramp()) return length - risen_distance(speed, ramp(), left);
  return speed * (t - 0.5 * ramp());
}

double Move::speed_at(double t) const {
  const double to_nearest_end = std::min(t, duration() - t);
  if (to_nearest_end <= 0.0 || displacement.isZero(0.0)) return 0.0;
  return to_nearest_end < ramp() ? risen_speed(speed, ramp(), to_nearest_end) : speed;
}

double Move::acceleration_at(double t) const {
  const double left = duration() - t;
  const double to_nearest_end = std::min(t, left);
  if (to_nearest_end <= 0.0 || to_nearest_end >= ramp()) return 0.0;
  const double rise = 0.5 * speed * std::numbers::pi / ramp() * std::sin(std::numbers::pi * to_nearest_end / ramp());
  return t < left ? rise : -rise;
}

std::vector<CompliantPoint> TrajectoryStart::in_base(const Pose& X_BR_start) const {
  std::vector<CompliantPoint> placed = points;
  if (!from_start) return placed;
  for (CompliantPoint& point : placed) point.X_BR = {point.X_BR.R * X_BR_start.R, X_BR_start.p + point.X_BR.p};
  return placed;
}

double Action::duration() const {
  if (const auto* press = std::get_if<Press>(&what)) return press->duration;
  if (const auto* move = std::get_if<Move>(&what)) return move->duration();
  return 0.0;
}

bool resets_faults(const std::vector<Action>& script) {
  return std::any_of(script.begin(), script.end(), [](const Action& action) {
    const auto* request = std::get_if<Request>(&action.what);
    return request != nullptr && *request == Request::kResetFault;
  });
}

ScriptPlayer::ScriptPlayer(std::vector<Action> actions) : actions_(std::move(actions)), done_(actions_.size(), false) {
  std::stable_sort(actions_.begin(), actions_.end(), [](const Action& a, const Action& b) { return a.at < b.at; });
}

std::vector<std::string> ScriptPlayer::step(double t, const Act& act) {
  std::vector<std::string> refused;
  for (std::size_t i = 0; i < actions_.size() && actions_[i].at <= t; ++i) {
    if (done_[i]) continue;
    const std::vector<std::string> refusals = act(actions_[i]);
    for (const std::string& refusal : refusals) refused.push_back(actions_[i].place + refusal);
    done_[i] = !refusals.empty() || t >= actions_[i].at + actions_[i].duration();
  }
  return refused;
}

void ScriptPlayer::go_on_with(const Action& action) {
  const auto later = std::upper_bound(actions_.begin(), actions_.end(), action,
                                      [](const Action& a, const Action& b) { return a.at < b.at; });
  done_.insert(done_.begin() + (later - actions_.begin()), false);
  actions_.insert(later, action);
}

}  // namespace limber::app
