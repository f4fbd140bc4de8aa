// The speed of a move is a plateau between two half cosines; its way is their integral.
#include "script.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

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

ScriptPlayer::ScriptPlayer(std::vector<Action> actions, const AdmittanceParameters& parameters, const Pose& X_BR)
    : actions_(std::move(actions)),
      done_(actions_.size(), false),
      parameters_(parameters),
      X_BR_start_(X_BR),
      X_BR_(X_BR) {
  std::stable_sort(actions_.begin(), actions_.end(), [](const Action& a, const Action& b) { return a.at < b.at; });
}

void ScriptPlayer::add(Action action) {
  const auto later = std::upper_bound(actions_.begin(), actions_.end(), action,
                                      [](const Action& a, const Action& b) { return a.at < b.at; });
  done_.insert(done_.begin() + (later - actions_.begin()), false);
  actions_.insert(later, std::move(action));
}

void ScriptPlayer::step(double t, const Stage& stage) {
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const Action& action = actions_[i];
    if (t < action.at) return;
    if (done_[i]) continue;
    done_[i] = true;
    if (const auto* pressing = std::get_if<Press>(&action.what)) {
      done_[i] = t >= action.at + pressing->duration;
      press(*pressing, action.at, t, stage.controller);
    } else if (const auto* going = std::get_if<Move>(&action.what)) {
      done_[i] = t >= action.at + going->duration();
      move(*going, t - action.at, *stage.poses);
    } else if (const auto* trajectory = std::get_if<TrajectoryStart>(&action.what)) {
      start(*trajectory, *stage.trajectories);
    } else if (const auto* push = std::get_if<HandPush>(&action.what)) {
      stage.hand.push(*push);
    } else if (const auto* request = std::get_if<Request>(&action.what)) {
      stage.controller.request(*request);
    } else {
      change(std::get<ParameterChange>(action.what), stage.controller);
    }
  }
}

// The last word of a press is zero: the time-out is for those who cannot say it.
void ScriptPlayer::press(const Press& pressing, double at, double t, CompliantController& controller) {
  const bool over = t >= at + pressing.duration;
  controller.set_control_wrench(over ? Vector6(Vector6::Zero()) : pressing.F_C);
}

void ScriptPlayer::move(const Move& going, double since, AdmittanceController& controller) {
  const Vector3 direction = going.displacement.normalized();
  Pose X_BR = X_BR_;
  X_BR.p += going.distance_at(since) * direction;
  Vector6 twist = Vector6::Zero(), acceleration = Vector6::Zero();
  twist.head<3>() = going.speed_at(since) * direction;
  acceleration.head<3>() = going.acceleration_at(since) * direction;
  controller.set_desired_pose(X_BR, twist, acceleration);
  if (since >= going.duration()) X_BR_ = X_BR;
}

void ScriptPlayer::start(const TrajectoryStart& trajectory, CartesianAdmittanceController& controller) {
  std::vector<CompliantPoint> points = trajectory.points;
  if (trajectory.from_start) {
    for (CompliantPoint& point : points) {
      point.X_BR = {point.X_BR.R * X_BR_start_.R, X_BR_start_.p + point.X_BR.p};
    }
  }
  controller.set_trajectory(std::move(points));
}

void ScriptPlayer::change(const ParameterChange& wanted, CompliantController& controller) {
  config::set(parameters_, wanted.changes, config::Change::kLive);
  controller.set_parameters(parameters_);
}

}  // namespace limber::app
