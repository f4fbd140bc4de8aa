// Episodes of the controller of torques: a path that validates, profiles, waypoints, pushes, changes and faults.
#include <limits>

#include "controlled_episode.hpp"
#include "drawn_torque_parameters.hpp"
#include "limber/controllers/variable_stiffness_controller.hpp"
#include "torque_robot.hpp"
#include "torque_watch.hpp"

namespace limber::soak {
namespace {

constexpr int kPathAttempts = 12;

class TorqueEpisode : public ControlledEpisode<VariableStiffnessController, StiffnessTelemetry> {
 public:
  TorqueEpisode(const EpisodeOptions& options, Tally& tally, Progress& progress)
      : ControlledEpisode(options, Use::kTorques, tally, progress),
        q_path_(draw_posture(draw_, soaked_.arm)),
        p_(with_path(draw_torque_parameters(draw_, soaked_.arm))),
        controller_(soaked_.arm, p_),
        robot_(soaked_.arm, draw_start(), options.seed),
        watch_(soaked_.arm, p_, tally) {
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
    return sum_.value();
  }

 private:
  VariableStiffnessController& controller() override { return controller_; }
  const RobotState& robot() const override { return robot_.state(); }
  double rate() const override { return p_.update_rate; }
  void move_robot(const Command& command, double period) override { robot_.step(command.effort, period); }
  void activated(const RobotState& state) override { watch_.start(state); }
  void see(long cycle, Command command, StiffnessTelemetry& t, double period) override {
    if (options_.tamper_torques) options_.tamper_torques(cycle, command, t);
    watch_.see(command, t, period, going_on_);
  }
  bool fault_must_stop_it(const InjectedFault& fault) const override {
    return fault.must_stop_it(p_.supervisor.stale_timeout, false);
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

  // --- what happens ---

  void happen_once() override {
    const int kind = draw_.below(100);
    if (kind < 35) return push();
    if (kind < 60) return waypoint();
    if (kind < 70) return go_wrong();
    if (kind < 72) return robot_.shove(draw_shove(0.3));
    if (kind < 86) return change();
    if (kind < 97) return request_any();
    reactivate();
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
  void try_refusal() override {
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

  JointVector q_path_;
  VariableStiffnessParameters p_;
  VariableStiffnessController controller_;
  TorqueRobot robot_;
  TorqueWatch watch_;
};

}  // namespace

std::uint64_t run_torque_episode(const EpisodeOptions& options, Tally& tally, Progress& progress) {
  return TorqueEpisode(options, tally, progress).run();
}

}  // namespace limber::soak
