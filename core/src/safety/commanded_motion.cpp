// One cycle of the commanded motion: tool limits, joint velocities, joint limits, and the resulting tool motion.
#include "safety/commanded_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/braking.hpp"
#include "math/so3.hpp"
#include "safety/box_solution.hpp"
#include "safety/joint_return.hpp"

namespace limber {
namespace {

// Chord steps of Newton's method after the first solution. Each multiplies the error by about the relative change of
// the Jacobian within one cycle.
constexpr int kRefinements = 3;
// Smaller twists (m/s, rad/s) are rounding: at rest the joint velocity is exactly 0. An error below it is corrected in
// the next cycle, because each cycle leads to a pose, not along a velocity.
constexpr double kNegligibleTwist = 4e-10;
constexpr double kStands = 1e-8;  // m/s, rad/s: a slower tool stands while joints move to their posture
// Refinement ends when all six components of the error are below this; their norm is then below kNegligibleTwist.
constexpr double kRefined = 1.5e-10;
// rad, m: distance along n at which the Jacobian is evaluated, to see whether a motion leaves a singularity.
constexpr double kAhead = 1e-3;
constexpr double kCounted = 1.0 + 1e-6;
// A fold ahead is looked for while σ is less than kFoldAhead thresholds above the threshold and the joints move faster
// than kSlowly (rad/s, m/s) along n. They brake for it with kFoldBraking of their accelerations; the rest is for other
// motions of the tool.
constexpr double kFoldAhead = 3.0;
constexpr double kSlowly = 0.1;
constexpr double kFoldBraking = 0.7;
// rad, m: return_to() starts if a joint is farther away than kAway and stops when all are within kThere, so that noise
// and sag cause no motion.
constexpr double kAway = 2e-3;
constexpr double kThere = 1e-5;

// Relative approach speed above which a way past joint limits counts as open.
constexpr double kBarred = 0.01;

}  // namespace

CommandedMotion::CommandedMotion(const Arm& arm, const Frame& frame, const LimitParameters& limits)
    : arm_(&arm),
      frame_(frame),
      joints_(limber::joint_bounds(arm, limits)),
      tool_(tool_bounds(limits)),
      singularity_threshold_(limits.singularity_threshold * arm.conditioning().best),
      singularity_damping_(limits.singularity_damping * arm.conditioning().best) {
  const JointVector zero = JointVector::Zero(arm.joint_count());
  start(zero, zero);
}

void CommandedMotion::set_limits(const JointBounds& joints, const ToolBounds& tool, double singularity_threshold,
                                 double singularity_damping) noexcept {
  joints_ = joints;
  tool_ = tool;
  singularity_threshold_ = singularity_threshold;
  singularity_damping_ = singularity_damping;
}

JointTimes CommandedMotion::joint_times(const Vector6& way) const noexcept {
  const JointVector joints = inverse_.solve(way).cwiseAbs();
  return {joints.cwiseQuotient(joints_.velocity).maxCoeff(), joints.cwiseQuotient(joints_.acceleration).maxCoeff()};
}

double CommandedMotion::hardest_deceleration(const Vector6& way) const noexcept {
  return 1.0 / inverse_.solve(way).cwiseAbs().cwiseQuotient(joints_.deceleration).maxCoeff();
}

double CommandedMotion::openness(const Vector6& way, double h) const noexcept {
  LimitSet reshaped;
  const JointVector qd = solve_within_box(inverse_, way, inverse_.solve(way), position_box(q_, joints_, h), reshaped);
  if (!reshaped.any()) return 1.0;
  const double nearing = inverse_.nearing(way, qd);
  return nearing > kBarred ? 1.0 - kBarred / nearing : 0.0;
}

void CommandedMotion::set_frame(const Frame& frame) noexcept {
  frame_ = frame;
  const Pose before = X_BC_;
  arm_->kinematics(q_, frame_, X_BC_, J_);
  twist_.head<3>() += twist_.tail<3>().cross(X_BC_.p - before.p);
}

void CommandedMotion::start(const JointVector& q, const JointVector& qd) noexcept {
  q_ = q;
  qd_ = qd;
  bend_ = z_ = JointVector::Zero(q.size());
  way_back_.resize(0);
  arm_->kinematics(q_, frame_, X_BC_, J_);
  twist_ = J_ * qd_;
  report_ = LimitReport();
}

void CommandedMotion::rebase(const JointVector& q, double h) noexcept {
  const JointVector most = h * joints_.velocity;
  q_ = q.cwiseMax(q_ - most).cwiseMin(q_ + most);
  arm_->kinematics(q_, frame_, X_BC_, J_);
}

bool CommandedMotion::update_kinematics() noexcept {
  return X_BC_.p.allFinite() &&
         inverse_.compute(J_, arm_->conditioning().row_scale, singularity_threshold_, singularity_damping_);
}

void CommandedMotion::look_ahead(const JointVector& qd, double h) noexcept {
  if (ahead_.valid && ahead_.qd == qd) return;
  ahead_.valid = true;
  ahead_.qd = qd;
  arm_->kinematics(q_ + h * qd, frame_, ahead_.X_BC, ahead_.J);
  ahead_.twist = pose_difference(X_BC_, ahead_.X_BC) / h;
}

JointVector CommandedMotion::solve(const Vector6& twist, const PostureGoal& posture, const VelocityBox& box,
                                   double h) noexcept {
  report_.smallest_singular_value = inverse_.smallest_singular_value();
  if (!inverse_.damped()) way_back_.resize(0);
  JointVector task = inverse_.solve(twist);
  // No refinement: it would undo the correction at the singularity.
  if (inverse_.clearance() < kFoldAhead && solve_at_singularity(twist, h, task)) {
    report_.reshaped.add(Limit::kSingularity);
    return task;
  }
  z_ = limber::posture_velocity(posture, {q_, qd_}, task, inverse_, joints_, box, h);
  const JointVector straight = task + z_;
  if (arm_->joint_count() < 6 || straight.isZero(0.0)) return straight;
  const std::optional<JointVector> refined = refine(straight, twist, h);
  bend_ = refined ? JointVector(*refined - straight) : JointVector::Zero(straight.size());
  // Without its null-space part, which would persist from cycle to cycle.
  if (arm_->joint_count() > 6) bend_ -= inverse_.in_null_space(bend_);
  // If it does not converge, the tool makes the unrefined step, and V is put back to the result.
  if (!refined) report_.reshaped.add(Limit::kSingularity);
  return refined.value_or(straight);
}

// Corrects `qd`, the solution of the inverse, near a singularity: the joints brake before a fold and leave it undamped.
// True if this braking or the damping acts.
bool CommandedMotion::solve_at_singularity(const Vector6& twist, double h, JointVector& qd) noexcept {
  const JointVector n = inverse_.singular_joints();
  if (!inverse_.damped() && std::abs(n.dot(qd)) < kSlowly) return false;
  Pose X_BC;
  Jacobian J_ahead;
  arm_->kinematics(q_ + kAhead * n, frame_, X_BC, J_ahead);
  const Fold fold = inverse_.fold(J_ahead, n, kAhead, way_back_);
  if (inverse_.damped()) qd = inverse_.out_of_fold(qd, twist, fold);
  const double acceleration = kFoldBraking / n.cwiseAbs().cwiseQuotient(joints_.acceleration).maxCoeff();
  const double excess = -fold.way_out.dot(qd) - braking_speed(fold.room, acceleration, h);
  const bool brakes = fold.certain > 0.0 && !fold.beyond && excess > 0.0;
  if (brakes) qd += fold.certain * excess * fold.way_out;
  return brakes || inverse_.damped();
}

// Joint velocities that produce `twist` as the mean over the cycle, by the chord method. Empty if the error does not
// decrease, which happens if the Jacobian changes too much within one cycle.
std::optional<JointVector> CommandedMotion::refine(const JointVector& straight, const Vector6& twist,
                                                   double h) noexcept {
  // The curvature is nearly that of the last cycle: this saves a refinement step.
  JointVector qd = straight + bend_;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRefinements; ++i) {
    look_ahead(qd, h);
    const Vector6 missing = twist - ahead_.twist;
    const double most = missing.cwiseAbs().maxCoeff();
    if (!(most < least)) return std::nullopt;
    if (most < kRefined) break;
    least = most;
    qd += inverse_.solve(missing);
  }
  return qd;
}

