// The kinds of lead, their data, and one cycle.
#include "led_arm.hpp"

#include <algorithm>
#include <vector>

#include "limber/telemetry.hpp"
#include "safety/robot_status.hpp"

namespace limber::soak {
namespace {

constexpr std::array<double, 7> kRates{20.0, 50.0, 100.0, 125.0, 250.0, 500.0, 1000.0};

SoakArm draw_lively_arm(Draw& draw) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    SoakArm soaked = draw_arm(draw, Use::kPositions);
    const int joints = soaked.arm.joint_count();
    if (joints == 6 || joints == 7 || (joints >= 4 && draw.chance(0.3))) return soaked;
  }
  return draw_arm(draw, Use::kPositions);
}

}  // namespace

// Without virtual fixtures: they would hold the tool off its lead. The random episodes draw them (energy_watch.cpp).
AdmittanceParameters draw_lively(Draw& draw, const SoakArm& soaked) {
  AdmittanceParameters p;
  p.ft_frame = soaked.sensor;
  p.frame_id = draw.chance(0.5) ? soaked.arm.base_name() : "";
  p.update_rate = draw.one_of(kRates);
  p.wrench.min_motion_threshold = 0.0;
  p.contact_guard.enabled = false;
  p.drift = {0.0, 0.0};
  p.tank = {draw.chance(0.5), 10.0, 10.0};
  p.supervisor.expect_noise = false;
  p.supervisor.stiffness_ramp_time = draw.chance(0.2) ? 0.0 : 0.2;
  // Above the steps of a slow stream of poses, below the length of a path.
  p.supervisor.max_position_error = draw.scale(0.05, 0.15);
  p.supervisor.max_orientation_error = draw.scale(0.15, 0.5);
  p.supervisor.trajectory_duration = draw.chance(0.5) ? 1.0 : 4.0;
  p.supervisor.stale_timeout = std::max(0.1, 3.0 / p.update_rate);
  p.supervisor.count_lateness_only = true;
  p.supervisor.tracking = 0.5;
  p.supervisor.overforce_retreat = 0.0;
  if (draw.chance(0.15)) p.integrate_from = IntegrateFrom::kMeasured;
  p.servo = draw_servo_parameters(draw);
  const bool free = draw.chance(0.3);
  Vector6 M, D, K;
  for (int i = 0; i < 6; ++i) {
    M[i] = i < 3 ? draw.scale(2.0, 10.0) : draw.scale(0.1, 0.5);
    K[i] = free || draw.chance(0.3) ? 0.0 : i < 3 ? draw.scale(200.0, 1000.0) : draw.scale(10.0, 40.0);
    D[i] = 2.0 * draw.between(0.8, 1.2) * std::sqrt(M[i] * std::max(K[i], i < 3 ? 200.0 : 10.0));
  }
  p.compliance.mass = M.asDiagonal();
  p.compliance.damping = D.asDiagonal();
  p.compliance.stiffness = K.asDiagonal();
  return p;
}

LedArm::LedArm(const EpisodeOptions& options, Tally& tally, Progress& progress)
    : tally_(tally),
      progress_(progress),
      draw_(options.seed, 2),
      soaked_(draw_lively_arm(draw_)),
      p_(draw_lively(draw_, soaked_)),
      path_(draw_, soaked_.arm, p_.limits),
      robot_(soaked_, p_, path_.q(0.0), options.seed),
      motion_(soaked_.arm, p_, tally),
      follows_(tally),
      story_(options.tells),
      tamper_(options.tamper) {
  progress.arm = soaked_.kind + ", alive";
  robot_.hush();
  if (robot_.servo().by_velocity) p_.command_interfaces = {"velocity"};
  motion_.expect(p_);
  few_joints_ = soaked_.arm.joint_count() < 6;
  draw_lead();
  moved_ = command_ = {path_.q(0.0), 0.0 * path_.q(0.0)};
  aside_ = 0.0 * command_.q;
}

void LedArm::draw_lead() {
  const bool by_trajectory = !few_joints_ && draw_.chance(0.25);
  if (by_trajectory) {
    lead_ = Lead::kTrajectory;
    auto made = std::make_unique<CartesianAdmittanceController>(soaked_.arm, p_);
    trajectories_ = made.get();
    controller_ = std::move(made);
    return;
  }
  constexpr std::array<Lead, 6> kLeads{Lead::kNobody,         Lead::kJoints, Lead::kJoints,
                                       Lead::kPosesAndTwists, Lead::kPoses,  Lead::kOnePose};
  lead_ = draw_.one_of(kLeads);
  if (few_joints_) lead_ = draw_.chance(0.5) ? Lead::kJoints : Lead::kPosesAndTwists;
  auto made = std::make_unique<AdmittanceController>(soaked_.arm, p_);
  poses_ = made.get();
  controller_ = std::move(made);
}

