// Episodes of the controller of torques: a path that validates, profiles, waypoints, pushes, changes and faults.
#include <limits>

#include "drawn_torque_parameters.hpp"
#include "episode.hpp"
#include "injected_fault.hpp"
#include "limber/controllers/variable_stiffness_controller.hpp"
#include "soak_arm.hpp"
#include "state_watch.hpp"
#include "story.hpp"
#include "timetable.hpp"
#include "torque_robot.hpp"
#include "torque_watch.hpp"

namespace limber::soak {
namespace {

constexpr int kPathAttempts = 12;

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
        p_(with_path(draw_torque_parameters(draw_, soaked_.arm))),
        controller_(soaked_.arm, p_),
        robot_(soaked_.arm, draw_start(), options.seed),
        watch_(soaked_.arm, p_, tally),
        state_(tally),
        happenings_(draw_.scale(0.05, 0.5)) {
    progress.arm = soaked_.kind + ", torques";
    command_.effort = robot_.state().effort.size() > 0
                          ? robot_.state().effort
                          : soaked_.arm.gravity_torque(robot_.state().q, p_.torque.gravity);
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

  // A straight way that the arm can go, if a few attempts find one.
  VariableStiffnessParameters with_path(VariableStiffnessParameters p) {
    for (int attempt = 0; attempt < kPathAttempts; ++attempt) {
      const Pose X = soaked_.arm.pose(q_path_, soaked_.arm.tip());
      const Quaternion turn(X.R);
      p.cycle.start_position = X.p;
      p.cycle.end_position = X.p + draw_.scale(0.005, 0.2) * draw_.direction();
      p.cycle.orientation = {turn.x(), turn.y(), turn.z(), turn.w()};
      const PathReport report =
          check_path(soaked_.arm, soaked_.arm.tip(), {X.p, p.cycle.end_position, turn.normalized().toRotationMatrix()},
                     p.path.num_trajectory_samples, p.path.min_manipulability_threshold, q_path_);
      if (report) return p;
      q_path_ = draw_posture(draw_, soaked_.arm);
    }
    return p;
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
    const double h = draw_period(draw_, p_.update_rate);
    happen();
    RobotState state = robot_.step(command_.effort, h);
    double period = h;
    fault_.spoil(state, period, 1.0 / p_.update_rate);
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
    if (const std::optional<Request> request = recovery_.request(t.state, now(), draw_)) ask(*request);
  }

  void see_events() {
    Event event;
    while (controller_.take_event(event)) {
      tell("{}", controller_.sentence(event));
      if (event.kind == Event::Kind::kFault) state_.see_fault(event.fault);
    }
  }

  void ask(Request request) {
    if (controller_.request(request)) state_.requested(request);
  }

  // --- what happens ---

  void happen() {
    while (happenings_.due(now(), draw_)) happen_once();
    while (options_.refusals && mistakes_.due(now(), refusals_)) try_refusal();
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
        p.tank = draw_torque_tank(draw_);
        break;
      case 3:
        p.supervisor = draw_torque_supervisor(draw_);
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
  Recurrence happenings_;
  Recurrence mistakes_{0.3};
  Checksum sum_;
  Command command_;
  InjectedFault fault_;
  Recovery recovery_;
  bool active_ = false;
};

}  // namespace

std::uint64_t run_torque_episode(const EpisodeOptions& options, Tally& tally, Progress& progress) {
  return TorqueEpisode(options, tally, progress).run();
}

}  // namespace limber::soak
