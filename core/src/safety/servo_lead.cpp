#include "safety/servo_lead.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double kFade = 0.1;        // s
constexpr double kLeadTaken = 1e-9;  // rad, m: a smaller difference is dropped, so that an arm at rest is

}  // namespace

// The velocity is a mean over the last cycle, so it is h/2 old: the last term makes up for it.
Lead whole_lead(double lag, double delay, double period) noexcept {
  if (!(lag > 0.0)) return {};
  const double d = std::min(delay + 0.5 * period, lag), time = lag + d;
  return {time, lag * d + 0.5 * d * d + 0.5 * period * time};
}

void ServoLead::start(const JointVector& sent, const JointVector& q, const JointVector& qd) noexcept {
  sent_ = sent;
  rate_ = qd;
  qd_ = qd;
  qdd_ = JointVector::Zero(qd.size());
  lead_ = {};
  lacks_ = sent - q;
}

void ServoLead::step(const JointVector& q, const JointVector& qd, const Lead& lead, const DriverBounds& bounds,
                     double h) noexcept {
  if (!(lead == lead_)) lacks_ += (lead_.time - lead.time) * qd_ + (lead_.square - lead.square) * qdd_;
  lead_ = lead;
  qdd_ = (qd - qd_) / h;
  qd_ = qd;
  if (lead.none() && lacks_.isZero(0.0)) {
    sent_ = q;
    rate_ = qd;
    return;
  }
  const JointVector ahead = q + lead.time * qd + lead.square * qdd_;
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
