// Episodes of position and velocity controllers: A with poses and joints to follow, B with trajectories.
#include <memory>
#include <utility>

#include "controlled_episode.hpp"
#include "drawn_parameters.hpp"
#include "energy_watch.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "limber/telemetry.hpp"
#include "mistakes.hpp"
#include "motion_watch.hpp"
#include "position_robot.hpp"
#include "reference_stream.hpp"
#include "safety/robot_status.hpp"

namespace limber::soak {
namespace {

class CompliantEpisode : public ControlledEpisode<CompliantController, Telemetry> {
 public:
  CompliantEpisode(const EpisodeOptions& options, Controller kind, Tally& tally, Progress& progress)
      : ControlledEpisode(options, Use::kPositions, tally, progress),
        q_start_(draw_posture(draw_, soaked_.arm)),
        X_start_(soaked_.arm.pose(q_start_, soaked_.arm.tip())),
        p_(draw_parameters(draw_, soaked_, X_start_.p)),
        robot_(soaked_, p_, q_start_, options.seed),
        motion_(soaked_.arm, p_, tally),
        energy_(tally) {
    if (robot_.servo().by_velocity) p_.command_interfaces = {"velocity"};
    motion_.expect(p_);
    happenings_.emplace(draw_.scale(0.05, 0.5));
    if (kind == Controller::kAdmittance) {
      auto made = std::make_unique<AdmittanceController>(soaked_.arm, p_);
      poses_ = made.get();
      controller_ = std::move(made);
    } else {
      auto made = std::make_unique<CartesianAdmittanceController>(soaked_.arm, p_);
      trajectories_ = made.get();
      controller_ = std::move(made);
    }
    calm_ = draw_.chance(0.2);
    command_ = {q_start_, 0.0 * q_start_};
  }

  std::uint64_t run() {
    ++tally_.arms[soaked_.kind];
    const long cycles = 1000 + draw_.below(5000);
    robot_.step(command_, 1.0 / p_.update_rate);
    activate();
    run_cycles(cycles);
    return sum_.value();
  }

 private:
  CompliantController& controller() override { return *controller_; }
  const RobotState& robot() const override { return robot_.state(); }
  double rate() const override { return p_.update_rate; }
  void move_robot(const Command& command, double period) override {
    keep_leading();
    robot_.step(command, period);
  }

  void activated(const RobotState& state) override {
    motion_.start(state);
    energy_.start(p_);
    led_ = handed_;
    based_ = axes_of_base();
  }
  void asked(Request request) override {
    if (request != Request::kTare && request != Request::kHold) led_ = true;
  }
  void commanded() override { handed_ = false; }

  void see(long cycle, Command command, Telemetry& t, double period) override {
    if (options_.tamper) options_.tamper(cycle, command, t);
    if (going_on_) motion_.went_on();
    const bool stood = std::exchange(robot_stands_, t.speed_scaling < kStandingShare);
    if (stood && !robot_stands_) led_ = true;
    motion_.see(command, t, period);
    energy_.see(t, based_ && !led_ && p_.integrate_from == IntegrateFrom::kCommand);
  }
  bool fault_must_stop_it(const InjectedFault& fault) const override {
    return fault.must_stop_it(p_.supervisor.stale_timeout);
  }

  // --- events ---

  void try_refusal() override {
    const std::string refusal = make_mistake(refusals_, {*controller_, poses_, trajectories_}, p_, tool(), tally_);
    tell("refused: {}", refusal);
  }

  void happen_once() override {
    const int kind = draw_.below(100);
    if (kind < 35) return push();
    if (kind < 40) return build_wall();
    if (kind < 48) return go_wrong();
    if (kind < 50) return robot_.shove(draw_shove(0.5));
    if (kind < 51) return switch_servo();
    if (kind < 53) return move_slider();
    if (calm_) return;
    if (kind < 70) return change();
    if (kind < 82) return lead();
    if (kind < 90) return request_some();
    if (kind < 97) return press();
    reactivate();
  }

  void push() {
    robot_.push = draw_push(draw_);
    tell("a push of {:.1f} N", robot_.push.constant.head<3>().norm() + robot_.push.swing.head<3>().norm());
  }
  void build_wall() {
    robot_.wall = {draw_.direction(), 0.0, draw_.scale(100.0, 1e5), draw_.chance(0.5) ? 0.0 : draw_.scale(1.0, 200.0)};
    robot_.wall.offset = robot_.wall.normal.dot(tool().p) + draw_.between(0.0, 0.1);
    if (draw_.chance(0.3)) robot_.wall.offset = kUnlimited;
    tell("a wall of {:.0f} N/m", robot_.wall.stiffness);
  }
  void switch_servo() {
    robot_.become_another(p_.servo);
    tell("another servo");
  }

  void move_slider() {
    const int kind = draw_.below(3);
    robot_.speed_scaling = kind == 0 ? 0.0 : kind == 1 ? 1.0 : draw_.scale(1e-4, 1.0);
    tell("the robot goes at {:.4f} of its speed", robot_.speed_scaling);
  }

