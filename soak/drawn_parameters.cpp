// Draws random configurations. The ranges are wide; all values are allowed.
#include "drawn_parameters.hpp"

#include <limits>

#include "math/so3.hpp"

namespace limber::soak {
namespace {

constexpr double kStiffest = 1e5;  // N/m

Vector6 draw_six(Draw& draw, double linear_low, double linear_high, double angular_low, double angular_high) {
  Vector6 v;
  for (int i = 0; i < 6; ++i) {
    v[i] = i < 3 ? draw.scale(linear_low, linear_high) : draw.scale(angular_low, angular_high);
  }
  return v;
}

// Diagonal, or coupled with the same scales: S (1 + c G Gᵀ) S is positive definite if S is.
Matrix6 draw_matrix(Draw& draw, const Vector6& diagonal) {
  if (!draw.chance(0.3)) return diagonal.asDiagonal();
  Matrix6 G;
  for (int i = 0; i < 36; ++i) G(i) = draw.between(-1.0, 1.0);
  const Vector6 S = diagonal.cwiseSqrt();
  const Matrix6 inner = Matrix6::Identity() + draw.between(0.0, 0.3) * G * G.transpose();
  const Matrix6 A = S.asDiagonal() * inner * S.asDiagonal();
  return 0.5 * (A + A.transpose());
}

ComplianceParameters draw_compliance(Draw& draw) {
  ComplianceParameters c;
  const Vector6 M = draw_six(draw, 0.5, 50.0, 0.02, 5.0);
  Vector6 K = draw_six(draw, 10.0, 5000.0, 1.0, 300.0);
  const bool free = draw.chance(0.2);
  for (int i = 0; i < 6; ++i) {
    if (free || draw.chance(0.25)) K[i] = 0.0;
  }
  c.mass = draw_matrix(draw, M);
  c.stiffness = draw_matrix(draw, K);
  const double zeta = draw.scale(0.1, 3.0);
  c.damping_ratio.setConstant(zeta);
  if (draw.chance(0.5)) {
    const Vector6 spring = K.cwiseMax(Vector6(100, 100, 100, 10, 10, 10));
    c.damping = draw_matrix(draw, 2.0 * zeta * M.cwiseProduct(spring).cwiseSqrt());
  }
  if (c.damping && draw.chance(0.2)) c.arm_damping = draw_six(draw, 1.0, 100.0, 0.1, 10.0).asDiagonal();
  if (draw.chance(0.2)) c.admittance_ratio = draw.unit();
  for (bool& enabled : c.enabled_axes) enabled = draw.chance(0.9);
  return c;
}

WrenchParameters draw_wrench(Draw& draw, double rate) {
  WrenchParameters w;
  const int filter = draw.below(3);
  if (filter == 1) w.filter_coefficient = draw.between(0.01, 1.0);
  if (filter == 2) w.filter_cutoff = draw.scale(1.0, 0.45 * rate);
  w.min_motion_threshold = draw.chance(0.3) ? 0.0 : draw.between(0.0, 5.0);
  if (draw.chance(0.3)) w.min_torque_threshold = draw.between(0.0, 1.0);
  w.tool_mass = draw.chance(0.5) ? 0.0 : draw.between(0.0, 3.0);
  w.tool_com = draw.between(0.0, 0.1) * draw.direction();
  w.bias = draw.chance(0.5) ? Vector6::Zero().eval() : draw.six(5.0, 0.5);
  w.max_torque = draw.chance(0.5) ? 100.0 : 1000.0;
  w.tare_window = draw.scale(0.02, 1.0);
  w.tare_max_deviation = draw.scale(0.5, 50.0);
  w.tare_max_speed = draw.scale(0.001, 0.5);
  return w;
}

std::vector<double> draw_each(Draw& draw, int joints, double low, double high) {
  std::vector<double> values(draw.chance(0.3) ? 1U : static_cast<std::size_t>(joints));
  for (double& value : values) value = draw.scale(low, high);
  return values;
}

// Joint ranges narrower than those of the URDF, still around the middle.
void draw_joint_box(Draw& draw, const Arm& arm, LimitParameters& l) {
  for (const Joint& joint : arm.joints()) {
    const double lower = std::max(joint.limits.lower, -4.0), upper = std::min(joint.limits.upper, 4.0);
    l.joint_lower.push_back(lower + draw.between(0.0, 0.06) * (upper - lower));
    l.joint_upper.push_back(upper - draw.between(0.0, 0.06) * (upper - lower));
  }
}

LimitParameters draw_limits(Draw& draw, const Arm& arm, const Vector3& p_start) {
  LimitParameters l;
  l.max_linear_velocity = draw.scale(0.05, 2.0);
  l.max_angular_velocity = draw.scale(0.2, 4.0);
  l.max_linear_acceleration = draw.scale(0.3, 20.0);
  l.max_angular_acceleration = draw.scale(1.0, 80.0);
  if (draw.chance(0.3)) l.joint_velocity = draw_each(draw, arm.joint_count(), 0.1, 5.0);
  if (draw.chance(0.5)) l.joint_acceleration = draw_each(draw, arm.joint_count(), 0.5, 50.0);
  if (draw.chance(0.3)) l.joint_deceleration = draw_each(draw, arm.joint_count(), 0.5, 100.0);
  if (draw.chance(0.3)) draw_joint_box(draw, arm, l);
  if (draw.chance(0.4)) l.max_touch_deceleration = draw.chance(0.2) ? 0.0 : draw.scale(0.5, 100.0);
  for (int planes = draw.chance(0.5) ? draw.below(5) : 0; planes > 0; --planes) {
    const Vector3 normal = draw.chance(0.5) ? Vector3(Vector3::Unit(draw.below(3))) : draw.direction();
    l.planes.push_back({normal, normal.dot(p_start) + draw.between(-0.02, 0.3)});
  }
  l.singularity_threshold = draw.scale(0.02, 0.4);
  l.singularity_damping = draw.scale(0.02, 0.4);
  return l;
}

SupervisorParameters draw_supervisor(Draw& draw) {
  SupervisorParameters s;
  s.stiffness_ramp_time = draw.chance(0.2) ? 0.0 : draw.scale(0.01, 1.0);
  s.max_position_error = draw.scale(0.01, 0.5);
  s.max_orientation_error = draw.scale(0.05, 1.5);
  s.trajectory_duration = draw.scale(0.05, 3.0);
  s.tracking = draw.scale(0.05, 0.6);
  s.stale_timeout = draw.scale(0.03, 0.3);
  s.expect_noise = draw.chance(0.7);
  s.max_late = draw.between(1.5, 10.0);
  s.max_overruns = 1 + draw.below(6);
  s.count_lateness_only = draw.chance(0.3);
  s.overforce = draw.chance(0.3) ? kUnlimited : draw.scale(80.0, 300.0);
  s.overtorque = draw.chance(0.3) ? kUnlimited : draw.scale(10.0, 100.0);
  s.overforce_retreat = draw.chance(0.7) ? draw.between(0.0, 0.05) : 0.0;
  s.control_wrench_timeout = draw.scale(0.05, 1.0);
  s.control_wrench_ramp = draw.scale(0.005, 0.5);
  s.press_approach_speed = draw.scale(0.005, 0.5);
  s.press_max_travel = draw.scale(0.02, 1.0);
  return s;
}

TankParameters draw_tank(Draw& draw) {
  return {draw.chance(0.8), draw.chance(0.3) ? 0.0 : draw.between(0.0, 3.0), draw.scale(0.05, 20.0)};
}

ContactGuardParameters draw_guard(Draw& draw) {
  ContactGuardParameters g;
  g.enabled = draw.chance(0.7);
  g.frequency = draw.scale(1.0, 20.0);
  g.lag = draw.scale(0.005, 0.1);
  g.release_time = draw.scale(0.05, 3.0);
  g.min_stiffness = draw.scale(50.0, 1e4);
  return g;
}

}  // namespace

AdmittanceParameters draw_parameters(Draw& draw, const SoakArm& arm, const Vector3& p_start) {
  AdmittanceParameters p;
  p.update_rate = draw.scale(100.0, 1000.0);
  p.ft_frame = arm.sensor;
  p.frame_id = draw.one_of(arm.frames);
  p.orientation_error_limit = draw.between(0.2, 0.95) * std::numbers::pi;
  p.integrate_from = draw.chance(0.08) ? IntegrateFrom::kMeasured : IntegrateFrom::kCommand;
  p.compliance = draw_compliance(draw);
  p.tank = draw_tank(draw);
  p.contact_guard = draw_guard(draw);
  if (draw.chance(0.2)) p.drift = {0.0, 0.0};
  p.wrench = draw_wrench(draw, p.update_rate);
  p.wrench.sign = draw.chance(0.2) ? -1.0 : 1.0;
  p.limits = draw_limits(draw, arm.arm, p_start);
  p.supervisor = draw_supervisor(draw);
  p.servo = draw_servo_parameters(draw);
  p.press = draw_press_parameters(draw);
  if (draw.chance(0.4)) p.fixtures = draw_fixtures(draw, p_start);
  return p;
}

AdmittanceParameters draw_change(Draw& draw, const SoakArm& arm, const Vector3& p_start,
                                 const AdmittanceParameters& now, const char*& changed) {
  AdmittanceParameters p = now;
  const auto take = [&](const char* name) { changed = name; };
  switch (draw.below(15)) {
    case 8:
    case 9:
      return take("servo"), p.servo = draw_servo_parameters(draw), p;
    case 10:
    case 11:
      return take("press"), p.press = draw_press_parameters(draw), p;
    case 0:
      return take("limits"), p.limits = draw_limits(draw, arm.arm, p_start), p;
    case 1:
      return take("frame"), p.frame_id = draw.one_of(arm.frames), p;
    case 2:
      return take("supervisor"), p.supervisor = draw_supervisor(draw), p;
    case 3:
      take("wrench");
      p.wrench = draw_wrench(draw, p.update_rate);
      p.wrench.sign = now.wrench.sign;
      return p;
    case 4:
      return take("tank"), p.tank = draw_tank(draw), p;
    case 5:
      return take("contact guard"), p.contact_guard = draw_guard(draw), p;
    case 6:
      take("stiffness");
      p.compliance.stiffness *= draw.scale(0.05, 20.0);
      p.compliance.stiffness *= std::min(1.0, kStiffest / p.compliance.stiffness.cwiseAbs().maxCoeff());
      return p;
    case 7:
      return take("set of fixtures"), p.fixtures = draw_fixtures(draw, p_start), p;
    default:
      return take("compliance"), p.compliance = draw_compliance(draw), p;
  }
}

AdmittanceParameters draw_refusal(Draw& draw, const AdmittanceParameters& now, const char*& spoilt) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  AdmittanceParameters p = now;
  const auto spoil = [&](const char* name) { spoilt = name; };
  p.fixtures[0].kind = FixtureKind::kCone;
  switch (draw.below(15)) {
    case 0:
      return spoil("a mass of NaN"), p.compliance.mass(draw.below(6), 0) = nan, p;
    case 1:
      return spoil("a negative mass"), p.compliance.mass(2, 2) = -1.0, p;
    case 2:
      return spoil("a stiffness that is not symmetric"), p.compliance.stiffness(0, 1) += 100.0, p;
    case 3:
      return spoil("a negative stiffness"), p.compliance.stiffness(1, 1) = -200.0, p;
    case 4:
      return spoil("a frame that is not there"), p.frame_id = "nowhere", p;
    case 5:
      return spoil("nine joint velocities"), p.limits.joint_velocity.assign(9, 1.0), p;
    case 6:
      return spoil("a joint range upside down"), p.limits.joint_lower = {1.0}, p.limits.joint_upper = {0.5}, p;
    case 7:
      return spoil("two filters"), p.wrench.filter_cutoff = 10.0, p.wrench.filter_coefficient = 0.5, p;
    case 8:
      return spoil("a plane without a normal"), p.limits.planes.push_back({Vector3::Zero(), 0.1}), p;
    case 9:
      return spoil("an admittance ratio of 1.5"), p.compliance.admittance_ratio = 1.5, p;
    case 10:
      return spoil("a speed of 0"), p.limits.max_linear_velocity = 0.0, p;
    case 11:
      return spoil("a fixture without a direction"), p.fixtures[0].direction.setZero(), p;
    case 12:
      return spoil("a fixture with a negative radius"), p.fixtures[0].radius = -0.1, p;
    case 13:
      return spoil("a fixture at a point that is no number"), p.fixtures[0].point[1] = nan, p;
    default:
      return spoil("an infinite tank"), p.tank.capacity = std::numeric_limits<double>::infinity(), p;
  }
}

