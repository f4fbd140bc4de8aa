// Takes the numbers of a loop from a plan.
#include "contact_loops.hpp"

#include <cmath>

#include "compliance/dynamics.hpp"
#include "controllers/admittance_settings.hpp"
#include "wrench/wrench_pipeline.hpp"

namespace limber::app {
namespace {

constexpr double kGainMargin = 2.0;
constexpr double kPhaseMargin = std::numbers::pi / 6.0;
// A damping found to four digits has its margins to about as many.
constexpr double kRounding = 1e-3;

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
