#include "safety/motion_agreement.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// rad or m that a velocity shows within about the last second while no bit of the position changes. More than the step
// of the coarsest encoder, and more than a velocity reading that is one step off (0.024 rad/s) shows for a joint that
// stands.
constexpr double kUnseenTravel = 0.03;
// rad or m that a position moves beyond what an unchanged velocity shows. Coarse velocities, and those that read 0
// below a threshold, deviate by this much.
constexpr double kUntoldTravel = 0.05;
constexpr double kTravelTime = 1.0;  // s

}  // namespace

void MotionAgreement::start(const JointVector& q, const JointVector& qd) noexcept {
  *this = MotionAgreement();
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    Joint& joint = joints_[static_cast<std::size_t>(i)];
    joint.position.value = q[i];
    joint.velocity.value = qd[i];
  }
}

// True if the value has changed; then the record restarts.
bool MotionAgreement::Reading::changes(double now) noexcept {
  if (now == value) return false;
  *this = {now};
  return true;
}

void MotionAgreement::Reading::add(double missed, double passed) noexcept {
  age += passed;
  gap = std::exp(-passed / kTravelTime) * gap + missed;
}

void MotionAgreement::Joint::step(double q, double qd, bool has_velocity, double passed,
                                  double stale_timeout) noexcept {
  const double told = passed * qd;
  const double untold = has_velocity ? q - position.value - told : 0.0;
  const bool position_lives = position.changes(q), velocity_lives = velocity.changes(qd);
  if (position_lives || velocity_lives) both = Reading();
  // A velocity that has not changed for longer than stale_timeout is no evidence against a position.
  if (!position_lives) position.add(velocity.age <= stale_timeout ? told : 0.0, passed);
  if (!velocity_lives) velocity.add(untold, passed);
  const bool position_silent = position.age > stale_timeout, velocity_silent = velocity.age > stale_timeout;
  if (position_silent && velocity_silent) both.add(told, passed);
  both.frozen = both.frozen || std::abs(both.gap) > kUnseenTravel;
  position.frozen = position.frozen || (position_silent && !velocity_silent && std::abs(position.gap) > kUnseenTravel);
  velocity.frozen = velocity.frozen || (velocity_silent && !position_silent && std::abs(velocity.gap) > kUntoldTravel);
}

Fault MotionAgreement::step(const JointVector& q, const JointVector& qd, bool has_velocities, double passed,
                            double stale_timeout, double time) noexcept {
  Fault found;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    Joint& joint = joints_[static_cast<std::size_t>(i)];
    joint.step(q[i], qd[i], has_velocities || qd[i] != 0.0, passed, stale_timeout);
    if (found || !joint.frozen()) continue;
    const double age = std::max(joint.position.age, joint.velocity.age);
    found = {FaultCode::kStaleState, age, stale_timeout, static_cast<int>(i), time};
  }
  return found;
}

void MotionAgreement::trust_standing(double stale_timeout) noexcept {
  for (Joint& joint : joints_) {
    const bool stands = joint.velocity.value == 0.0 && joint.velocity.age > stale_timeout;
    if (stands && joint.position.age > stale_timeout) joint = {{joint.position.value}, {}, {}};
  }
}

}  // namespace limber
