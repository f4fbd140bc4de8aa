#include "liveness_checks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "support/second_opinion.hpp"

namespace limber::soak {
namespace {

constexpr double kCalmOfFew = 1e-4;  // m/s, rad/s: close enough to rest, for arms that no law brings to rest

}  // namespace

Vector6 LivenessChecks::difference(const Pose& from, const Pose& to) {
  Vector6 d;
  d << to.p - from.p, log_so3(Matrix3(to.R * from.R.transpose()));
  return d;
}

double LivenessChecks::settling_time() const {
  double slowest = 0.0;
  for (int i = 0; i < 6; ++i) {
    const double K = p_.compliance.stiffness(i, i), D = (*p_.compliance.damping)(i, i);
    slowest = std::max(slowest, K > 0.0 ? D / K : p_.compliance.mass(i, i) / D);
  }
  return 3.0 + p_.supervisor.trajectory_duration + 16.0 * slowest + (lead_ == Lead::kTrajectory ? path_.period() : 0.0);
}

Vector6 LivenessChecks::in_C(const Vector6& e) const {
  if (!p_.frame_id.empty()) return e;
  const Matrix3 R_CB = controller_->telemetry().orientation_reference.toRotationMatrix().transpose();
  Vector6 turned;
  turned << R_CB * e.head<3>(), R_CB * e.tail<3>();
  return turned;
}

bool LivenessChecks::on_its_lead() const {
  const Telemetry& t = controller_->telemetry();
  return difference(X_stands_, {t.orientation_reference.toRotationMatrix(), t.p_reference}).norm() < 1e-9;
}

bool LivenessChecks::out_of_reach() const {
  const LimitSet& limited = controller_->telemetry().limited;
  return !few_joints_ && (limited.has(Limit::kJointPosition) || limited.has(Limit::kSingularity) ||
                          limited.has(Limit::kOrientationError));
}

// With few joints a rotation that cannot be made pulls the position off, if its spring is quicker than that of the
// axis.
bool LivenessChecks::outpulled(int axis) const {
  const auto quickness = [&](int i) { return p_.compliance.stiffness(i, i) / p_.compliance.mass(i, i); };
  return few_joints_ && quickness(axis) < 2.0 * std::max({quickness(3), quickness(4), quickness(5)});
}

double LivenessChecks::aside() const {
  const Vector6 e_C = in_C(offset());
  double farthest = 0.0;
  for (int i = 0; i < 3; ++i) {
    if (!stiff(i)) farthest = std::max(farthest, std::abs(e_C[i]));
  }
  return farthest;
}

double LivenessChecks::nearness() const {
  if (few_joints_) return 2e-2;
  const double coarse = std::max(1.0, 200.0 / p_.update_rate);
  // If stiffness was engaged at a rotated pose, the other axes are unchanged except to second order.
  const bool any_held = std::find(held_where_it_is_.begin(), held_where_it_is_.end(), true) != held_where_it_is_.end();
  if (any_held) return 1e-3 + offset().tail<3>().norm() * offset().norm();
  return lead_ == Lead::kPosesAndTwists ? 1e-3 * coarse * coarse : kCalm * coarse * coarse;
}

bool LivenessChecks::settle() {
  bool unhindered = true;
  for (const double end = now() + settling_time(); now() < end;) {
    cycle();
    unhindered = unhindered && !out_of_reach();
  }
  const auto behind = [this] {
    const Telemetry& t = controller_->telemetry();
    return difference(X_stands_, {t.orientation_reference.toRotationMatrix(), t.p_reference}).norm() > 0.5 * nearness();
  };
  for (const double end = now() + 60.0; !unhindered && behind() && now() < end;) cycle();
  return unhindered;
}

void LivenessChecks::see_offset_kept(const Vector6& before) {
  const bool led = lead_ == Lead::kJoints || lead_ == Lead::kTrajectory;
  const bool known = led && p_.integrate_from == IntegrateFrom::kCommand && !few_joints_;
  if (!known || !p_.compliance.stiffness.isZero(0.0)) return;
  // A stop that abandons a trajectory puts the reference on the tool: an earlier offset by a hand is gone.
  if (lead_ == Lead::kTrajectory && before.norm() > nearness()) return;
  tally_.expect(Check::kFollows, (offset() - before).norm(), 10.0 * nearness(), "an offset that nobody pushed for");
}

void LivenessChecks::see_that_it_follows() {
  // A tool that a hand has moved aside may pass a singularity or a limit that its lead does not, and then catches up.
  // One with few joints is aside without a hand, too: what a pause cost it along an axis without a spring stays.
  const auto led_astray = [this] {
    const LimitSet& limited = controller_->telemetry().limited;
    const bool meets_limit = few_joints_ && limited.has(Limit::kJointPosition) && aside() > nearness();
    return out_of_reach() || meets_limit || (pushed_ && limited.has(Limit::kJointVelocity));
  };
  bool within_reach = true;
  for (const double end = now() + 1.0; now() < end;) {
    cycle();
    within_reach = within_reach && !led_astray();
  }
  const Vector6 first = offset();
  for (const double end = now() + 0.5; now() < end;) {
    cycle();
    tally_.expect(Check::kAlive, controller_->state() == SupervisorState::kRunning, "it does not run");
    within_reach = within_reach && !led_astray();  // when it is back, it has to catch up
    // A spring lags behind poses that jump, and a tool integrated from measured joints lags behind its servo.
    if (lead_ == Lead::kPoses || p_.integrate_from == IntegrateFrom::kMeasured || !within_reach) continue;
    if (!pushed_) {
      const Vector6 e = offset();
      tally_.expect(Check::kFollows, e.head<3>().norm(), nearness(), "m off its lead");
      if (!few_joints_) tally_.expect(Check::kFollows, e.tail<3>().norm(), nearness(), "rad off its lead");
      continue;
    }
    see_offset(first);
  }
}

void LivenessChecks::see_offset(const Vector6& first) {
  const Vector6 e = offset(), e_C = in_C(e);
  bool all_free = true, all_stiff = true;
  for (int i = 0; i < 6; ++i) {
    all_free = all_free && !stiff(i);
    all_stiff = all_stiff && stiff(i) && !held(i);
  }
  const bool turns = p_.frame_id.empty() && moves();
  if (all_free && lead_ != Lead::kNobody && lead_ != Lead::kOnePose && lead_ != Lead::kTrajectory) {
    // Few joints cannot follow every orientation of their lead.
    const Vector6 drift = e - first;
    tally_.expect(Check::kFollows, few_joints_ ? drift.head<3>().norm() : drift.norm(), 10.0 * nearness(),
                  "drifts from its lead");
  } else if (turns && !all_stiff) {
    tally_.expect(Check::kFollows, e.head<3>().norm(), 0.3, "m off its lead, and more than anybody pushed");
  } else {
    for (int i = 0; i < (few_joints_ ? 3 : 6); ++i) {
      if (!stiff(i) || held(i) || outpulled(i)) continue;
      tally_.expect(Check::kFollows, std::abs(e_C[i]), nearness(), "off its lead, axis ", i);
    }
  }
}

void LivenessChecks::push() {
  if (few_joints_) return;
  const double time = draw_.between(0.1, 0.5);
  tell("a push of {:.2f} s", time);
  const Vector6 D = p_.compliance.damping->diagonal();
  robot_.push.constant << 0.02 / time * D.head<3>().minCoeff() * draw_.direction(),
      draw_.between(0.0, 0.4) / time * D.tail<3>().minCoeff() * draw_.direction();
  pushed_ = true;
  advance(time);
  robot_.push = Push();
}

void LivenessChecks::stop_the_lead() {
  while (moves() && lead_ != Lead::kTrajectory && std::fmod(t_, path_.period()) > 1.5 * h()) cycle();
  goes_ = false;
  t_ = path_.period() * std::round(t_ / path_.period());
}

void LivenessChecks::come_to_rest() {
  stop_the_lead();
  advance(settling_time());
  if (p_.integrate_from == IntegrateFrom::kMeasured) return;
  const Telemetry& t = controller_->telemetry();
  // An arm that a hand has led against a limit or into a singularity slides back along it, slower than the law and not
  // evenly. It gets a minute to come to rest, and must then be half as fast. An arm with few joints slides towards the
  // orientation nearest to one that it cannot reach, or out of a singularity that its posture is near to everywhere:
  // time constants of 100 s were seen. It must be at rest within ten minutes.
  const double calm = few_joints_ ? kCalmOfFew : kCalm;
  const auto speed = [&] { return few_joints_ ? moved_.qd.cwiseAbs().maxCoeff() : t.twist_command.norm(); };
  const auto may_slide = [&] { return few_joints_ || out_of_reach(); };
  const double slides = may_slide() ? speed() : 0.0;
  tally_.expect(Check::kMovesForNobody, slides, 0.05, "m/s, rad/s along a limit");
  const int patience = few_joints_ ? 600 : 60;  // s
  for (int k = 0; k < patience && may_slide() && speed() > calm; ++k) advance(1.0);
  const double sliding = few_joints_ ? 0.0 : 0.5 * slides;
  for (const double end = now() + 0.3; now() < end;) {
    cycle();
    // Redundant joints may still move to their posture; then only the tool stands.
    const bool tool = !few_joints_ && (t.posture_velocity > 0.0 || out_of_reach() || sliding > 0.0);
    tally_.expect(Check::kMovesForNobody, tool ? t.twist_command.norm() : moved_.qd.cwiseAbs().maxCoeff(),
                  calm + sliding, tool ? "m/s, rad/s of the tool at rest" : "rad/s at rest");
    const Vector6 e_C = in_C(offset());
    for (int i = 0; i < 6 && !few_joints_ && !out_of_reach() && lead_ != Lead::kPoses; ++i) {
      if (stiff(i) && !held(i))
        tally_.expect(Check::kFollows, std::abs(e_C[i]), nearness(), "at rest off its lead, axis ", i);
    }
  }
}

void LivenessChecks::see_the_law() {
  const test::TextbookLaw law{p_.compliance.mass, *p_.compliance.damping, p_.compliance.stiffness};
  const bool turns_freely = law.K.bottomRightCorner<3, 3>().isZero(0.0);
  const bool led = lead_ == Lead::kJoints || lead_ == Lead::kPosesAndTwists || lead_ == Lead::kPoses;
  if (p_.integrate_from == IntegrateFrom::kMeasured || (turns_freely && !led)) return;
  robot_.become(ServoModel());
  cycle();
  const Telemetry& t = controller_->telemetry();
  if (t.twist_command.norm() > 0.1 * kCalm) return;  // it still slides; the independent integration starts at rest
  Pose R{t.orientation_reference.toRotationMatrix(), t.p_reference};
  test::SecondOpinion opinion;
  opinion.start(commanded(), R);
  const Matrix3 axes = p_.frame_id.empty() ? R.R : Matrix3(Matrix3::Identity());
  robot_.push.swing = draw_.six(3.0, 0.2);
  robot_.push.frequency = 1.0;
  const double per_cycle = std::max(1.0, 100.0 / p_.update_rate);
  // A rotational spring at a turn θ couples the axes by θ/2, and this coupling is integrated to second order: off by
  // (r h)²/12 of the turn that it causes, with the fastest rate r of the rotation.
  const auto fastest = [&](const Matrix6& A) {  // M⁻¹ A, rotation
    return (law.M.bottomRightCorner<3, 3>().inverse() * A.bottomRightCorner<3, 3>()).norm();
  };
  const double r = std::max(fastest(law.D), std::sqrt(fastest(law.K)));  // 1/s
  const double coupled = r * h() * r * h() / 12.0 * 0.5 * t.error.tail<3>().norm();
  double turned = 0.0;  // rad
  for (const double end = now() + 0.7; now() < end;) {
    cycle();
    const Vector6 F =
        std::sin(2.0 * std::numbers::pi * robot_.push.frequency * robot_.state().time) * robot_.push.swing;
    Vector6 F_C;
    F_C << axes.transpose() * F.head<3>(), axes.transpose() * F.tail<3>();
    opinion.step(law, axes, F_C, h(), static_cast<int>(std::ceil(10.0 * per_cycle)));
    turned += h() * opinion.rate().tail<3>().norm();
    if (t.limited.any() || t.tank_waits.any()) return;
    tally_.expect(Check::kLaw, difference(opinion.V(R), commanded()).norm(),
                  2e-6 * per_cycle * per_cycle + coupled * turned, "m and rad from the second opinion");
  }
}

void LivenessChecks::see_the_law_after_limits() {
  const bool known = lead_ == Lead::kJoints && p_.integrate_from == IntegrateFrom::kCommand && p_.update_rate >= 250.0;
  const Telemetry& t = controller_->telemetry();
  Pose V = commanded(), R = X_stands_;
  Vector6 rate = Vector6::Zero();
  bool free = false;  // no limit for a whole cycle, and the reference was at its lead
  const auto see_cycle = [&] {
    const Pose V_before = V, R_before = R;
    const bool began_on_lead = on_its_lead();
    cycle();
    free = began_on_lead && on_its_lead() && !t.limited.any();
    V = commanded();
    R = X_stands_;
    rate << (V.p - R.p) - (V_before.p - R_before.p),
        log_so3(Matrix3(V.R * R.R.transpose() * (V_before.R * R_before.R.transpose()).transpose()));
    rate /= h();
  };
  for (const double end = now() + 0.5; known && !free && now() < end;) see_cycle();
  // Nothing drives the tool any more, and its lead needs only a fraction of the limits: limits that stay feed
  // themselves.
  const bool excused = t.state != SupervisorState::kRunning || out_of_reach();
  if (known && !excused) tally_.expect(Check::kLaw, !t.limited.any(), "limits stay at work after a knock");
  const test::TextbookLaw law{p_.compliance.mass, *p_.compliance.damping, p_.compliance.stiffness};
  test::SecondOpinion opinion;
  opinion.start(V, R, rate);
  // The mean velocity of a cycle is half a cycle old: this is the allowed difference.
  const double allowed = 2e-4 + 2.0 * h() * rate.norm();
  for (const double end = now() + 0.2; known && free && now() < end;) {
    cycle();
    if (t.limited.any() || t.tank_waits.any() || t.state != SupervisorState::kRunning || !on_its_lead()) return;
    const Matrix3 axes = p_.frame_id.empty() ? X_stands_.R : Matrix3(Matrix3::Identity());
    opinion.step(law, axes, Vector6::Zero(), h(), 10);
    tally_.expect(Check::kLaw, difference(opinion.V(X_stands_), commanded()).norm(), allowed,
                  "m and rad, after limits");
  }
}

}  // namespace limber::soak