  // Pose of C.
  Pose tool() const {
    const bool on_tool = !axes_of_base() && !p_.frame_id.empty();
    return soaked_.arm.pose(robot_.q(), on_tool ? *soaked_.arm.find_frame(p_.frame_id) : soaked_.arm.tip());
  }
  bool axes_of_base() const { return p_.frame_id == "world" || p_.frame_id == soaked_.arm.base_name(); }

  void change() {
    const char* changed = "";
    const double time_out = p_.supervisor.stale_timeout;
    p_ = draw_change(draw_, soaked_, X_start_.p, p_, changed);
    take_time_out(time_out, p_.supervisor.stale_timeout);
    controller_->set_parameters(p_);
    motion_.expect(p_);
    energy_.expect(p_);
    ++tally_.changes_taken;
    led_ = true;
    tell("another {}", changed);
  }

  void lead() {
    led_ = handed_ = true;
    if (trajectories_ != nullptr) {
      const double start = draw_.chance(0.6) ? 0.0 : std::max(1e-3, now() + draw_.between(-1.0, 1.0));
      tell("a trajectory");
      return hand_in_trajectory(draw_points(draw_, tool()), start);
    }
    const int kind = draw_.below(3);
    if (kind == 0) {
      tell("a pose");
      const bool moves = draw_.chance(0.2);
      const Pose X = draw_pose_near(draw_, tool(), 0.4, 1.5);
      const Vector6 twist = moves ? draw_.six(draw_.scale(0.01, 1.0), draw_.scale(0.01, 1.0)) : Vector6::Zero().eval();
      const bool taken{poses_->set_desired_pose(X, twist)};
      tally_.expect(Check::kRefusal, taken == (active_ && may_reach(soaked_.arm, p_, X.p)),
                    taken ? "a pose was taken while inactive or out of reach" : "a good pose was refused");
      return;
    }
    stream_.begin(draw_, now(), kind == 1, tool(), robot_.q());
    tell("a stream of {}", kind == 1 ? "joints" : "poses");
  }

  void hand_in_trajectory(const std::vector<CompliantPoint>& points, double start) {
    const bool in_reach = std::all_of(points.begin(), points.end(), [this](const CompliantPoint& point) {
      return may_reach(soaked_.arm, p_, point.X_BR.p);
    });
    bool taken = true;
    try {
      trajectories_->set_trajectory(points, start);
    } catch (const TrajectoryError&) {
      taken = false;
    }
    tally_.expect(Check::kRefusal, taken == (active_ && in_reach),
                  taken ? "a trajectory was taken while inactive or out of reach" : "a good trajectory was refused");
  }

  void request_some() {
    request_any();
    if (draw_.chance(0.1)) ask(static_cast<Request>(draw_.below(5)));
  }

  void press() {
    press_until_ = now() + draw_.wait(draw_.chance(0.5) ? 0.5 : 3.0);
    press_force_ = draw_.six(draw_.scale(0.5, 60.0), draw_.chance(0.5) ? 0.0 : 2.0 * draw_.unit());
    led_ = true;
    tell("a press of {:.1f} N", press_force_.head<3>().norm());
    if (draw_.chance(0.6)) build_wall_to_press();
  }
  // Across the press, or inclined; often something that a stable press can be on.
  void build_wall_to_press() {
    const Pose X = tool();
    const Vector3 force = press_force_.head<3>();
    const Vector3 along = axes_of_base() ? force : Vector3(X.R * force);
    robot_.wall = {(along.normalized() + draw_.between(0.0, 0.8) * draw_.direction()).normalized(), 0.0,
                   draw_.scale(500.0, 5e4), draw_.scale(1.0, 200.0), draw_.chance(0.5) ? 0.0 : draw_.between(0.0, 0.8)};
    robot_.wall.offset =
        robot_.wall.normal.dot(soaked_.arm.pose(robot_.q(), soaked_.arm.tip()).p) + draw_.between(-0.001, 0.03);
    tell("on a surface of {:.0f} N/m", robot_.wall.stiffness);
  }

  // Streams continue cycle by cycle.
  void keep_leading() {
    if (now() < press_until_) {
      controller_->set_control_wrench(press_force_);
      led_ = handed_ = true;
    }
    if (poses_ == nullptr || !stream_.runs(now())) return;
    led_ = handed_ = true;
    stream_.send(*poses_, now());
  }

  JointVector q_start_;
  Pose X_start_;
  AdmittanceParameters p_;
  PositionRobot robot_;
  MotionWatch motion_;
  EnergyWatch energy_;
  std::unique_ptr<CompliantController> controller_;
  AdmittanceController* poses_ = nullptr;
  CartesianAdmittanceController* trajectories_ = nullptr;
  ReferenceStream stream_;
  Vector6 press_force_ = Vector6::Zero();
  double press_until_ = -1.0;
  bool calm_ = false;    // only pushes and faults
  bool led_ = false;     // since activation something may have moved the reference
  bool handed_ = false;  // a reference was sent that no cycle has taken yet
  bool based_ = false;   // since activation C has the axes of the base
};

}  // namespace

std::uint64_t run_compliant_episode(const EpisodeOptions& options, Controller controller, Tally& tally,
                                    Progress& progress) {
  return CompliantEpisode(options, controller, tally, progress).run();
}

}  // namespace limber::soak
