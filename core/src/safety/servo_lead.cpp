#include "safety/servo_lead.hpp"

#include <cmath>

namespace limber {
namespace {

constexpr double kFade = 0.1;        // s
constexpr double kLeadTaken = 1e-9;  // rad, m: a smaller difference is dropped, so that an arm at rest is

}  // namespace

void ServoLead::start(const JointVector& sent, const JointVector& q, const JointVector& qd) noexcept {
  sent_ = sent;
  rate_ = qd;
  qd_ = qd;
  time_ = 0.0;
  lacks_ = sent - q;
}

void ServoLead::step(const JointVector& q, const JointVector& qd, double time, const DriverBounds& bounds,
                     double h) noexcept {
  if (time != time_) lacks_ += (time_ - time) * qd_;
  time_ = time;
  qd_ = qd;
  if (time == 0.0 && lacks_.isZero(0.0)) {
    sent_ = q;
    rate_ = qd;
    return;
  }
  const JointVector ahead = q + time * qd;
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
}

}  // namespace limber
