// The promises about torques, each as an inequality between numbers observed from outside.
#include "torque_watch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/telemetry.hpp"
#include "motion/paced_target.hpp"
#include "safety/robot_status.hpp"

namespace limber::soak {
namespace {

constexpr double kRounding = 1.0 + 1e-9;
constexpr double kNothing = 1e-9;
constexpr double kBrakingTime = 0.3;  // s within which a target stops

constexpr double kLongWay = 2.0;    // m
constexpr double kTightTurn = 0.1;  // m
constexpr double kShortWay = 0.3;   // m, more than the distance of any waypoint

bool stands(SupervisorState state) { return state == SupervisorState::kHolding || state == SupervisorState::kFaulted; }

}  // namespace

void TorqueWatch::expect(const VariableStiffnessParameters& p) {
  p_ = p;
  most_.resize(arm_.joint_count());
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const std::vector<double>& asked = p.torque.effort_limit;
    const double urdf = arm_.joints()[static_cast<std::size_t>(i)].limits.effort;
    const double given = asked.empty() ? urdf : asked[asked.size() == 1 ? 0U : static_cast<std::size_t>(i)];
    most_[i] = std::min(given, urdf);
  }
  quickest_ = std::min({quickest_, p.waypoints.blend_duration, p.cycle.homing_duration, p.cycle.move_duration});
}

void TorqueWatch::start(const RobotState& state) {
  const bool says = state.effort.size() == state.q.size() && state.effort.allFinite();
  torque_ = says ? state.effort : arm_.gravity_torque(state.q, p_.torque.gravity);
  torque_ = torque_.cwiseMax(-most_).cwiseMin(most_);
  before_ = StiffnessTelemetry();
  compared_ = false;
  stopped_for_ = 0.0;
  pace_ = 1.0;
}

void TorqueWatch::see(const Command& command, const StiffnessTelemetry& t, double period, bool asked) {
  const double nominal = 1.0 / p_.update_rate;
  const double expected =
      !(period > 0.0) ? nominal : std::clamp(period, 0.01 * nominal, p_.supervisor.max_late * nominal);
  tally_.expect(Check::kPeriod, std::abs(t.period - expected), 1e-12, "the period stepped with");
  tally_.expect(Check::kFinite, command.effort.size() == arm_.joint_count() && command.effort.allFinite(), "torque");
  tally_.expect(Check::kFinite, command.q.allFinite() && command.qd.allFinite(), "the posture");
  tally_.expect(Check::kTelemetry, t.torque == command.effort, "telemetry has another torque");
  see_torque(command, t.period);
  see_stiffness(t, t.period, asked);
  see_target(t, t.period);
  see_pace(t, t.period, asked);
  see_stop(t, t.period, asked);
  torque_ = command.effort;
  before_ = t;
  compared_ = true;
}

// If a limit is lowered below the acting torque, it is met at the torque rate.
void TorqueWatch::see_torque(const Command& command, double h) {
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const double effort = command.effort[i];
    tally_.expect(Check::kEffort, std::abs(effort), std::max(most_[i], std::abs(torque_[i])) * kRounding, "joint ", i);
    tally_.expect(Check::kEffortRate, std::abs(effort - torque_[i]), p_.torque.rate_limit * h * kRounding + kNothing,
                  "joint ", i);
  }
}

void TorqueWatch::see_stiffness(const StiffnessTelemetry& t, double h, bool asked) {
  const Vector6 change = t.stiffness - before_.stiffness;  // from 0 at activation
  for (int i = 0; i < 6; ++i) {
    tally_.expect(Check::kStiffnessRate, std::abs(change[i]), p_.stiffness.max_rise_rate * h * kRounding + kNothing,
                  "axis ", i);
    tally_.expect(Check::kStiffnessRate, -t.stiffness[i], 0.0, "below 0, axis ", i);
  }
  if (stands(t.state) && compared_ && stands(before_.state) && !asked) {
    tally_.expect(Check::kStandsStill, change.cwiseAbs().maxCoeff(), 0.0, "N/m while it stands");
  }
  tally_.expect(Check::kTankLevel, t.tank_level, p_.tank.capacity + kNothing, "J");
  tally_.expect(Check::kTankLevel, -t.tank_level, 0.0, "J below nothing");
  if (!compared_ || !p_.tank.enabled) return;
  // The tank takes in the energy dissipated by D since the last cycle, as far as it acted, and pays ½ e² ΔK.
  const double dissipated = acted(t, h);
  const double paid = 0.5 * t.error.cwiseAbs2().dot(change);
  tally_.expect(Check::kEnergy, t.tank_level - before_.tank_level - dissipated + paid,
                kNothing * (1.0 + t.tank_level + std::abs(paid) + dissipated), "J in the tank");
}