Pose draw_pose_near(Draw& draw, const Pose& X, double distance, double turn) {
  const Vector3 step = draw.between(0.0, distance) * draw.direction();
  const Vector3 about = draw.between(0.0, turn) * draw.direction();
  return {exp_so3(about).toRotationMatrix() * X.R, X.p + step};
}

std::vector<CompliantPoint> draw_points(Draw& draw, const Pose& X) {
  std::vector<CompliantPoint> points(static_cast<std::size_t>(1 + draw.below(6)));
  double time = draw.chance(0.3) ? 0.0 : draw.between(0.0, 1.0);
  Pose at = X;
  for (CompliantPoint& point : points) {
    const bool last = &point == &points.back();
    point.time_from_start = time;
    point.X_BR = at = draw_pose_near(draw, at, 0.2, 0.8);
    if (!last && draw.chance(0.3)) point.twist = draw.six(draw.between(0.0, 0.2), draw.between(0.0, 0.4));
    if (draw.chance(0.2)) point.acceleration = last ? Vector6::Zero().eval() : draw.six(0.2, 0.3);
    if (draw.chance(0.2)) point.wrench = draw.six(draw.between(0.0, 20.0), draw.between(0.0, 1.0));
    if (draw.chance(0.4)) {
      const ComplianceParameters c = draw_compliance(draw);
      if (draw.chance(0.7)) point.compliance.mass = c.mass;
      if (draw.chance(0.7)) point.compliance.stiffness = c.stiffness;
      if (c.damping && draw.chance(0.5)) point.compliance.damping = c.damping;
    }
    time += draw.scale(0.1, 2.0);
  }
  return points;
}

std::vector<CompliantPoint> draw_bad_points(Draw& draw, const Pose& X) {
  std::vector<CompliantPoint> points = draw_points(draw, X);
  CompliantPoint& spoilt = points[static_cast<std::size_t>(draw.below(static_cast<int>(points.size())))];
  switch (draw.below(5)) {
    case 0:
      spoilt.X_BR.p.x() = std::numeric_limits<double>::quiet_NaN();
      break;
    case 1:
      spoilt.time_from_start = -1.0;
      break;
    case 2:
      spoilt.X_BR.R *= 1.1;
      break;
    case 3:
      spoilt.compliance.mass = -Matrix6::Identity();
      break;
    default:
      points.back().twist = Vector6::Constant(0.1);
  }
  return points;
}

}  // namespace limber::soak
