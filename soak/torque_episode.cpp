// Episodes of the controller of torques: a path that validates, profiles, waypoints, pushes, changes and faults.
#include <limits>

#include "episode.hpp"
#include "injected_fault.hpp"
#include "limber/controllers/variable_stiffness_controller.hpp"
#include "soak_arm.hpp"
#include "state_watch.hpp"
#include "story.hpp"
#include "torque_robot.hpp"
#include "torque_watch.hpp"

namespace limber::soak {
namespace {

constexpr int kPathAttempts = 12;

std::vector<double> draw_profile(Draw& draw, double low, double high) {
  std::vector<double> profile(draw.chance(0.3) ? 0U : static_cast<std::size_t>(1 + draw.below(8)));
  for (double& value : profile) value = draw.chance(0.1) ? 0.0 : draw.scale(low, high);
  return profile;
}

Vector3 draw_three(Draw& draw, double low, double high) {
  return {draw.scale(low, high), draw.scale(low, high), draw.scale(low, high)};
}

StiffnessParameters draw_stiffness(Draw& draw) {
  StiffnessParameters s;
  s.stiffness_homing = draw_three(draw, 5.0, 300.0);
  s.stiffness_rot = draw_three(draw, 0.5, 30.0);
  s.damping_rot = draw_three(draw, 0.05, 2.0);
  s.damping_default = draw_three(draw, 0.5, 30.0);
  s.max_rise_rate = draw.scale(5.0, 5000.0);
  s.stiffness_x = draw_profile(draw, 5.0, 300.0);
  s.stiffness_y = draw_profile(draw, 5.0, 300.0);
  s.stiffness_z = draw_profile(draw, 5.0, 300.0);
  s.damping_x = draw_profile(draw, 0.5, 30.0);
  s.damping_z = draw_profile(draw, 0.5, 30.0);
  return s;
}

TorqueParameters draw_torque(Draw& draw, const Arm& arm) {
  TorqueParameters t;
  if (draw.chance(0.3)) t.effort_limit.assign(1, draw.scale(0.5, 100.0));
  if (draw.chance(0.2)) {
    t.effort_limit.clear();
    for (const Joint& joint : arm.joints()) t.effort_limit.push_back(joint.limits.effort * draw.between(0.3, 1.5));
  }
  t.rate_limit = draw.scale(20.0, 5000.0);
  t.ramp_time = draw.chance(0.1) ? 0.0 : draw.scale(0.01, 1.0);
  if (draw.chance(0.3)) t.joint_damping.assign(1, draw.scale(0.01, 1.0));
  t.posture_stiffness = draw.scale(0.1, 10.0);
  t.posture_damping = draw.scale(0.01, 1.0);
  t.wall_margin = draw.chance(0.2) ? 0.0 : draw.between(0.01, 0.2);
  return t;
}

SupervisorParameters draw_supervisor(Draw& draw) {
  SupervisorParameters s = torque_supervisor_defaults();
  s.tracking = draw.chance(0.4) ? kUnlimited : draw.scale(0.05, 1.0);
  s.stale_timeout = draw.scale(0.03, 0.3);
  s.max_late = draw.between(1.5, 10.0);
  s.max_overruns = 1 + draw.below(6);
  s.count_lateness_only = draw.chance(0.3);
  if (draw.chance(0.3)) s.overforce = draw.scale(5.0, 200.0);
  return s;
}

void draw_times(Draw& draw, CycleParameters& c) {
  c.homing_duration = draw.scale(0.3, 4.0);
  c.move_duration = draw.scale(0.3, 4.0);
  c.wait_duration = draw.scale(0.1, 1.0);
}

TankParameters draw_tank(Draw& draw) {
  return {draw.chance(0.8), draw.chance(0.3) ? 0.0 : draw.between(0.0, 2.0), draw.scale(0.001, 10.0)};
}

class TorqueEpisode {
 public:
  TorqueEpisode(const EpisodeOptions& options, Tally& tally, Progress& progress)
      : options_(options),
        tally_(tally),
        progress_(progress),
        story_(options.tells),
        draw_(options.seed, 2),
        refusals_(options.seed, 3),
        soaked_(draw_arm(draw_, Use::kTorques)),
        q_path_(draw_posture(draw_, soaked_.arm)),
        p_(draw_parameters()),
        controller_(soaked_.arm, p_),
        robot_(soaked_.arm, draw_start(), options.seed),
        watch_(soaked_.arm, p_, tally),
        state_(tally) {
    progress.arm = soaked_.kind + ", torques";
    command_.effort = robot_.state().effort.size() > 0 ? robot_.state().effort
                                                      : soaked_.arm.gravity_torque(robot_.state().q, p_.torque.gravity);
    mean_gap_ = draw_.scale(0.05, 0.5);
  }

  std::uint64_t run() {
    ++tally_.arms[soaked_.kind];
    controller_.prepare(robot_.state().q);
    robot_.step(command_.effort, 1.0 / p_.update_rate);
    activate();
    if (!controller_.path()) {
      tell("no path: {}", controller_.path().sentence);
      tally_.expect(Check::kRefusal, !active_, "a path that cannot be followed was activated");
      return 0;
    }
    const long cycles = 1000 + draw_.below(4000);
    for (long k = 0; k < cycles; ++k) {
      progress_.cycle = k;
      cycle(k);
    }
    return sum_.value();
  }

