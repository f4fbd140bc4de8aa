#include "safety/joint_estimate.hpp"

#include <cmath>

#include "motion/pose_blend.hpp"

namespace limber {
namespace {

constexpr double kGapTime = 1.0;  // s
// s: low-pass on position differences; several steps of a coarse encoder.
constexpr double kDifferenceTime = 0.02;
// s in which a joint without readings is assumed to stop: the springs of most arms stop it as fast.
constexpr double kBlindBraking = 0.15;

}  // namespace

void JointEstimate::start(const JointVector& q, const JointVector& qd) noexcept {
  *this = JointEstimate();
  q_ = q;
  qd_ = qd;
  gap_ = brakes_from_ = dead_for_ = braking_ = JointVector::Zero(q.size());
}

void JointEstimate::follow(const JointVector& q, const JointVector& qd, double h) noexcept {
  const double kept = std::exp(-h / kGapTime);
  for (Eigen::Index i = 0; i < q.size(); ++i) gap_[i] = q[i] == q_[i] ? kept * gap_[i] + h * qd[i] : 0.0;
  q_ = q;
  qd_ = qd;
  dead_for_.setZero();
  braking_.setZero();
  reckons_ = false;
  known_ = true;
}

void JointEstimate::went_on(Eigen::Index joint, double speed, double seconds) noexcept {
  q_[joint] += speed * seconds;
  qd_[joint] += speed;
}

void JointEstimate::reckon(const JointVector& q, const JointVector& qd, const AliveReadings& alive, double h) noexcept {
  if (!reckons_) q_ += gap_;
  reckons_ = known_ = true;
  const double share = 1.0 - std::exp(-h / kDifferenceTime);
  for (Eigen::Index i = 0; i < q_.size(); ++i) {
    const auto joint = static_cast<std::size_t>(i);
    const bool lives = alive.position[joint] || alive.velocity[joint];
    if (!lives) {
      if (dead_for_[i] == 0.0) brakes_from_[i] = qd_[i];
      dead_for_[i] += h;
      const double before = qd_[i];
      qd_[i] = braking_time(dead_for_[i], kBlindBraking).rate * brakes_from_[i];
      q_[i] += 0.5 * h * (before + qd_[i]);
      braking_[i] = (qd_[i] - before) / h;
      known_ = false;
      continue;
    }
    dead_for_[i] = braking_[i] = 0.0;
    const double before = q_[i];
    q_[i] = alive.position[joint] ? q[i] : before + h * qd[i];
    qd_[i] = alive.velocity[joint] ? qd[i] : qd_[i] + share * ((q[i] - before) / h - qd_[i]);
  }
}

}  // namespace limber
