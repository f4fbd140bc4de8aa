#include "safety/servo_lead.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double kFade = 0.1;           // s
constexpr double kFollow = 20.0;        // 1/s: with which a lead follows its goal
constexpr double kLeadArrived = 1e-13;  // s, s²
constexpr double kLeadTaken = 1e-9;     // rad, m: a smaller difference is dropped, so that an arm at rest is

}  // namespace

// The velocity is a mean over the last cycle, so it is h/2 old: the last term makes up for it.
Lead whole_lead(double lag, double delay, double period) noexcept {
  if (!(lag > 0.0)) return {};
  const double d = std::min(delay + 0.5 * period, lag), time = lag + d;
  return {time, lag * d + 0.5 * d * d + 0.5 * period * time};
}

// Critically damped, exact over h.
void ServoLead::Follower::step(double goal, double h) noexcept {
  const double off = value - goal, c = rate + kFollow * off, decay = std::exp(-kFollow * h);
  value = goal + (off + c * h) * decay;
  rate = (rate - kFollow * c * h) * decay;
  if (std::abs(value - goal) + h * std::abs(rate) < kLeadArrived) jump(goal);
}

void ServoLead::start(const JointVector& sent, const JointVector& q, const JointVector& qd, const Lead& lead) noexcept {
  sent_ = sent;
  rate_ = qd;
  qd_ = qd;
  led_ = false;
  time_.jump(lead.time);
  square_.jump(lead.square);
  lacks_ = sent - q - lead.time * qd;
}

void ServoLead::step(const JointVector& q, const JointVector& qd, const Lead& lead, const DriverBounds& bounds,
                     double h) noexcept {
  if (qd.isZero(0.0) && qd_.isZero(0.0)) {
    time_.jump(lead.time);
    square_.jump(lead.square);
  } else {
    time_.step(lead.time, h);
    square_.step(lead.square, h);
  }
  const JointVector qdd = (qd - qd_) / h;
  qd_ = qd;
  if (!led_ && none()) {
    sent_ = q;
    rate_ = qd;
    return;
  }
  const JointVector ahead = q + time_.value * qd + square_.value * qdd;
  const JointVector before = sent_;
  const JointVector most = h * bounds.velocity.cwiseMax(qd.cwiseAbs());
  const JointVector slowest = before - most, fastest = before + most;
  sent_ = (ahead + std::exp(-h / kFade) * lacks_).cwiseMax(slowest).cwiseMin(fastest);
  lacks_ = sent_ - ahead;
  if (lacks_.cwiseAbs().maxCoeff() < kLeadTaken) {
    sent_ = ahead;
    lacks_.setZero();
  }
  // The motion itself may be outside if it began there. If the limits became narrower, there is a way back to go.
  sent_ = sent_.cwiseMax(bounds.lower.cwiseMin(q)).cwiseMin(bounds.upper.cwiseMax(q));
  sent_ = sent_.cwiseMax(slowest).cwiseMin(fastest);
  rate_ = (sent_ - before) / h;
  led_ = !none();
}

}  // namespace limber