// m/s: the change of the tool's velocity, besides its acceleration, that stops it against a contact, as far as `wanted`
// asks for it and the joints can make it within their decelerations. Without it the joints keep their accelerations.
Vector3 CommandedMotion::touch(const Vector6& wanted, const Vector3& contact, double h) noexcept {
  const double into = -contact.dot(twist_.head<3>());
  const double stop = std::min(0.0, contact.dot(wanted.head<3>())) + into - h * tool_.linear_acceleration;
  if (!(into > 0.0 && stop > 0.0 && tool_.touch_deceleration > 0.0)) return Vector3::Zero();
  Vector6 change = Vector6::Zero();
  change.head<3>() = std::min(stop, h * tool_.touch_deceleration) * contact;
  touch_ = inverse_.solve(change);
  const double excess = (touch_.cwiseAbs().cwiseQuotient(h * joints_.deceleration)).maxCoeff();
  const double share = excess > 1.0 ? 1.0 / excess : 1.0;
  touch_ *= share;
  report_.touch_braking = share * change.head<3>().norm() / h;
  return share * change.head<3>();
}

const LimitReport& CommandedMotion::lead(const Pose& X_BC, const std::optional<SpeedCap>& cap, double h,
                                         Braking braking, const std::optional<Vector3>& contact) noexcept {
  begin_cycle();
  const VelocityBox box = position_box(q_, joints_, h);
  Vector6 wanted = pose_difference(X_BC_, X_BC) / h;
  if (wanted.cwiseAbs().maxCoeff() < kNegligibleTwist) wanted.setZero();
  // A rotation that fewer than six joints cannot make must not slow down the rest of the motion.
  if (arm_->joint_count() < 6) wanted = J_.lazyProduct(solve(wanted, posture_, box, h));
  Vector6 from = twist_;
  if (contact) from.head<3>() += touch(wanted, *contact, h);
  const Vector6 twist = shape_twist(wanted, from, X_BC_.p, tool_, cap, h, report_.reshaped);
  const JointVector solution = solve_within_box(inverse_, twist, solve(twist, posture_, box, h), box, report_.reshaped);
  // A joint at its limit may block the way back through a singularity: then the arm may leave on either side.
  if (report_.reshaped.has(Limit::kJointPosition)) way_back_.resize(0);
  const ToolKinematics kinematics{X_BC_.p, J_, touch_.size() > 0 ? &touch_ : nullptr};
  const JointVector qd =
      shape_joint_velocity(solution, qd_, kinematics, joints_, tool_, box, h, report_.reshaped, braking);
  if (!qd.allFinite()) {
    brake(h);
    report_.not_finite = true;
    return report_;
  }
  move(qd, h, braking);
  return report_;
}

