// The speed of a move is a plateau between two half cosines; its way is their integral.
#include "script.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "compliance/compliant_trajectory.hpp"
#include "controllers/admittance_settings.hpp"
#include "limber/configuration.hpp"

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

void try_out(const Action& action, const Arm& arm, const Pose& X_BR_start, AdmittanceParameters& parameters) {
  if (const auto* trajectory = std::get_if<TrajectoryStart>(&action.what)) {
    const CompliantTrajectory tried(trajectory->in_base(X_BR_start), parameters.compliance);
  }
  if (const auto* change = std::get_if<ParameterChange>(&action.what)) {
    AdmittanceParameters changed = parameters;
    config::set(changed, change->changes, config::Change::kLive);
    bind(arm, changed);
    parameters = changed;
  }
}

ScriptPlayer::ScriptPlayer(std::vector<Action> actions, const AdmittanceParameters& parameters, const Pose& X_BR)
    : actions_(std::move(actions)),
      done_(actions_.size(), false),
      parameters_(parameters),
      X_BR_start_(X_BR),
      X_BR_(X_BR) {
  std::stable_sort(actions_.begin(), actions_.end(), [](const Action& a, const Action& b) { return a.at < b.at; });
}

std::string ScriptPlayer::act(const Action& action, double t, const Stage& stage) {
  const std::string refusal = perform(action, t, stage);
  if (!refusal.empty() || action.duration() == 0.0) return refusal;
  const auto later = std::upper_bound(actions_.begin(), actions_.end(), action,
                                      [](const Action& a, const Action& b) { return a.at < b.at; });
  done_.insert(done_.begin() + (later - actions_.begin()), false);
  actions_.insert(later, action);
  return "";
}

std::vector<std::string> ScriptPlayer::step(double t, const Stage& stage) {
  std::vector<std::string> refusals;
  for (std::size_t i = 0; i < actions_.size() && actions_[i].at <= t; ++i) {
    if (done_[i]) continue;
    const std::string refusal = perform(actions_[i], t, stage);
    done_[i] = !refusal.empty() || t >= actions_[i].at + actions_[i].duration();
    if (!refusal.empty()) refusals.push_back(actions_[i].place + refusal);
  }
  return refusals;
}

// What a script asked for was tried out before; whoever talks to the run may have changed what it was tried with.
std::string ScriptPlayer::perform(const Action& action, double t, const Stage& stage) {
  Answer answer;
  try {
    if (const auto* pressing = std::get_if<Press>(&action.what)) {
      // The last word of a press is zero: the time-out is for those who cannot say it.
      const bool over = t >= action.at + pressing->duration;
      answer = stage.controller.set_control_wrench(over ? Vector6(Vector6::Zero()) : pressing->F_C);
    } else if (const auto* going = std::get_if<Move>(&action.what)) {
      begin_move(action.at, stage);
      answer = move(*going, t - action.at, *stage.poses);
      if (!answer) elsewhere_ = true;
    } else if (const auto* trajectory = std::get_if<TrajectoryStart>(&action.what)) {
      stage.trajectories->set_trajectory(trajectory->in_base(X_BR_start_));
    } else if (const auto* push = std::get_if<HandPush>(&action.what)) {
      stage.hand.push(*push);
    } else if (const auto* request = std::get_if<Request>(&action.what)) {
      answer = stage.controller.request(*request, kScriptTicket);
      see_request(*request);
    } else {
      change(std::get<ParameterChange>(action.what), stage.controller);
    }
  } catch (const std::exception& error) {
    return error.what();
  }
  return answer ? "" : sentence(answer);
}

void ScriptPlayer::see_request(Request request) {
  if (request != Request::kTare && request != Request::kTareAnyway) elsewhere_ = true;
}

void ScriptPlayer::begin_move(double at, const Stage& stage) {
  if (std::exchange(move_at_, at) == at) return;
  X_BR_ = reference(stage);
  elsewhere_ = false;
}

Answer ScriptPlayer::move(const Move& going, double since, AdmittanceController& controller) {
  const Vector3 direction = going.displacement.normalized();
  Pose X_BR = X_BR_;
  X_BR.p += going.distance_at(since) * direction;
  Vector6 twist = Vector6::Zero(), acceleration = Vector6::Zero();
  twist.head<3>() = going.speed_at(since) * direction;
  acceleration.head<3>() = going.acceleration_at(since) * direction;
  const Answer answer = controller.set_desired_pose(X_BR, twist, acceleration);
  if (answer && since >= going.duration()) X_BR_ = X_BR;
  return answer;
}

void ScriptPlayer::change(const ParameterChange& wanted, CompliantController& controller) {
  AdmittanceParameters changed = parameters_;
  config::set(changed, wanted.changes, config::Change::kLive);
  controller.set_parameters(changed);
  parameters_ = changed;
}

}  // namespace limber::app
