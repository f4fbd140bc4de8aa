// Episodes of the controllers of positions and velocities: A with poses and joints to follow, B with trajectories.
#include <limits>
#include <memory>

#include "drawn_parameters.hpp"
#include "energy_watch.hpp"
#include "episode.hpp"
#include "injected_fault.hpp"
#include "limber/controllers/admittance_controller.hpp"
#include "limber/controllers/cartesian_admittance_controller.hpp"
#include "limber/so3.hpp"
#include "motion_watch.hpp"
#include "position_robot.hpp"
#include "state_watch.hpp"
#include "story.hpp"

namespace limber::soak {
namespace {

// A reference that swings about a place, as a person or a planner would stream it.
struct Stream {
  double until = -1.0;  // s
  bool by_joints = false;
  Pose X;
  JointVector q;
  Vector3 amplitude = Vector3::Zero();  // m
  double joint_amplitude = 0.0;         // rad
  double frequency = 0.0;               // rad/s
  bool says_motion = true;              // sends twist and acceleration too
};

class CompliantEpisode {
 public:
  CompliantEpisode(const EpisodeOptions& options, Controller kind, Tally& tally, Progress& progress)
      : options_(options),
        tally_(tally),
        progress_(progress),
        story_(options.tells),
        draw_(options.seed, 2),
        refusals_(options.seed, 3),
        soaked_(draw_arm(draw_, Use::kPositions)),
        q_start_(draw_posture(draw_, soaked_.arm)),
        X_start_(soaked_.arm.pose(q_start_, soaked_.arm.tip())),
        p_(draw_parameters(draw_, soaked_, X_start_.p)),
        robot_(soaked_, p_, q_start_, options.seed),
        motion_(soaked_.arm, p_, tally),
        energy_(tally),
        state_(tally) {
    progress.arm = soaked_.kind;
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
    mean_gap_ = draw_.scale(0.05, 0.5);
    command_ = {q_start_, 0.0 * q_start_};
  }