// J: upper bound of the energy taken by the damper since the previous record, from the reported start ramp and torque
// share. Near a singularity a filter with gains between 0 and 1 reduces the wrench, in any direction.
double TorqueWatch::acted(const StiffnessTelemetry& t, double h) const {
  const Vector6 force = before_.torque_ramp * before_.torque_share * before_.damping.cwiseProduct(before_.error_rate);
  const Vector6 mean = 0.5 * (before_.error_rate + t.error_rate);
  return h * (before_.dls_damping > 0.0 ? force.norm() * mean.norm() : std::max(0.0, force.dot(mean)));
}

// Except in faults the target is C1: in a cycle its velocity changes by at most h times the largest acceleration of its
// blends, and its position by the mean velocity.
void TorqueWatch::see_target(const StiffnessTelemetry& t, double h) {
  if (!compared_) p_first_ = t.p_reference;
  const Vector3 v = t.twist_reference.head<3>(), v_before = before_.twist_reference.head<3>();
  fastest_ = std::max(fastest_, v.norm());
  farthest_ = std::max(farthest_, (t.p_reference - p_first_).norm());
  const bool faulted = t.state == SupervisorState::kFaulted || before_.state == SupervisorState::kFaulted;
  if (!compared_ || faulted) return;
  const double T = quickest_;
  const double pi = std::numbers::pi;
  // In joint homing the tool moves on arcs, with any initial speed of the joints.
  const bool homes = t.phase == CyclePhase::kHoming;
  const double way = homes ? kLongWay : farthest_ + kShortWay;
  const double round = homes ? fastest_ * fastest_ / kTightTurn : 0.0;
  // A target that is too fast for the joints changes its velocity within the pacing time.
  const double paced = 2.0 * fastest_ / kPacingTime;
  const double curve =
      round + paced + 4.0 * pi * pi * way / (T * T) + 4.0 * pi * fastest_ * (1.0 / T + 1.0 / kBrakingTime);
  tally_.expect(Check::kReferenceIsSmooth, (v - v_before).norm(), curve * h + kNothing, "m/s");
  const Vector3 missed = t.p_reference - before_.p_reference - 0.5 * h * (v + v_before);
  tally_.expect(Check::kReferenceIsSmooth, missed.norm(), 0.5 * curve * h * h + kNothing, "m");
}

// If a robot slows down, the time scale of its motion follows within 0.3 s. A target that brakes for a hold or a fault
// does so in real time, and continues with it.
void TorqueWatch::see_pace(const StiffnessTelemetry& t, double h, bool asked) {
  const double before = pace_;
  const double pace = t.speed_scaling < kStandingShare ? 0.0 : t.speed_scaling;
  const bool stopped = asked || t.state == SupervisorState::kFaulted || (stands(t.state) && pace > 0.0);
  pace_ = stopped ? 1.0 : std::max(pace, pace_ - h / kBrakingTime);
  if (!compared_) return;
  // ds/dt of a move with a cosine ramp is at most π/2 over its duration.
  const double fastest = 0.5 * std::numbers::pi / quickest_ * std::max(before, pace_);
  tally_.expect(Check::kReferenceIsSmooth, std::abs(t.s - before_.s), fastest * h * kRounding + kNothing,
                "of its path, faster than the robot allows itself");
}

void TorqueWatch::see_stop(const StiffnessTelemetry& t, double h, bool asked) {
  // The target begins to brake in the cycle after the one that detected the fault.
  const bool braked = stands(t.state) && stands(before_.state) && !asked;
  stopped_for_ = braked ? stopped_for_ + h : 0.0;
  if (stopped_for_ <= kBrakingTime) return;
  tally_.expect(Check::kStandsStill, t.twist_reference.norm(), 1e-9, "m/s of the target");
}

}  // namespace limber::soak
