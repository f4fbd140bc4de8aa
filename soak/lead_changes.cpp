// Leads that jump, trajectories that replace each other, "reference here": each with the behaviour that the design
// specifies.
#include "lead_changes.hpp"

#include <algorithm>

#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "support/second_opinion.hpp"

namespace limber::soak {
namespace {

constexpr double kForgotten = 0.3;  // s; shorter than the time-out of a control wrench
// Peak over mean speed of a smooth motion from rest to rest: a triangular profile has 2, others less.
constexpr double kPeakOverMean = 2.0;
constexpr double kStraightOn = 0.7;  // s in the trajectory's own time, enough for a blend at the speed of the path
constexpr double kEasyShare = 0.35;  // of the speeds of the tool; the path has 0.3
// Of change x time: the velocity that a fifth-order blend adds if only its initial acceleration is unwanted.
constexpr double kBlendSway = 0.1;
constexpr int kBarredLeads = 4;         // few of them end at a limit, and few of these along it
constexpr double kRoom = 0.35;          // rad, m: of every joint, to its limit
constexpr double kAside = 0.33;         // rad, m: displacement of every joint by the lead
constexpr double kComesToStand = 10.0;  // s, at a limit

}  // namespace

Pose LeadChanges::told_reference() const {
  const Telemetry& t = controller_->telemetry();
  return {t.orientation_reference.toRotationMatrix(), t.p_reference};
}

Vector6 LeadChanges::cycle_of_reference() {
  const Pose before = told_reference();
  cycle();
  return difference(before, told_reference()) / h();
}

Vector6 LeadChanges::cycle_of_tool() {
  const Pose before = commanded();
  cycle();
  return difference(before, commanded()) / h();
}

void LeadChanges::jump_far() {
  if (few_joints_ || !moves() || lead_ == Lead::kTrajectory || p_.integrate_from == IntegrateFrom::kMeasured) return;
  // Along axes without stiffness, poses do not pull the tool; it would stay behind by the whole distance.
  if (lead_ != Lead::kJoints && p_.compliance.stiffness.diagonal().minCoeff() == 0.0) return;
  stop_the_lead();
  advance(settling_time());
  const bool held = draw_.chance(0.5);
  tell("the lead jumps to the other end{}", held ? " during a hold" : "");
  if (held) {
    ask(Request::kHold);
    advance(0.1);
  }
  const bool stands = controller_->telemetry().twist_command.norm() < kCalm;
  const Pose X_from = path_.pose(t_);
  t_ += 0.5 * path_.period();
  const Vector6 way = difference(X_from, path_.pose(t_));
  if (held) {
    advance(0.3);
    ask(Request::kRun);
  }
  const bool far = way.head<3>().norm() > 1.01 * p_.supervisor.max_position_error ||
                   way.tail<3>().norm() > 1.01 * p_.supervisor.max_orientation_error;
  if (far && stands) see_approach(way);
  goes_ = true;
}

// When C has turned, an offset by a hand may lie along a spring, which then pulls it back. Without springs it stays.
void LeadChanges::see_approach(const Vector6& way) {
  const Telemetry& t = controller_->telemetry();
  const double fastest = kPeakOverMean / p_.supervisor.trajectory_duration;
  const bool offset = !p_.compliance.stiffness.isZero(0.0) && difference(told_reference(), commanded()).norm() > kCalm;
  for (const double end = now() + p_.supervisor.trajectory_duration; now() < end && !offset;) {
    cycle();
    if (t.limited.any()) return;
    tally_.expect(Check::kApproach, t.twist_command.head<3>().norm(), fastest * way.head<3>().norm() + kCalm, "m/s");
    tally_.expect(Check::kApproach, t.twist_command.tail<3>().norm(), fastest * way.tail<3>().norm() + kCalm, "rad/s");
  }
}

void LeadChanges::replace_in_motion() {
  if (lead_ != Lead::kTrajectory) return;
  sent_ = false;
  advance(0.5 + draw_.between(0.1, 0.9) * path_.period());
  robot_.speed_scaling = draw_.scale(0.2, 1.0);
  tell("another trajectory in motion, at {:.2f} of its speed", robot_.speed_scaling);
  advance(0.2);
  const Vector6 before = cycle_of_reference();
  const Vector6 twist = cycle_of_reference();
  // If it still brakes to the robot's pace, or moves far in this time, the time is too short for the blend.
  const Vector6 own_twist = twist / robot_.speed_scaling;
  const SupervisorParameters& s = p_.supervisor;
  const bool ample = own_twist.head<3>().norm() < std::min(kEasyShare * p_.limits.max_linear_velocity,
                                                           0.99 * s.max_position_error / kStraightOn) &&
                     own_twist.tail<3>().norm() < std::min(kEasyShare * p_.limits.max_angular_velocity,
                                                           0.99 * s.max_orientation_error / kStraightOn);
  if (ample && controller_->state() == SupervisorState::kRunning && send_straight_on(twist)) {
    see_steady(twist, (twist - before).norm() / h());
  }
  robot_.speed_scaling = 1.0;
  sent_ = false;
}

bool LeadChanges::send_straight_on(const Vector6& twist) {
  const Pose X = told_reference();
  const Vector6 own_twist = twist / robot_.speed_scaling;  // in the trajectory's own time
  const auto after = [&](double time) {
    return Pose{exp_so3(Vector3(time * own_twist.tail<3>())).toRotationMatrix() * X.R,
                X.p + time * own_twist.head<3>()};
  };
  CompliantPoint on, rest;
  on.time_from_start = kStraightOn;
  on.X_BR = after(kStraightOn);
  on.twist = own_twist;
  on.acceleration = rest.acceleration = Vector6::Zero();
  rest.time_from_start = 2.0 * kStraightOn;
  rest.X_BR = after(1.5 * kStraightOn);
  if (!may_reach(soaked_.arm, p_, on.X_BR.p) || !may_reach(soaked_.arm, p_, rest.X_BR.p)) return false;
  trajectories_->set_trajectory({on, rest});
  return true;
}

// The blend has to end an acceleration: that of the previous trajectory, or the observed `change` (m/s², rad/s²).
void LeadChanges::see_steady(const Vector6& twist, double change) {
  const double pace = robot_.speed_scaling, lasts = kStraightOn / pace;
  const double ended = std::max(change, 1.1 * pace * pace * path_.most_acceleration());
  const double allowed = 0.02 * twist.norm() + kBlendSway * lasts * ended + 2.0 * h() * change + kCalm;
  for (const double end = now() + 0.9 * lasts; now() < end;) {
    const Vector6 goes = cycle_of_reference();
    if (controller_->telemetry().limited.any()) return;
    tally_.expect(Check::kReferenceGoesOn, (goes - twist).norm(), allowed, "m/s, rad/s");
  }
}

void LeadChanges::call_reference_here() {
  const test::TextbookLaw law{p_.compliance.mass, *p_.compliance.damping, p_.compliance.stiffness};
  const bool turns_freely = law.K.bottomRightCorner<3, 3>().isZero(0.0);  // then the reference turns with the tool
  const bool led = lead_ == Lead::kJoints || lead_ == Lead::kPosesAndTwists;
  const bool seen_well = p_.update_rate >= 100.0 && p_.integrate_from == IntegrateFrom::kCommand;
  if (few_joints_ || !led || turns_freely || !seen_well) return;
  push();
  advance(draw_.between(0.0, 0.2));
  const Pose X_BR_0 = told_reference();
  const Vector6 earlier = cycle_of_tool();
  const Pose X_BR_1 = told_reference();
  const Vector6 last = cycle_of_tool();
  const Pose X_BR_2 = told_reference();
  const Telemetry& t = controller_->telemetry();
  // If damping decelerates by at most half of the tool limits, no acceleration limit should act.
  const Vector6 braked = law.D.diagonal().cwiseQuotient(law.M.diagonal()).cwiseProduct(in_C(last).cwiseAbs());
  // A reference that catches up has its own acceleration, and its motion is known only as a mean over the last cycle.
  const bool catches_up = lead_ == Lead::kJoints && !on_its_lead();
  const bool hurried = t.limited.any() || catches_up ||
                       braked.head<3>().norm() > 0.5 * p_.limits.max_linear_acceleration ||
                       braked.tail<3>().norm() > 0.5 * p_.limits.max_angular_acceleration;
  const Pose X = commanded();
  tell("reference here");
  ask(Request::kReferenceHere);
  quiet_ = true;
  // The means of two cycles give the velocity at the end of the second one, to second order.
  const Vector6 change = last - earlier;
  // The motion of the reference is known as a mean over the last cycle: half of its change is missing in the velocity
  // of the tool, until damping has ended it.
  const double reference_change = (difference(X_BR_1, X_BR_2) - difference(X_BR_0, X_BR_1)).norm() / h();
  const double ends = law.M.diagonal().cwiseQuotient(law.D.diagonal()).maxCoeff();  // s
  const double allowed = 2e-4 + 0.02 * change.norm() + 0.5 * reference_change * ends;
  test::SecondOpinion opinion;
  opinion.start(X, X, last + 0.5 * change);
  const Matrix3 axes = p_.frame_id.empty() ? X.R : Matrix3(Matrix3::Identity());
  for (const double end = now() + 0.2; now() < end && !hurried;) {
    cycle();
    const bool steps = t.limited.has(Limit::kLinearAcceleration) || t.limited.has(Limit::kAngularAcceleration);
    tally_.expect(Check::kLaw, !steps, "a step of velocity where the reference came to the tool");
    if (t.limited.any() || t.tank_waits.any() || t.state != SupervisorState::kRunning) break;
    opinion.step(law, axes, Vector6::Zero(), h(), 10);
    tally_.expect(Check::kLaw, difference(opinion.V(X), commanded()).norm(), allowed,
                  "m and rad, after the reference came to the tool");
  }
  quiet_ = false;
}

bool LeadChanges::can_be_barred() const {
  const bool free = p_.compliance.stiffness.isZero(0.0) && p_.integrate_from == IntegrateFrom::kCommand;
  return free && !few_joints_ && lead_ == Lead::kJoints;
}

void LeadChanges::bar_the_lead() {
  stop_the_lead();
  advance(settling_time());
  const LimitParameters before = p_.limits;
  narrow_ranges();
  for (int i = 0; i < kBarredLeads; ++i) see_barred();
  p_.limits = before;
  controller_->set_parameters(p_);
  motion_.expect(p_);
  goes_ = true;
}

void LeadChanges::see_barred() {
  push();
  advance(2.0);
  const Vector6 given = difference(told_reference(), commanded());
  tell("the lead goes to the ends of all ranges");
  for (double& joint : aside_) joint = draw_.chance(0.5) ? kAside : -kAside;
  advance(p_.supervisor.trajectory_duration + kComesToStand);
  const Telemetry& t = controller_->telemetry();
  for (int k = 0; k < 60 && t.twist_command.norm() > kCalm; ++k) advance(1.0);  // some slide along the limit first
  tally_.expect(Check::kMovesForNobody, t.twist_command.norm(), kCalm, "m/s, rad/s behind a lead that stands");
  aside_.setZero();
  held_by_limits_ = false;
  settle();
  const Vector6 kept = difference(told_reference(), commanded());
  tally_.expect(Check::kFollows, (kept - given).norm(), 10.0 * nearness(), "m, rad that limits left of an offset");
  const double behind = difference(X_stands_, told_reference()).norm();
  if (!held_by_limits_) tally_.expect(Check::kFollows, behind, nearness(), "m, rad off its lead without a word");
}

void LeadChanges::narrow_ranges() {
  for (int i = 0; i < soaked_.arm.joint_count(); ++i) {
    const JointLimits& urdf = soaked_.arm.joints()[static_cast<std::size_t>(i)].limits;
    const double led = path_.q(t_)[i], stands = moved_.q[i];
    p_.limits.joint_lower.push_back(std::max(urdf.lower, std::min(led, stands) - kRoom));
    p_.limits.joint_upper.push_back(std::min(urdf.upper, std::max(led, stands) + kRoom));
  }
  controller_->set_parameters(p_);
  motion_.expect(p_);
}

void LeadChanges::press_and_forget() {
  if (lead_ != Lead::kTrajectory) return;
  tell("a trajectory that presses, and another");
  CompliantPoint point;
  point.time_from_start = 2.0;
  point.X_BR = commanded();
  point.wrench = draw_.six(5.0, 0.5);
  trajectories_->set_trajectory({point});
  advance(draw_.between(0.1, 1.5));
  sent_ = false;
  advance(kForgotten);
  tally_.expect(Check::kMovesForNobody, controller_->telemetry().wrench_control.norm(), 0.1,
                "N, N m of a trajectory that is gone");
}

}  // namespace limber::soak