  std::uint64_t run() {
    ++tally_.arms[soaked_.kind];
    const long cycles = 1000 + draw_.below(5000);
    robot_.step(command_, 1.0 / p_.update_rate);
    activate();
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

  void activate() {
    const RobotState state = robot_.state();
    active_ = controller_->activate(state);
    tell("activation {}", active_ ? "done" : "refused");
    if (!active_) return;
    motion_.start(state);
    energy_.start(p_);
    state_.start();
    fault_.forgotten();
    led_ = handed_;
    based_ = p_.frame_id == "world" || p_.frame_id == soaked_.arm.base_name();
  }

  void cycle(long k) {
    const double h = draw_period();
    happen();
    keep_leading();
    RobotState state = robot_.step(command_, h);
    double period = h;
    fault_.spoil(state, period, 1.0 / p_.update_rate);
    command_ = controller_->update(state, period);
    sum_.add(command_.q);
    sum_.add(command_.qd);
    ++tally_.cycles;
    tally_.seconds += h;
    if (active_) {
      handed_ = false;
      watch(k, period);
    } else if (k % 10 == 0) {
      activate();
    }
  }

  double draw_period() {
    const double nominal = 1.0 / p_.update_rate;
    const int kind = draw_.below(200);
    if (kind == 0) return nominal * draw_.scale(1.0, 20.0);
    return kind < 100 ? nominal : nominal * draw_.between(0.6, 1.4);
  }

  void watch(long k, double period) {
    Telemetry t;
    tally_.expect(Check::kTelemetry, controller_->take_telemetry(t), "no record of this cycle");
    Command seen = command_;
    if (options_.tamper) options_.tamper(k, seen, t);
    motion_.see(seen, t, period);
    energy_.see(t, based_ && !led_ && p_.integrate_from == IntegrateFrom::kCommand);
    state_.see(t);
    if (k % 64 == 0) state_.see_every_field(t);
    if (fault_.must_stop_it(p_.supervisor.stale_timeout)) {
      tally_.expect(Check::kFaultSeen, t.state == SupervisorState::kFaulted, name(fault_.kind));
    }
    see_events();
    recover(t);
  }

  void see_events() {
    Event event;
    while (controller_->take_event(event)) {
      tell("{}", controller_->sentence(event));
      if (event.kind == Event::Kind::kFault) state_.see_fault(event.fault);
    }
  }

  // After a while somebody resets a fault and ends a hold.
  void recover(const Telemetry& t) {
    const bool stopped = t.state == SupervisorState::kFaulted || t.state == SupervisorState::kHolding;
    if (!stopped) {
      resume_at_.reset();
    } else if (!resume_at_) {
      resume_at_ = now() + draw_.wait(0.3);
    } else if (now() > *resume_at_) {
      ask(t.state == SupervisorState::kFaulted ? Request::kResetFault : Request::kRun);
      resume_at_.reset();
    }
  }

  void ask(Request request) {
    if (!controller_->request(request)) return;
    state_.requested(request);
    if (request != Request::kTare && request != Request::kHold) led_ = true;
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
    if (kind < 40) return build_wall();
    if (kind < 48) return go_wrong();
    if (kind < 50) return shove();
    if (kind < 53) return switch_servo();
    if (calm_) return;
    if (kind < 70) return change();
    if (kind < 82) return lead();
    if (kind < 90) return request_any();
    if (kind < 97) return press();
    reactivate();
  }

  void push() {
    Push push;
    const double size = draw_.chance(0.25) ? 0.0 : draw_.scale(1.0, 200.0);
    const int kind = draw_.below(4);
    if (kind != 1) push.constant = draw_.six(size, 0.05 * size * draw_.unit());
    if (kind == 1) push.swing = draw_.six(size, 0.05 * size * draw_.unit());
    push.frequency = draw_.scale(0.2, 30.0);
    if (kind == 2) push.noise = draw_.scale(0.1, 30.0);
    if (kind == 3) push.brake = draw_.scale(1.0, 100.0);
    robot_.push = push;
    tell("a push of {:.1f} N", size);
  }
  void build_wall() {
    robot_.wall = {draw_.direction(), 0.0, draw_.scale(100.0, 1e5)};
    robot_.wall.offset = robot_.wall.normal.dot(tool().p) + draw_.between(0.0, 0.1);
    if (draw_.chance(0.3)) robot_.wall.offset = kUnlimited;
    tell("a wall of {:.0f} N/m", robot_.wall.stiffness);
  }
  void go_wrong() {
    if (fault_.kind != Wrong::kNothing) return;
    fault_.begin(draw_, robot_.state());
    ++tally_.injected[name(fault_.kind)];
    tell("wrong from now on: {}", name(fault_.kind));
  }
  void shove() {
    JointVector by(q_start_.size());
    for (double& joint : by) joint = draw_.between(-0.5, 0.5);
    robot_.shove(draw_.unit() * by);
    ++tally_.injected["joints jump"];
    tell("the joints jump");
  }
  void switch_servo() {
    robot_.servo = robot_.draw_servo();
    tell("another command interface");
  }
  void reactivate() {
    controller_->deactivate();
    see_events();
    activate();
  }

  Pose tool() const {
    const bool on_tool = !based_now() && !p_.frame_id.empty();
    return soaked_.arm.pose(robot_.q(), on_tool ? *soaked_.arm.find_frame(p_.frame_id) : soaked_.arm.tip());
  }
  bool based_now() const { return p_.frame_id == "world" || p_.frame_id == soaked_.arm.base_name(); }

  void change() {
    const char* changed = "";
    p_ = draw_change(draw_, soaked_, X_start_.p, p_, changed);
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
      return trajectories_->set_trajectory(draw_points(draw_, tool()), start);
    }
    const int kind = draw_.below(3);
    if (kind == 0) {
      tell("a pose");
      const bool moves = draw_.chance(0.2);
      const Pose X = draw_pose_near(draw_, tool(), 0.4, 1.5);
      const Vector6 twist = moves ? draw_.six(draw_.scale(0.01, 1.0), draw_.scale(0.01, 1.0)) : Vector6::Zero().eval();
      tally_.expect(Check::kRefusal, poses_->set_desired_pose(X, twist), "a good pose was refused");
      return;
    }
    stream_ = {now() + draw_.scale(0.05, 2.0), kind == 1,
               draw_pose_near(draw_, tool(), draw_.chance(0.7) ? 0.0 : 0.2, 0.0), robot_.q(),
               draw_.between(0.0, 0.1) * draw_.direction(), draw_.between(0.0, 0.3), draw_.scale(0.5, 20.0),
               draw_.chance(0.8)};
    tell("a stream of {}", stream_.by_joints ? "joints" : "poses");
  }

