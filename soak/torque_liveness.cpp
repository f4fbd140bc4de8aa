// Promises that limits alone do not ensure: an arm within all limits may still not do its task.
#include "torque_liveness.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "compliance/impedance_law.hpp"
#include "limber/telemetry.hpp"
#include "math/task_axes.hpp"
#include "safety/robot_status.hpp"
#include "safety/task_inverse.hpp"

namespace limber::soak {
namespace {

// Thresholds are twice what the controller should detect.
constexpr double kTravel = 0.006;  // rad, m: motion by a frozen velocity
constexpr double kWay = 0.06;      // m: motion of the target in this time
constexpr double kShare = 0.06;    // change of a torque in this time, relative to its effort
constexpr double kOneShare = 0.2;  // the same for one joint, beyond gravity
constexpr int kFewCycles = 4;
constexpr double kModelError = 0.2;  // of the weight
constexpr double kBlindStop = 0.3;   // s: a joint without readings is taken to stand

constexpr double kThere = 1e-6;        // m between the target and the point where the cycle waits
constexpr double kSlow = 0.01;         // rad/s, m/s of a joint that stands
constexpr double kUnexplained = 4e-3;  // m, of an arm at rest
constexpr double kClear = 0.03;        // closer to a singularity, noise in the Jacobian acts as a force
constexpr double kSway = 4e-3;         // m, of a held arm; noise in its readings shakes it
constexpr double kOverSpeed = 1.1;     // a torque limits the speed, and braking joints drive each other
constexpr double kOverRange = 0.01;    // rad: a wall is a spring, and its torque rises at the torque rate

}  // namespace

bool TorqueLiveness::frozen_too_long(const StiffnessTelemetry& t) const {
  // Readings that jump are not accepted for a few cycles, which may be long.
  const double grace = kFewCycles * std::max(t.period, 1.0 / p_.update_rate);
  if (unchanged_for_ <= p_.supervisor.stale_timeout + grace || unchanged_cycles_ <= kFewCycles) return false;
  if (t.qd.cwiseAbs().maxCoeff() * unchanged_for_ > kTravel) return true;
  double most = 0.0;
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const double effort = arm_.joints()[static_cast<std::size_t>(i)].limits.effort;
    most = std::max(most, std::abs(before_.torque[i] - changed_.torque[i]) / effort);
  }
  return (before_.p_reference - changed_.p_reference).norm() > kWay || most > kShare;
}

void TorqueLiveness::see(const StiffnessTelemetry& t, bool frozen, bool reset) {
  // In a pause the arm may stand regardless of its commands; and a reset accepts joints that report to stand.
  const bool anew = t.speed_scaling < kStandingShare || (reset && t.qd.isZero(0.0));
  see_one_by_one(t, t.speed_scaling < kStandingShare || reset);
  see_unread(t, frozen && t.speed_scaling >= kStandingShare);
  const bool same = compared_ && !anew && t.q == before_.q && t.qd == before_.qd;
  unchanged_for_ = same ? unchanged_for_ + t.period : 0.0;
  unchanged_cycles_ = same ? unchanged_cycles_ + 1 : 0;
  if (!same) {
    changed_ = t;
    frozen_for_ = 0.0;
  } else if (frozen_too_long(t)) {
    tally_.expect(Check::kTorqueFrozen, t.state == SupervisorState::kFaulted, "the same readings while it was to move");
    if (frozen) see_blind(t);
  }
  before_ = t;
  compared_ = true;
}

// Frozen readings of an arm in motion: soon nothing may rely on the velocity that they show.
void TorqueLiveness::see_unread(const StiffnessTelemetry& t, bool frozen) {
  if (!frozen) {
    unread_for_ = 0.0;
    return;
  }
  if (unread_for_ == 0.0) unread_speed_ = t.qd.cwiseAbs().maxCoeff();
  unread_for_ += t.period;
  const double grace = kFewCycles * std::max(t.period, p_.supervisor.max_late / p_.update_rate);
  const double found_after = std::max(p_.supervisor.stale_timeout, kTravel / unread_speed_) + grace;
  if (!(unread_for_ > found_after + kBlindStop)) return;
  tally_.expect(Check::kTorqueBlind, t.qd.cwiseAbs().maxCoeff(), 1e-9, "rad/s of joints that nothing reads");
}

// A single joint that reports to stand.
void TorqueLiveness::see_one_by_one(const StiffnessTelemetry& t, bool anew) {
  const JointVector beyond = t.torque - t.torque_gravity;
  if (!compared_ || anew || asked_.size() != beyond.size()) {
    stood_for_.setZero(beyond.size());
    // A person looked at the arm under the torque of the cycle before; the first torque afterwards may be a short peak.
    asked_ = compared_ ? JointVector(before_.torque - before_.torque_gravity) : beyond;
    return;
  }
  const double longest = p_.supervisor.stale_timeout + kFewCycles * p_.supervisor.max_late / p_.update_rate;
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const bool same = t.q[i] == before_.q[i] && t.qd[i] == before_.qd[i];
    stood_for_[i] = same ? stood_for_[i] + t.period : 0.0;
    if (stood_for_[i] == 0.0) asked_[i] = beyond[i];
    if (stood_for_[i] <= longest) continue;
    const double effort = arm_.joints()[static_cast<std::size_t>(i)].limits.effort;
    const double changed = std::abs(before_.torque[i] - before_.torque_gravity[i] - asked_[i]) / effort;
    const bool found = changed <= kOneShare || t.state == SupervisorState::kFaulted;
    tally_.expect(Check::kTorqueFrozen, found, "the same readings of one joint while it was to move");
  }
}