void CommandedMotion::begin_cycle() noexcept {
  report_ = LimitReport();
  ahead_.valid = false;
  touch_.resize(0);
  z_.setZero();
}

void CommandedMotion::begin_stop() noexcept {
  begin_cycle();
  report_.smallest_singular_value = inverse_.smallest_singular_value();
}

const LimitReport& CommandedMotion::brake(double h, Braking braking) noexcept {
  begin_stop();
  const VelocityBox box = position_box(q_, joints_, h);
  JointVector wanted = JointVector::Zero(qd_.size());
  // Null-space motion is stopped in the null space: braking all joints in proportion would move the tool.
  const bool tool_stands = twist_.cwiseAbs().maxCoeff() < kStands;
  if (braking == Braking::kComfortable && tool_stands && qd_.size() > 6 && !inverse_.damped()) {
    wanted = solve(Vector6::Zero(), PostureGoal(), box, h);
  }
  move(shape_joint_velocity(wanted, qd_, {X_BC_.p, J_}, joints_, tool_, box, h, report_.reshaped, braking), h, braking);
  return report_;
}

const LimitReport& CommandedMotion::return_to(const JointVector& q, double h) noexcept {
  begin_stop();
  const double farthest = (q - q_).cwiseAbs().maxCoeff();
  returning_ = farthest > kAway || (returning_ && farthest > kThere);
  JointVector wanted = JointVector::Zero(q.size());
  if (returning_) wanted = return_velocity(q - q_, J_, joints_, tool_, h);
  const VelocityBox box = position_box(q_, joints_, h);
  move(shape_joint_velocity(wanted, qd_, {X_BC_.p, J_}, joints_, tool_, box, h, report_.reshaped), h,
       Braking::kComfortable);
  return report_;
}

