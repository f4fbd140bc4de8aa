// Episodes of the torque controller: a valid path, profiles, waypoints, pushes, changes and faults. Some are left alone
// at the end; they must continue, come to rest, and stand when held.
#include <limits>
#include <utility>

#include "arm/task_path.hpp"
#include "controlled_episode.hpp"
#include "drawn_torque_parameters.hpp"
#include "limber/telemetry.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "safety/robot_status.hpp"
#include "torque_liveness.hpp"
#include "torque_robot.hpp"
#include "torque_watch.hpp"

namespace limber::soak {
namespace {

constexpr int kPathAttempts = 12;
constexpr double kLongestCalm = 120.0;  // s within which an arm that is left alone must reach its target
constexpr double kRest = 1.0;           // s without motion, in addition to half a period of its oscillation
constexpr double kSmallSway = 2e-3;     // m of the tool, in that time
constexpr double kUnhurried = 200.0;    // Hz: at lower rates, brakes and walls act late

enum class Stage { kWild, kFlood, kCalm, kHeld };

class TorqueEpisode : public ControlledEpisode<VariableStiffnessController, StiffnessTelemetry> {
 public:
  TorqueEpisode(const EpisodeOptions& options, Tally& tally, Progress& progress)
      : ControlledEpisode(options, Use::kTorques, tally, progress),
        q_path_(draw_posture(draw_, soaked_.arm)),
        p_(with_path(draw_torque_parameters(draw_, soaked_.arm))),
        controller_(soaked_.arm, p_),
        robot_(soaked_.arm, draw_start(), options.seed),
        watch_(soaked_.arm, p_, tally),
        liveness_(soaked_.arm, p_, tally) {
    happenings_.emplace(draw_.scale(0.05, 0.5));
    progress.arm += ", torques";
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
    run_cycles(1000 + draw_.below(4000));
    if (active_ && draw_.chance(0.4)) leave_alone();
    return sum_.value();
  }

 private:
  VariableStiffnessController& controller() override { return controller_; }
  const RobotState& robot() const override { return robot_.state(); }
  double rate() const override { return p_.update_rate; }
  void move_robot(const Command& command, double period) override { robot_.step(command.effort, period); }
  void activated(const RobotState& state) override {
    watch_.start(state);
    liveness_.start();
    handed_in_ = 0;
  }
  double next_period() override { return stage_ == Stage::kWild ? draw_period(draw_, rate()) : 1.0 / rate(); }
  bool helped() const override { return stage_ != Stage::kHeld; }
  void see(long cycle, Command command, StiffnessTelemetry& t, double period) override {
    if (options_.tamper_torques) options_.tamper_torques(cycle, command, t);
    const bool stood = std::exchange(robot_stands_, t.speed_scaling < kStandingShare);
    watch_.see(command, t, period, going_on_ || (stood && !robot_stands_));
    liveness_.see(t, wrong() == Wrong::kJointsFrozen, going_on_);
    if (handed_in_ == 0) {
      tally_.expect(Check::kRefusal, !t.waypoints_active && t.waypoints_queued == 0,
                    "a waypoint of an earlier activation");
    }
    if (stage_ == Stage::kFlood) {
      liveness_.see_target(t, robot_);
      if (!soaked_.kind.starts_with("random")) liveness_.see_joints(robot_);
    }
    last_ = t;
    if (stage_ == Stage::kCalm) see_rest(t);
  }
  void see_rest(const StiffnessTelemetry& t) {
    const Vector3 p = soaked_.arm.pose(robot_.q(), soaked_.arm.tip()).p;
    rested_for_ += t.period;
    if (liveness_.rests(t, robot_) && (p - rested_at_).norm() < kSmallSway) return;
    rested_for_ = 0.0;
    rested_at_ = p;
  }
  bool rested() const { return rested_for_ > kRest && rested_for_ > kRest + liveness_.half_a_swing(last_, robot_); }
  bool fault_must_stop_it(const InjectedFault& fault) const override {
    return fault.must_stop_it(p_.supervisor.stale_timeout, false);
  }

  // --- the end of some episodes ---