 private:
  double now() const { return robot_.state().time; }
  template <typename... Args>
  void tell(fmt::format_string<Args...> text, const Args&... args) const {
    story_.tell<Args...>(now(), progress_.cycle, text, args...);
  }

  VariableStiffnessParameters draw_parameters() {
    VariableStiffnessParameters p;
    p.root_link = soaked_.arm.base_name();
    p.update_rate = draw_.scale(100.0, 1000.0);
    draw_times(draw_, p.cycle);
    p.stiffness = draw_stiffness(draw_);
    p.path.use_joint_space_trajectory = draw_.chance(0.5);
    p.path.num_trajectory_samples = 1 + draw_.below(20);
    p.path.min_manipulability_threshold = draw_.scale(1e-4, 0.02);
    p.path.dls_onset_factor = draw_.scale(1.0, 5.0);
    p.path.dls_damping_factor = draw_.scale(0.01, 0.3);
    p.waypoints.blend_duration = draw_.scale(0.3, 2.0);
    p.waypoints.policy = draw_.chance(0.5) ? WaypointPolicy::kFifo : WaypointPolicy::kLatest;
    p.torque = draw_torque(draw_, soaked_.arm);
    p.tank = draw_tank(draw_);
    p.supervisor = draw_supervisor(draw_);
    p.tracking_orientation = draw_.chance(0.4) ? kUnlimited : draw_.scale(0.2, 3.0);
    find_path(p);
    return p;
  }

  // A straight way that the arm can go, if a few attempts find one.
  void find_path(VariableStiffnessParameters& p) {
    for (int attempt = 0; attempt < kPathAttempts; ++attempt) {
      const Pose X = soaked_.arm.pose(q_path_, soaked_.arm.tip());
      const Quaternion turn(X.R);
      p.cycle.start_position = X.p;
      p.cycle.end_position = X.p + draw_.scale(0.005, 0.2) * draw_.direction();
      p.cycle.orientation = {turn.x(), turn.y(), turn.z(), turn.w()};
      const PathReport report =
          check_path(soaked_.arm, soaked_.arm.tip(), {X.p, p.cycle.end_position, turn.normalized().toRotationMatrix()},
                     p.path.num_trajectory_samples, p.path.min_manipulability_threshold, q_path_);
      if (report) return;
      q_path_ = draw_posture(draw_, soaked_.arm);
    }
  }

  // Near the beginning of the path, or anywhere.
  JointVector draw_start() {
    if (draw_.chance(0.2)) return draw_posture(draw_, soaked_.arm);
    JointVector q = q_path_;
    for (int i = 0; i < soaked_.arm.joint_count(); ++i) {
      const JointLimits& limits = soaked_.arm.joints()[static_cast<std::size_t>(i)].limits;
      q[i] = std::clamp(q[i] + draw_.between(-0.1, 0.1), limits.lower, limits.upper);
    }
    return q;
  }

  void activate() {
    const RobotState state = robot_.state();
    active_ = controller_.activate(state);
    tell("activation {}", active_ ? "done" : "refused");
    if (!active_) return;
    watch_.start(state);
    state_.start();
    fault_.forgotten();
  }

  void cycle(long k) {
    const double nominal = 1.0 / p_.update_rate;
    const int timing = draw_.below(200);
    const double h = nominal * (timing == 0 ? draw_.scale(1.0, 20.0) : timing < 100 ? 1.0 : draw_.between(0.6, 1.4));
    happen();
    RobotState state = robot_.step(command_.effort, h);
    double period = h;
    fault_.spoil(state, period, nominal);
    command_ = controller_.update(state, period);
    sum_.add(command_.effort);
    ++tally_.cycles;
    tally_.seconds += h;
    if (active_) {
      watch(k, period);
    } else if (k % 10 == 0) {
      activate();
    }
  }

  void watch(long k, double period) {
    StiffnessTelemetry t;
    tally_.expect(Check::kTelemetry, controller_.take_telemetry(t), "no record of this cycle");
    Command seen = command_;
    if (options_.tamper_torques) options_.tamper_torques(k, seen, t);
    watch_.see(seen, t, period, state_.asked());
    state_.see(t);
    if (k % 64 == 0) state_.see_every_field(t);
    if (fault_.must_stop_it(p_.supervisor.stale_timeout, false)) {
      tally_.expect(Check::kFaultSeen, t.state == SupervisorState::kFaulted, name(fault_.kind));
    }
    see_events();
    recover(t);
  }

  void see_events() {
    Event event;
    while (controller_.take_event(event)) {
      tell("{}", controller_.sentence(event));
      if (event.kind == Event::Kind::kFault) state_.see_fault(event.fault);
    }
  }

