#include "controllers/servo_settings.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "wrench/wrench_pipeline.hpp"

namespace limber {
namespace {

constexpr double kFreeGainMargin = 2.0;
constexpr double kUntoldTool = 0.15;  // of M: at least such a tool is assumed, told or not
constexpr double kLess = 0.9;
constexpr int kTries = 12;

double lightest(const Matrix3& M) {
  return Eigen::SelfAdjointEigenSolver<Matrix3>(M, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

// The body in free space, with the inertia that the sensor feels: in translation and in rotation.
struct FreeLoops {
  ContactLoop moves, turns;

  // The smaller gain margin of both: at most 1 if one of them is unstable.
  double gain_margin(const Lead& lead) const { return std::min(margin_of(moves, lead), margin_of(turns, lead)); }

 private:
  static double margin_of(ContactLoop loop, const Lead& lead) {
    loop.servo_lead = lead.time;
    loop.servo_lead_square = lead.square;
    return margins(loop, 0.0).gain_margin;
  }
};

FreeLoops free_loops(const ServoParameters& servo, const AdmittanceSettings& s) {
  const double arm = (s.X_CS * s.wrench.tool_com).squaredNorm();  // m²
  const Matrix6& M = s.dynamics.M;
  const Vector6 D = s.dynamics.D.diagonal();
  FreeLoops free{told_loop(servo, s, lightest(M.topLeftCorner<3, 3>()), D.head<3>().minCoeff()),
                 told_loop(servo, s, lightest(M.bottomRightCorner<3, 3>()), D.tail<3>().minCoeff())};
  free.moves.tool_mass = std::max(s.wrench.tool_mass, kUntoldTool * free.moves.mass);
  free.turns.tool_mass = std::max(s.wrench.tool_mass * arm, kUntoldTool * free.turns.mass);
  return free;
}

// The largest lead between two, of which the first has the gain margin. 1/margin is nearly linear in between.
Lead between(const FreeLoops& free, const Lead& allowed, double its_margin, const Lead& wanted, double that_margin) {
  const double least = 1.0 / its_margin, most = 1.0 / that_margin;
  double share = std::clamp((1.0 / kFreeGainMargin - least) / (most - least), 0.0, 1.0);
  for (int n = 0; n < kTries; ++n, share *= kLess) {
    const Lead lead{allowed.time + share * (wanted.time - allowed.time),
                    allowed.square + share * (wanted.square - allowed.square)};
    if (free.gain_margin(lead) >= kFreeGainMargin) return lead;
  }
  return allowed;
}

Lead allowed_lead(const FreeLoops& free, const Lead& whole) {
  const double with_all = free.gain_margin(whole);
  if (with_all >= kFreeGainMargin) return whole;
  const Lead first{whole.time, 0.0};
  const double with_first = free.gain_margin(first);
  if (with_first >= kFreeGainMargin) return between(free, first, with_first, whole, with_all);
  const double without = free.gain_margin({});
  return without > kFreeGainMargin ? between(free, {}, without, first, with_first) : Lead{};
}

}  // namespace

ContactLoop told_loop(const ServoParameters& servo, const AdmittanceSettings& s, double mass, double damping) {
  return {.mass = mass,
          .damping = damping,
          .admittance_ratio = s.admittance_ratio,
          .servo_lag = servo.lag,
          .servo_delay = servo.delay,
          .servo_lead = s.lead.time,
          .servo_lead_square = s.lead.square,
          .period = s.nominal_period,
          .filter_time_constant = filter_time_constant(s.wrench, s.nominal_period),
          .tool_mass = s.wrench.tool_mass};
}

BodyLead lead_of(const ServoParameters& servo, const AdmittanceSettings& s) {
  // Integrated from measured joints, the motion would run ahead of itself.
  const bool led = servo.lead && s.integrate_from == IntegrateFrom::kCommand;
  const Lead whole = led ? whole_lead(servo.lag, servo.delay, s.nominal_period) : Lead{};
  if (whole.none()) return {};
  const FreeLoops free = free_loops(servo, s);
  const Lead lead = allowed_lead(free, whole);
  return {lead, std::min(1.0, kFreeGainMargin / free.gain_margin(lead))};
}

double lag_behind_lead(const ServoParameters& servo, const AdmittanceSettings& s) {
  ContactLoop loop =
      told_loop(servo, s, s.dynamics.M.diagonal().head<3>().mean(), s.dynamics.D.diagonal().head<3>().mean());
  loop.tool_mass = 0.0;  // its inertia would make the loop look quicker
  // A lag that is told too short is not believed.
  loop.servo_lag = std::max(servo.lag, s.lag_without_lead - servo.delay);
  const double whole = loop.servo_lag + servo.delay;
  if (!(loop.damping > 0.0)) return whole;
  const double rest =
      stiffest_stable_wall(loop) / loop.damping - 1.0 / (loop.filter_time_constant + loop.mass / loop.damping);
  return rest > 0.0 ? std::clamp(1.0 / rest, std::min(s.nominal_period, whole), whole) : whole;
}

}  // namespace limber