  // All disturbances are over. First waypoints for a while, then nothing: it continues, its target arrives, and it
  // comes to rest where its springs hold it. When held, it stays there.
  void leave_alone() {
    stage_ = Stage::kCalm;
    robot_.push.setZero();
    robot_.speed_scaling = 1.0;
    be_gentle();
    run_for(2.0);
    run_cycles(400);  // faults of its readings end
    if (p_.update_rate >= kUnhurried) flood();
    VariableStiffnessParameters p = p_;
    p.waypoints.policy = WaypointPolicy::kLatest;  // 64 of them, one after the other, would take minutes
    take(p);
    double waited = 0.0, way_before = kUnlimited;  // m, halfway through
    // Noise may shake it for ever, or limits may hold it: then it need not come to rest, but its target must arrive.
    while (waited < kLongestCalm && !(liveness_.waits(last_) && (rested() || waited > 0.5 * kLongestCalm))) {
      run_for(0.1);  // a wait may be short
      waited += 0.1;
      if (waited < 0.5 * kLongestCalm) way_before = liveness_.way_left(last_);
    }
    tell("left alone for {:.1f} s", waited);
    // At low rates the springs shake a light arm all the time, and the target only moves as fast as a shaking arm can
    // follow.
    const bool comes = liveness_.way_left(last_) < 0.9 * way_before;
    tally_.expect(Check::kTorqueGoesOn, liveness_.waits(last_) || comes, "its target is not where its cycle waits");
    if (!rested()) return;
    liveness_.see_rest(last_, robot_);
    stage_ = Stage::kHeld;
    ask(Request::kHold);
    const Vector3 stood = soaked_.arm.pose(robot_.q(), soaked_.arm.tip()).p;
    for (int i = 0; i < 4; ++i) {
      run_for(0.5);
      liveness_.see_held(stood, robot_);
    }
  }
  void run_for(double seconds) { run_cycles(std::lround(seconds * p_.update_rate)); }
  void flood() {
    const double blend = draw_.scale(0.1, 2.0);
    VariableStiffnessParameters p = p_;
    p.waypoints.blend_duration = blend;
    take(p);
    happenings_.emplace(draw_.scale(0.02, 0.5));
    stage_ = Stage::kFlood;
    tell("nothing but waypoints, blends of {:.2f} s", blend);
    run_for(4.0);
    stage_ = Stage::kCalm;
  }
  void be_gentle() {
    take(gentle(draw_, soaked_.arm, p_));
    tell("gentle from now on, and left alone");
  }

  // A straight path that the arm can follow, if a few attempts find one.
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

  // Near the start of the path, or anywhere.
  JointVector draw_start() {
    if (draw_.chance(0.2)) return draw_posture(draw_, soaked_.arm);
    JointVector q = q_path_;
    for (int i = 0; i < soaked_.arm.joint_count(); ++i) {
      const JointLimits& limits = soaked_.arm.joints()[static_cast<std::size_t>(i)].limits;
      q[i] = std::clamp(q[i] + draw_.between(-0.1, 0.1), limits.lower, limits.upper);
    }
    return q;
  }

  // --- events ---

  void happen_once() override {
    if (stage_ == Stage::kFlood) return waypoint();
    if (stage_ != Stage::kWild) return;
    const int kind = draw_.below(100);
    if (kind < 35) return push();
    if (kind < 60) return waypoint();
    if (kind < 70) return go_wrong();
    if (kind < 72) return robot_.shove(draw_shove(0.3));
    if (kind < 86) return change();
    if (kind < 95) return request_any();
    if (kind < 98) return move_slider();
    controller_.deactivate();
    const WaypointAnswer answer = controller_.add_waypoint({Vector3::Zero(), true});
    tally_.expect(Check::kRefusal, answer == WaypointAnswer::kInactive,
                  "a waypoint for a controller at rest was taken");
    reactivate();
  }
  void move_slider() {
    const int kind = draw_.below(3);
    robot_.speed_scaling = kind == 0 ? 0.0 : kind == 1 ? 1.0 : draw_.scale(1e-4, 1.0);
    tell("the robot goes at {:.4f} of its speed", robot_.speed_scaling);
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
    handed_in_ += count;
    tell("{} waypoints", count);
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
        p.waypoints.blend_duration = draw_.scale(0.1, 2.0);
        break;
      default:
        p.stiffness = draw_stiffness(draw_);
    }
    try {
      take(p);
      tell("other parameters");
    } catch (const ArmError& error) {
      ++tally_.changes_refused;
      tell("refused: {}", std::string(error.what()));
    }
  }
  void take(const VariableStiffnessParameters& p) {
    controller_.set_parameters(p);
    take_time_out(p_.supervisor.stale_timeout, p.supervisor.stale_timeout);
    p_ = p;
    watch_.expect(p_);
    liveness_.expect(p_);
    ++tally_.changes_taken;
  }

  // Refused inputs must have no effect: the twin of this episode runs without them.
  void try_refusal() override {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    ++tally_.changes_refused;
    VariableStiffnessParameters p = p_;
    const int kind = refusals_.below(7);
    if (kind == 0) {
      const WaypointAnswer answer = controller_.add_waypoint({Vector3(0.1, nan, 0.1), false});
      return tally_.expect(Check::kRefusal, answer != WaypointAnswer::kTaken, "a waypoint of NaN was taken");
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

  JointVector q_path_;
  VariableStiffnessParameters p_;
  VariableStiffnessController controller_;
  TorqueRobot robot_;
  TorqueWatch watch_;
  TorqueLiveness liveness_;
  Stage stage_ = Stage::kWild;
  StiffnessTelemetry last_;
  double rested_for_ = 0.0;  // s
  Vector3 rested_at_ = Vector3::Zero();
  long handed_in_ = 0;  // waypoints since activation
};

}  // namespace

std::uint64_t run_torque_episode(const EpisodeOptions& options, Tally& tally, Progress& progress) {
  return TorqueEpisode(options, tally, progress).run();
}

}  // namespace limber::soak