// On a curved path the tool is a little faster over a finite step than the Jacobian says. The joints slow down by this
// excess if their accelerations allow it.
JointVector CommandedMotion::within_finite_speed(const JointVector& qd, const JointVector& acceleration,
                                                 double h) noexcept {
  look_ahead(qd, h);
  const double scale = std::min({1.0, tool_.linear_velocity / ahead_.twist.head<3>().norm(),
                                 tool_.angular_velocity / ahead_.twist.tail<3>().norm()});
  if (scale >= 1.0) return qd;
  const JointVector slower = scale * (1.0 - 1e-7) * qd;
  const bool possible = ((slower - qd_).array().abs() <= acceleration.array() * h).all();
  if (!possible) return qd;
  look_ahead(slower, h);
  return slower;
}

void CommandedMotion::move(const JointVector& wanted, double h, Braking braking) noexcept {
  const JointVector previous_qd = qd_;
  previous_twist_ = twist_;
  const JointVector& acceleration = joints_.rates(touch_.size() > 0 ? Braking::kHard : braking);
  qd_ = within_finite_speed(wanted, acceleration, h);
  q_ += h * qd_;
  twist_ = ahead_.twist;
  X_BC_ = ahead_.X_BC;
  J_ = ahead_.J;
  note_conflicts(previous_qd, acceleration, h);
}

void CommandedMotion::note_conflicts(const JointVector& previous_qd, const JointVector& acceleration,
                                     double h) noexcept {
  LimitSet& conflicts = report_.conflicts;
  for (Eigen::Index i = 0; i < q_.size(); ++i) {
    if (q_[i] < joints_.lower[i] - 1e-9 || q_[i] > joints_.upper[i] + 1e-9) conflicts.add(Limit::kJointPosition);
    if (std::abs(qd_[i]) > joints_.velocity[i] * kCounted) conflicts.add(Limit::kJointVelocity);
    if (std::abs(qd_[i] - previous_qd[i]) > acceleration[i] * h * kCounted) conflicts.add(Limit::kJointAcceleration);
  }
  if (twist_.head<3>().norm() > tool_.linear_velocity * kCounted) conflicts.add(Limit::kLinearVelocity);
  if (twist_.tail<3>().norm() > tool_.angular_velocity * kCounted) conflicts.add(Limit::kAngularVelocity);
  const Vector6 change = twist_ - previous_twist_;
  const double linear = tool_.linear_acceleration + report_.touch_braking;
  if (change.head<3>().norm() > linear * h * kCounted) conflicts.add(Limit::kLinearAcceleration);
  if (change.tail<3>().norm() > tool_.angular_acceleration * h * kCounted) conflicts.add(Limit::kAngularAcceleration);
  for (std::size_t i = 0; i < tool_.plane_count; ++i) {
    if (tool_.planes[i].normal.dot(X_BC_.p) > tool_.planes[i].offset + 1e-6) conflicts.add(Limit::kWorkspace);
  }
}

}  // namespace limber