  void recover(const StiffnessTelemetry& t) {
    const bool stopped = t.state == SupervisorState::kFaulted || t.state == SupervisorState::kHolding;
    if (!stopped) {
      resume_at_.reset();
    } else if (!resume_at_) {
      resume_at_ = now() + draw_.wait(0.5);
    } else if (now() > *resume_at_) {
      ask(t.state == SupervisorState::kFaulted ? Request::kResetFault : Request::kRun);
      resume_at_.reset();
    }
  }
  void ask(Request request) {
    if (controller_.request(request)) state_.requested(request);
  }

  // --- what happens ---

  void happen() {
    while (now() >= next_) {
      next_ = std::max(next_, now()) + draw_.wait(mean_gap_);
      happen_once();
    }
    while (options_.refusals && now() >= next_refusal_) {
      next_refusal_ = std::max(next_refusal_, now()) + refusals_.wait(0.3);
      try_refusal();
    }
  }

  void happen_once() {
    const int kind = draw_.below(100);
    if (kind < 35) return push();
    if (kind < 60) return waypoint();
    if (kind < 70) return go_wrong();
    if (kind < 72) return shove();
    if (kind < 86) return change();
    if (kind < 97) return request_any();
    controller_.deactivate();
    see_events();
    activate();
  }
  void push() {
    const double size = draw_.chance(0.4) ? 0.0 : draw_.scale(0.1, 30.0);
    robot_.push = draw_.six(size, 0.05 * size);
    tell("a push of {:.1f} N", size);
  }
  void waypoint() {
    const bool relative = draw_.chance(0.4);
    const Vector3 by = draw_.scale(0.005, 0.3) * draw_.direction();
    const int count = draw_.chance(0.03) ? 70 : 1;
    for (int i = 0; i < count; ++i) controller_.add_waypoint({relative ? by : p_.cycle.start_position + by, relative});
    tell("{} waypoints", count);
  }
  void go_wrong() {
    if (fault_.kind != Wrong::kNothing) return;
    fault_.begin(draw_, robot_.state());
    ++tally_.injected[name(fault_.kind)];
    tell("wrong from now on: {}", name(fault_.kind));
  }
  void shove() {
    JointVector by(soaked_.arm.joint_count());
    for (double& joint : by) joint = draw_.between(-0.3, 0.3);
    robot_.shove(draw_.unit() * by);
    ++tally_.injected["joints jump"];
    tell("the joints jump");
  }
  void request_any() {
    const int kind = draw_.below(5);
    tell("a request, {}", kind);
    ask(static_cast<Request>(kind));
  }

  void change() {
    VariableStiffnessParameters p = p_;
    switch (draw_.below(6)) {
      case 0:
        draw_times(draw_, p.cycle);
        break;
      case 1:
        p.torque = draw_torque(draw_, soaked_.arm);
        break;
      case 2:
        p.tank = draw_tank(draw_);
        break;
      case 3:
        p.supervisor = draw_supervisor(draw_);
        break;
      case 4:
        p.waypoints.blend_duration = draw_.scale(0.3, 2.0);
        break;
      default:
        p.stiffness = draw_stiffness(draw_);
    }
    controller_.set_parameters(p);
    p_ = p;
    watch_.expect(p_);
    ++tally_.changes_taken;
    tell("other parameters");
  }

  // Whatever is refused must leave no trace: the twin of this episode does without.
  void try_refusal() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    ++tally_.changes_refused;
    VariableStiffnessParameters p = p_;
    const int kind = refusals_.below(7);
    if (kind == 0) {
      const WaypointAnswer answer = controller_.add_waypoint({Vector3(0.1, nan, 0.1), false});
      return tally_.expect(Check::kRefusal, answer == WaypointAnswer::kNotFinite, "a waypoint of NaN was taken");
    }
    if (kind == 1) p.stiffness.stiffness_homing.y() = nan;
    if (kind == 2) p.stiffness.max_rise_rate = -1.0;
    if (kind == 3) p.torque.effort_limit.assign(9, 1.0);
    if (kind == 4) p.cycle.orientation = {0.0, 0.0, 0.0, 2.0};
    if (kind == 5) p.stiffness.stiffness_x = {10.0, -5.0};
    if (kind == 6) p.cycle.move_duration = 0.0;
    try {
      controller_.set_parameters(p);
    } catch (const ArmError& error) {
      tell("refused: {}", error.what());
      return;
    }
    tally_.expect(Check::kRefusal, 1.0, 0.0, "a bad set was taken, kind ", kind);
  }

  const EpisodeOptions& options_;
  Tally& tally_;
  Progress& progress_;
  Story story_;
  Draw draw_, refusals_;
  SoakArm soaked_;
  JointVector q_path_;
  VariableStiffnessParameters p_;
  VariableStiffnessController controller_;
  TorqueRobot robot_;
  TorqueWatch watch_;
  StateWatch state_;
  Checksum sum_;
  Command command_;
  InjectedFault fault_;
  double next_ = 0.0, next_refusal_ = 0.0, mean_gap_ = 0.2;  // s
  std::optional<double> resume_at_;
  bool active_ = false;
};

}  // namespace

std::uint64_t run_torque_episode(const EpisodeOptions& options, Tally& tally, Progress& progress) {
  return TorqueEpisode(options, tally, progress).run();
}

}  // namespace limber::soak
