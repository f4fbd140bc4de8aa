// Takes the numbers of a loop from a plan.
#include "contact_loops.hpp"

#include <algorithm>
#include <cmath>

#include "arm/reach.hpp"
#include "compliance/dynamics.hpp"
#include "controllers/admittance_settings.hpp"
#include "safety/stopping_force.hpp"
#include "wrench/wrench_pipeline.hpp"

namespace limber::app {
namespace {

constexpr double kGainMargin = 2.0;
constexpr double kPhaseMargin = std::numbers::pi / 6.0;
// A damping found to four digits has its margins to about as many.
constexpr double kRounding = 1e-3;

// A surface counts for an axis that meets it this squarely: its normal's part along the axis.
constexpr double kAcross = 0.5;

// R_BC at the start.
Matrix3 compliance_axes(const MotionPlan& plan) {
  if (plan.settings.base_axes) return Matrix3::Identity();
  return plan.robot.arm.pose(plan.start, plan.settings.compliance).R;
}

}  // namespace

ContactLoop axis_loop(const MotionPlan& plan, std::size_t axis) {
  const auto a = static_cast<Eigen::Index>(axis);
  const Dynamics& d = plan.settings.dynamics;
  ContactLoop loop;
  loop.mass = d.M(a, a);
  loop.damping = d.D(a, a);
  loop.stiffness = d.K(a, a);
  loop.admittance_ratio = plan.settings.admittance_ratio;
  loop.servo_lag = plan.simulation.servo.lag;
  loop.servo_delay = plan.simulation.servo.delay;
  loop.servo_lead = plan.settings.lead.time;
  loop.servo_lead_square = plan.settings.lead.square;
  loop.period = plan.settings.nominal_period;
  loop.filter_time_constant = filter_time_constant(plan.settings.wrench, loop.period);
  loop.tool_mass = plan.simulation.tool.mass;
  return loop;
}

Vector3 compliance_axis(const MotionPlan& plan, std::size_t axis) {
  return compliance_axes(plan).col(static_cast<Eigen::Index>(axis));
}

ContactLoop loop_along(const MotionPlan& plan, const Vector3& direction_B) {
  Eigen::Index axis = 0;
  (compliance_axes(plan).transpose() * direction_B).cwiseAbs().maxCoeff(&axis);
  return axis_loop(plan, static_cast<std::size_t>(axis));
}

std::vector<sim::Plate> touchable(const MotionPlan& plan) {
  const Vector3 p_BQ = plan.robot.arm.pose(plan.start, plan.robot.arm.tip()) * plan.simulation.tool.p_TQ;
  return sim::touchable(plan.simulation.scene, p_BQ);
}

double deceleration_at(const MotionPlan& plan, const Vector3& direction_B, const JointVector& q) {
  return fault_deceleration(plan.robot.arm, q, plan.settings.compliance, direction_B, plan.settings.joints);
}

double least_deceleration(const MotionPlan& plan, const Vector3& direction_B) {
  const Arm& arm = plan.robot.arm;
  const Frame& C = plan.settings.compliance;
  double least = deceleration_at(plan, direction_B, plan.start);
  const Pose X_BC = arm.pose(plan.start, C);
  const Vector3 p_BQ = arm.pose(plan.start, arm.tip()) * plan.simulation.tool.p_TQ;
  for (const sim::Plate& plate : touchable(plan)) {
    const Vector3 normal_B = plate.normal_B.normalized();
    const double across = normal_B.dot(direction_B);
    if (std::abs(across) < kAcross) continue;
    const double way = normal_B.dot(plate.p_B - p_BQ) / across;
    const ReachReport there = check_reach(arm, C, Pose{X_BC.R, X_BC.p + way * direction_B}, plan.start);
    if (there.reach == Reach::kThere) least = std::min(least, deceleration_at(plan, direction_B, there.nearest.q));
  }
  return least;
}

bool WallJudgement::good() const {
  return margins.stable && margins.gain_margin >= kGainMargin * (1.0 - kRounding) &&
         margins.phase_margin_rad >= kPhaseMargin * (1.0 - kRounding);
}

WallJudgement judge_wall(const ContactLoop& loop, double stiffness) {
  ContactLoop undamped = loop;
  undamped.damping = 0.0;
  return {loop, margins(loop, stiffness), damping_for_wall(undamped, stiffness, kGainMargin, kPhaseMargin)};
}

}  // namespace limber::app