// The torque goes to gravity plus the part of the spring torque that can be a model error, at the torque rate, from at
// most the full effort of the other sign, and stays there. A request to continue is refused in the same cycle.
void TorqueLiveness::see_blind(const StiffnessTelemetry& t) {
  double farthest = 0.0, left = 0.0;
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const double effort = arm_.joints()[static_cast<std::size_t>(i)].limits.effort;
    farthest = std::max(farthest, 2.0 * effort);
  }
  frozen_for_ += t.period;
  if (frozen_for_ * p_.torque.rate_limit < farthest || !p_.torque.effort_limit.empty()) return;
  const JointVector gravity = arm_.gravity_torque(t.q, p_.torque.gravity);
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const double effort = arm_.joints()[static_cast<std::size_t>(i)].limits.effort;
    const double beyond = std::abs(t.torque[i] - std::clamp(gravity[i], -effort, effort));
    left = std::max(left, beyond - kModelError * std::abs(gravity[i]));
  }
  tally_.expect(Check::kTorqueBlind, left, 1e-9 * farthest, "N m beyond gravity and its error");
}

void TorqueLiveness::see_joints(const TorqueRobot& robot) {
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const JointLimits& limits = arm_.joints()[static_cast<std::size_t>(i)].limits;
    tally_.expect(Check::kTorqueJoints, std::abs(robot.qd()[i]), kOverSpeed * limits.velocity, "rad/s of joint ", i);
    const double beyond = std::max(limits.lower - robot.q()[i], robot.q()[i] - limits.upper);
    tally_.expect(Check::kTorqueJoints, beyond, kOverRange, "rad beyond the range of joint ", i);
  }
}

// By design the target may use half of a joint's speed; here all of it is allowed, because the arm continues to move
// while the target brakes.
void TorqueLiveness::see_target(const StiffnessTelemetry& t, const TorqueRobot& robot) {
  Pose X;
  Jacobian J;
  arm_.kinematics(robot.q(), arm_.tip(), X, J);
  double fastest = kSlow;
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const double speed = arm_.joints()[static_cast<std::size_t>(i)].limits.velocity;
    fastest = std::max(fastest, speed * J.col(i).head<3>().norm());
  }
  tally_.expect(Check::kTorqueJoints, t.twist_reference.head<3>().norm(), fastest, "m/s of the target");
}

double TorqueLiveness::way_left(const StiffnessTelemetry& t) const {
  const bool waits = t.phase == CyclePhase::kWaitAtEnd || t.phase == CyclePhase::kWaitAtStart;
  if (!waits || t.state != SupervisorState::kRunning) return kUnlimited;
  return (t.p_reference - (t.phase == CyclePhase::kWaitAtEnd ? p_.cycle.end_position : p_.cycle.start_position)).norm();
}

bool TorqueLiveness::waits(const StiffnessTelemetry& t) const { return !t.waypoints_active && way_left(t) < kThere; }

bool TorqueLiveness::rests(const StiffnessTelemetry& t, const TorqueRobot& robot) const {
  return robot.qd().cwiseAbs().maxCoeff() < kSlow && !t.limited.any() && t.torque_ramp >= 1.0 &&
         t.torque_share >= 1.0 && t.smallest_singular_value > kClear;
}

// ω² are the eigenvalues of √K J M⁻¹ Jᵀ √K.
double TorqueLiveness::half_a_swing(const StiffnessTelemetry& t, const TorqueRobot& robot) const {
  Pose X;
  Jacobian J_B;
  arm_.kinematics(robot.q(), arm_.tip(), X, J_B);
  const TaskRotation rotation = task_rotation(arm_.joint_count());
  const Eigen::MatrixXd J = task_jacobian(J_B, X.R, rotation);
  const Eigen::VectorXd root = task_gains(t.stiffness, rotation).cwiseSqrt();
  const Eigen::MatrixXd mobility = J * robot.mass_matrix().llt().solve(Eigen::MatrixXd(J.transpose()));
  const Eigen::MatrixXd A = root.asDiagonal() * mobility * root.asDiagonal();
  return std::numbers::pi / std::sqrt(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A).eigenvalues()[0]);
}

void TorqueLiveness::see_rest(const StiffnessTelemetry& t, const TorqueRobot& robot) {
  Pose X;
  Jacobian J_B;
  arm_.kinematics(robot.q(), arm_.tip(), X, J_B);
  const TaskJacobian J = task_jacobian(J_B, X.R, task_rotation(arm_.joint_count()));
  TaskInverse filter;
  if (!filter.compute(J, 0.0, 0.0)) return;
  JointVector load = (robot.weighs() - 1.0) * arm_.gravity_torque(robot.q(), p_.torque.gravity);
  // An arm that still creeps is also held by dampers.
  for (int i = 0; i < arm_.joint_count(); ++i) {
    load[i] += robot.qd()[i] * arm_.joints()[static_cast<std::size_t>(i)].damping;
  }
  const TaskVector F = filter.wrench_of(load);
  const TaskVector V = J * robot.qd();
  for (int i = 0; i < 3; ++i) {
    const double found = t.p_reference[i] - X.p[i];
    const double explained = (F[i] + t.damping[i] * V[i]) / t.stiffness[i];
    tally_.expect(Check::kTorqueOnReference, std::abs(found - explained), kUnexplained, "m, axis ", i);
  }
}

void TorqueLiveness::see_held(const Vector3& p, const TorqueRobot& robot) {
  const double moved = (arm_.pose(robot.q(), arm_.tip()).p - p).norm();
  tally_.expect(Check::kTorqueStands, moved, kSway, "m while it was held");
}

}  // namespace limber::soak