bool LedArm::moves() const {
  return lead_ == Lead::kJoints || lead_ == Lead::kPosesAndTwists || lead_ == Lead::kPoses ||
         lead_ == Lead::kTrajectory;
}

void LedArm::activate() {
  tally_.expect(Check::kAlive, controller_->activate(robot_.state()), "activation was refused");
  active_ = true;
  motion_.start(robot_.state());
  follows_.start();
  X_stands_ = soaked_.arm.pose(robot_.q(), soaked_.arm.tip());
  // Activated in motion, it glides to a stop, and this offset stays.
  const bool glides = robot_.state().qd.cwiseAbs().maxCoeff() > 1e-6;
  pushed_ = glides || (lead_ != Lead::kJoints && lead_ != Lead::kNobody);
  sent_ = false;
}

void LedArm::lead(double period) {
  if (goes_) t_ += period;
  if (!active_ || quiet_) return;
  Pose X = path_.pose(t_);
  switch (lead_) {
    case Lead::kNobody:
      return;
    case Lead::kJoints:
      poses_->set_joint_reference(path_.q(t_) + aside_);
      X = soaked_.arm.pose(path_.q(t_) + aside_, soaked_.arm.tip());
      break;
    case Lead::kPosesAndTwists: {
      const double from = goes_ ? t_ - period : t_;
      poses_->set_desired_pose(path_.pose(from), goes_ ? path_.twist(from) : Vector6(Vector6::Zero()));
      break;
    }
    case Lead::kPoses:
      if (progress_.cycle % 5 == 0) poses_->set_desired_pose(X);
      break;
    case Lead::kOnePose:
      if (!std::exchange(sent_, true)) {
        const Pose nudged_X = nudged(X_stands_);
        if (poses_->set_desired_pose(nudged_X)) X_stands_ = nudged_X;
      }
      return;
    case Lead::kTrajectory:
      send_trajectory();
      return;
  }
  X_stands_ = X;
}

void LedArm::send_trajectory() {
  if (stopped() || std::exchange(sent_, true)) return;
  std::vector<CompliantPoint> points;
  for (int k = 0; k <= 20; ++k) {
    CompliantPoint point;
    point.time_from_start = 0.5 + path_.period() * k / 20.0;
    point.X_BR = path_.pose(path_.period() * k / 20.0);
    if (k > 0 && k < 20) point.twist = path_.twist(path_.period() * k / 20.0);
    points.push_back(point);
  }
  trajectories_->set_trajectory(points);
  X_stands_ = points.back().X_BR;
}

void LedArm::see_stop(const Telemetry& record) {
  const bool paused = record.speed_scaling < kStandingShare;
  const bool stops = record.state == SupervisorState::kFaulted || record.state == SupervisorState::kHolding;
  if (lead_ == Lead::kTrajectory && stops && (!paused || record.state == SupervisorState::kFaulted)) sent_ = false;
}

bool LedArm::stopped() const {
  const SupervisorState state = controller_->telemetry().state;
  return state == SupervisorState::kFaulted || state == SupervisorState::kHolding;
}

void LedArm::ask(Request request) {
  if (!controller_->request(request)) return;
  if (request != Request::kHold) motion_.went_on();
}

void LedArm::watch(double period) {
  Telemetry record;
  tally_.expect(Check::kTelemetry, controller_->take_telemetry(record), "no record of this cycle");
  if (tamper_) tamper_(progress_.cycle, command_, record);
  moved_ = {record.q_command, record.qd_command};
  motion_.see(command_, record, period);
  if (motion_.sent_bounded()) follows_.disturbed();
  const bool led = p_.servo.lead && p_.servo.lag > 0.0 && p_.integrate_from == IntegrateFrom::kCommand;
  const bool told = robot_.servo_is(p_.servo);
  if (led && told) follows_.see(robot_.q(), record, p_.servo);
  if (led && !told) follows_.doubt();
  see_stop(record);
  Event event;
  while (controller_->take_event(event)) {
    tell("{}", controller_->sentence(event));
    if (event.kind == Event::Kind::kHeldByLimits) held_by_limits_ = true;
    if (event.kind == Event::Kind::kFault) ++tally_.raised[std::string(name(event.fault.code))];
  }
}

}  // namespace limber::soak