  void request_any() {
    const int kind = draw_.below(5);
    tell("a request, {}", kind);
    ask(static_cast<Request>(kind));
    if (draw_.chance(0.1)) ask(static_cast<Request>(draw_.below(5)));
  }

  void press() {
    press_until_ = now() + draw_.wait(0.5);
    press_force_ = draw_.six(draw_.scale(0.5, 60.0), draw_.chance(0.5) ? 0.0 : 2.0 * draw_.unit());
    led_ = true;
    tell("a press of {:.1f} N", press_force_.head<3>().norm());
  }

  // Streams go on cycle by cycle.
  void keep_leading() {
    if (now() < press_until_) controller_->set_control_wrench(press_force_);
    if (poses_ == nullptr || now() >= stream_.until) return;
    led_ = handed_ = true;
    const double w = stream_.frequency, s = std::sin(w * now()), c = std::cos(w * now());
    if (stream_.by_joints) {
      const JointVector unit = JointVector::Ones(q_start_.size());
      poses_->set_joint_reference(stream_.q + stream_.joint_amplitude * s * unit,
                                  stream_.joint_amplitude * w * c * unit);
      return;
    }
    Vector6 twist = Vector6::Zero(), acceleration = Vector6::Zero();
    if (stream_.says_motion) {
      twist.head<3>() = w * c * stream_.amplitude;
      acceleration.head<3>() = -w * w * s * stream_.amplitude;
    }
    poses_->set_desired_pose({stream_.X.R, stream_.X.p + s * stream_.amplitude}, twist, acceleration);
  }

  // Whatever is refused must leave no trace: the twin of this episode does without.
  void try_refusal() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    ++tally_.changes_refused;
    const int kind = refusals_.below(4);
    if (kind == 0 && poses_ != nullptr) {
      Pose X = tool();
      X.R *= 1.001;
      return tally_.expect(Check::kRefusal, !poses_->set_desired_pose(X), "a rotation that is none was taken");
    }
    if (kind == 0) return try_bad_points();
    if (kind == 1) {
      return tally_.expect(Check::kRefusal, !controller_->set_control_wrench(Vector6::Constant(nan)),
                           "a control wrench of NaN was taken");
    }
    const char* spoilt = "";
    const AdmittanceParameters bad = draw_refusal(refusals_, p_, spoilt);
    try {
      controller_->set_parameters(bad);
    } catch (const ArmError& error) {
      tell("refused: {}", error.what());
      return;
    }
    tally_.expect(Check::kRefusal, false, spoilt);
  }
  void try_bad_points() {
    try {
      trajectories_->set_trajectory(draw_bad_points(refusals_, tool()));
    } catch (const TrajectoryError& error) {
      tell("refused: {}", error.what());
      return;
    }
    tally_.expect(Check::kRefusal, false, "a bad trajectory was taken");
  }

  const EpisodeOptions& options_;
  Tally& tally_;
  Progress& progress_;
  Story story_;
  Draw draw_, refusals_;
  SoakArm soaked_;
  JointVector q_start_;
  Pose X_start_;
  AdmittanceParameters p_;
  PositionRobot robot_;
  MotionWatch motion_;
  EnergyWatch energy_;
  StateWatch state_;
  std::unique_ptr<CompliantController> controller_;
  AdmittanceController* poses_ = nullptr;
  CartesianAdmittanceController* trajectories_ = nullptr;
  Checksum sum_;
  Command command_;
  InjectedFault fault_;
  Stream stream_;
  Vector6 press_force_ = Vector6::Zero();
  double press_until_ = -1.0;
  double next_ = 0.0, next_refusal_ = 0.0, mean_gap_ = 0.2;  // s
  std::optional<double> resume_at_;
  bool active_ = false;
  bool calm_ = false;   // nothing but pushes and faults
  bool led_ = false;    // since activation something may have moved the reference
  bool handed_ = false; // a reference was handed in that no cycle has taken yet
  bool based_ = false;  // since activation C has the axes of the base
};

}  // namespace

std::uint64_t run_compliant_episode(const EpisodeOptions& options, Controller controller, Tally& tally,
                                    Progress& progress) {
  return CompliantEpisode(options, controller, tally, progress).run();
}

}  // namespace limber::soak
