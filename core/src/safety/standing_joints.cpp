#include "safety/standing_joints.hpp"

#include <cmath>

namespace limber {
namespace {

// rad/s, m/s: no joint stops from this speed within one cycle. It is more than two steps of a coarse velocity reading
// (0.024 rad/s); an arm with stick-slip stops from one step.
constexpr double kStopsDead = 0.05;
// Share of the effort limit by which the torque of a joint at rest may change. Friction of 1.2 to 2 % of the limit
// holds a joint while its torque changes by up to twice that (a reversal); a sticking OpenManipulator-X reaches 3 %.
constexpr double kAskedEffort = 0.04;
// rad, m that another joint must have moved meanwhile: several steps of a coarse encoder, more than a stiff contact
// yields.
constexpr double kOtherMoved = 0.01;
// The same share if no other joint needs to have moved: more than friction, and enough to flex the structure by encoder
// steps.
constexpr double kAskedStrongly = 0.1;

}  // namespace

void StandingJoints::start(const JointVector& q, const JointVector& qd) noexcept {
  *this = StandingJoints();
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    Joint& joint = joints_[static_cast<std::size_t>(i)];
    joint.q = q[i];
    joint.qd = qd[i];
    joint.others = q;
  }
}

bool StandingJoints::must_have_moved(const Joint& joint, double asked, const JointVector& q) noexcept {
  if (std::abs(joint.speed) > kStopsDead || std::abs(joint.qd) > kStopsDead) return true;
  return asked > kAskedStrongly || (asked > kAskedEffort && (q - joint.others).cwiseAbs().maxCoeff() > kOtherMoved);
}

// The torque that answers a change is commanded in the same cycle and known in the next.
void StandingJoints::ask(const JointDemand& demand) noexcept {
  for (Eigen::Index i = 0; i < demand.beyond.size(); ++i) {
    Joint& joint = joints_[static_cast<std::size_t>(i)];
    if (!joint.compared) joint.beyond = demand.beyond[i];
    joint.compared = true;
  }
}

Fault StandingJoints::step(const JointVector& q, const JointVector& qd, const JointDemand& demand, double passed,
                           double stale_timeout, double time) noexcept {
  ask(demand);
  Fault found;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    Joint& joint = joints_[static_cast<std::size_t>(i)];
    if (q[i] != joint.q || qd[i] != joint.qd) {
      const double before = qd[i] == 0.0 ? joint.qd : 0.0;
      joint = {q[i], qd[i], before, 0.0, 0.0, q};
      continue;
    }
    joint.age += passed;
    const double asked = std::abs(demand.beyond[i] - joint.beyond) / demand.most[i];
    joint.just_found = !joint.frozen && joint.age > stale_timeout && must_have_moved(joint, asked, q);
    joint.frozen = joint.frozen || joint.just_found;
    if (found || !joint.frozen) continue;
    found = {FaultCode::kStaleState, joint.age, stale_timeout, static_cast<int>(i), time, false, true};
  }
  return found;
}

void StandingJoints::look_anew(const JointVector& q) noexcept {
  for (Joint& joint : joints_) joint = {joint.q, joint.qd, 0.0, 0.0, 0.0, q};
}

}  // namespace limber
