// The servos of a robot: ideal, or with dynamics and a delay. Each joint follows the command u exactly in time:
//
//   first order   T ẋ + x = u(t - T_d)          second order   ẍ + 2 ζ ω ẋ + ω² x = ω² u(t - T_d)
//
// A servo of velocities gets the integral of the commanded velocities as u.
#pragma once

#include <cmath>
#include <deque>
#include <limits>

#include "limber/types.hpp"

namespace limber::soak {

enum class ServoKind { kIdeal, kFirstOrder, kSecondOrder, kPureDelay };

struct ServoModel {
  ServoKind kind = ServoKind::kIdeal;
  double lag = 0.0;      // s, of a first order
  double delay = 0.0;    // s
  double rate = 0.0;     // rad/s: ω of a second order
  double damping = 1.0;  // ζ: at most 1
  bool by_velocity = false;
};

class SimulatedServo {
 public:
  void start(const JointVector& q) {
    x_ = integral_ = q;
    v_ = JointVector::Zero(q.size());
    time_ = 0.0;
    sent_.assign(1, {-std::numeric_limits<double>::infinity(), q});
  }
  // Another servo in the same place; it stands.
  void become(const ServoModel& model) {
    model_ = model;
    const JointVector x = x_;
    start(x);
  }
  const ServoModel& model() const { return model_; }
  const JointVector& q() const { return x_; }
  // The joints were moved, or meet an end stop.
  void put(const JointVector& q) {
    if (q == x_) return;
    if (model_.by_velocity) integral_ += q - x_;
    x_ = q;
  }

  // h s with a command; the robot goes at `share` of its speed.
  void step(const JointVector& q, const JointVector& qd, double h, double share) {
    integral_ += share * h * qd;
    const JointVector& u = model_.by_velocity ? integral_ : q;
    if (model_.kind == ServoKind::kIdeal) {
      x_ += (model_.by_velocity ? 1.0 : share) * (u - x_);
      return;
    }
    sent_.push_back({time_, u});
    const double end = time_ + h;
    while (time_ < end) {
      while (sent_.size() > 1 && sent_[1].at + model_.delay <= time_ + kInstant) sent_.pop_front();
      const double until = sent_.size() > 1 ? std::min(end, sent_[1].at + model_.delay) : end;
      move(sent_.front().u, share * (until - time_));
      time_ = until;
    }
  }

 private:
  static constexpr double kInstant = 1e-9;  // s
  struct Sent {
    double at;  // s
    JointVector u;
  };

  // u is constant for this time.
  void move(const JointVector& u, double time) {
    if (model_.kind == ServoKind::kFirstOrder) x_ += -std::expm1(-time / model_.lag) * (u - x_);
    if (model_.kind == ServoKind::kPureDelay && time > 0.0) x_ = u;
    if (model_.kind != ServoKind::kSecondOrder) return;
    const double sigma = model_.damping * model_.rate;
    const double swing = model_.rate * std::sqrt(std::max(0.0, 1.0 - model_.damping * model_.damping));
    const double c = std::cos(swing * time), s = swing > 0.0 ? std::sin(swing * time) / swing : time;
    const double decay = std::exp(-sigma * time);
    const JointVector y = x_ - u;
    x_ = u + decay * (c * y + s * (v_ + sigma * y));
    v_ = decay * (c * v_ - s * (sigma * v_ + model_.rate * model_.rate * y));
  }

  ServoModel model_;
  JointVector x_, v_, integral_;
  std::deque<Sent> sent_;
  double time_ = 0.0;  // s
};

}  // namespace limber::soak
