// Press episodes: an arm finds a plane, presses on it at rest and while it is led along it, regulated or not, and loses
// it; what changes meanwhile changes neither its force nor its speed by more than promised.
#include "pressing_arm.hpp"

namespace limber::soak {
namespace {

constexpr double kForceKept = 0.1;   // N, in the mean
constexpr double kSwings = 0.1;      // N, at rest
constexpr double kPeakTime = 6e-3;   // s: a peak is a mean over this time
constexpr double kPredicted = 1.25;  // of the accepted force: the prediction is within 15 %
constexpr double kLongestAir = 5.0;  // s, of an approach
constexpr double kPressRest = 1e-4;  // m/s

class PressEpisode : public PressingArm {
 public:
  using PressingArm::PressingArm;

  std::uint64_t run() {
    if (!can_press()) return 0;
    ++tally_.arms[soaked_.kind];
    robot_.step(command_, h());
    activate();
    advance(0.5);
    for (int rounds = 1 + draw_.below(2); rounds > 0; --rounds) {
      find_surface();
      see_force("after the touch");
      for (int k = 1 + draw_.below(4); k > 0; --k) {
        happen();
        see_force("later");
      }
      release();
    }
    return sum_.value();
  }

 private:
  double damping() const { return (*p_.compliance.damping)(axis_, axis_); }
  double least_damped_speed() const { return newtons_ / damping(); }

  void find_surface() {
    const double speed = std::min(least_damped_speed(), p_.supervisor.press_approach_speed);
    const double gap = draw_.chance(0.3) ? std::min(0.05, kLongestAir * speed) : draw_.scale(0.01, 0.5) * speed;
    put_wall(gap);
    spoilt_ = false;
    contacts_lost_ = controller_->telemetry().contacts_lost;
    presses_ = true;
    tell("a press of {:.1f} N on a plane of {:.0f} N/m in {:.1f} mm, D {:.0f}, servo {} {} {}, told {} {}", newtons_,
         wall_stiffness_, 1e3 * gap, (*p_.compliance.damping)(0, 0), static_cast<int>(robot_.servo().kind),
         robot_.servo().lag, robot_.servo().delay, p_.servo.lag, p_.servo.delay);
    tell(
        "{} Hz, regulation {}, align {}, alpha {:.2f}, filter {:.1f} Hz, guard {}, M {:.2f}, friction {:.2f}, damping "
        "{:.1f}",
        p_.update_rate, static_cast<int>(p_.press.regulation), static_cast<int>(p_.press.align),
        p_.compliance.admittance_ratio, p_.wrench.filter_cutoff.value_or(0.0), p_.contact_guard.enabled,
        p_.compliance.mass(axis_, axis_), robot_.wall.friction, robot_.wall.damping);
    const double peak = see_touch();
    const double accepted = p_.press.max_touch_force;
    if (!spoilt_ && straight() && rightly_told()) {
      // What the press does, and a spring that is met by the mass of the law with this speed, and pushes back late.
      const double M = p_.compliance.mass(axis_, axis_), K = wall_stiffness_;
      const double met = speed * (2.0 * K * late_ + std::sqrt(K * M));
      tally_.expect(Check::kTouch, peak, 1.5 * expected_force() + 2.0 * met, "N, by the law");
    }
    if (!spoilt_ && accepted > expected_force() && robot_.servo_is(p_.servo) && straight()) {
      tally_.expect(Check::kTouch, peak, kPredicted * accepted, "N, accepted");
    }
    go_on(settling_time());
  }
  // N: the largest mean force over kPeakTime in the second after the touch.
  double see_touch() {
    double peak = 0.0, mean = 0.0;
    for (double since = 0.0, waits = 0.0; since < 1.0 && waits < 2.0 * kLongestAir; waits += h()) {
      go_on(0.5 * h());
      const double force = robot_.wall_force().norm();
      if (force > 0.0) since += h();
      mean += std::min(1.0, h() / kPeakTime) * (force - mean);
      peak = std::max(peak, mean);
    }
    return peak;
  }

  void see_force(const char* when) {
    limited_ = false;
    double mean = 0.0, lowest = 1e9, highest = -1e9;
    long n = 0;
    for (const double end = now() + 1.0; now() < end; ++n) {
      go_on(0.5 * h());
      const double force = kept_force();
      mean += force;
      lowest = std::min(lowest, force);
      highest = std::max(highest, force);
    }
    mean /= static_cast<double>(n);
    const Telemetry& t = controller_->telemetry();
    tell("{:.3f} N of {:.3f}, {:.3f} to {:.3f}, guard {:.0f}, limited {}", mean, expected_force(), lowest, highest,
         t.guard_damping[axis_], t.limited.bits);
    const bool stands = speed_ == 0.0;
    const bool promised = stands || p_.press.regulation != PressRegulation::kNone || straight();
    if (ended_by_a_loss()) spoilt_ = true;
    if (limited_ || spoilt_ || !rightly_told() || !promised || !presses_) return;
    tally_.expect(Check::kPressForce, std::abs(mean - expected_force()), kForceKept, when);
    if (stands) tally_.expect(Check::kPressSteady, highest - lowest, kSwings, when);
  }

  void happen() {
    switch (draw_.below(6)) {
      case 0:
      case 1:
        return regulate_otherwise();
      case 2:
        return slide();
      case 3:
        return press_harder();
      case 4:
        return interrupt();
      default:
        return lose_surface();
    }
  }

  void regulate_otherwise() {
    const PressRegulation before = p_.press.regulation;
    const double earlier = expected_force();
    p_.press.regulation = static_cast<PressRegulation>(draw_.below(3));
    if (draw_.chance(0.3)) p_.press.align = static_cast<PressAlign>(draw_.below(7));
    set_parameters();
    tell("regulation {} after {}", static_cast<int>(p_.press.regulation), static_cast<int>(before));
    limited_ = false;
    const double later = expected_force(), least = std::min(earlier, later), most = std::max(earlier, later);
    const bool told = rightly_told();
    // With another share of the measured force the press is another one, and the law may overshoot.
    const double allowed = kForceKept + 0.15 * newtons_ + 0.5 * (most - least);
    for (const double end = now() + 1.0; now() < end;) {
      go_on(0.5 * h());
      if (ended_by_a_loss()) break;
      const double off = std::max(least - kept_force(), kept_force() - most);
      if (told && !limited_) tally_.expect(Check::kPressSwitch, off, allowed, "N");
    }
    go_on(settling_time());
  }

  void slide() {
    if (poses_ == nullptr) return;
    speed_ = (draw_.chance(0.5) ? 1.0 : -1.0) * draw_.scale(0.002, 0.02);
    tell("led along at {:.4f} m/s", speed_);
    go_on(2.0);
    see_force("led along");
    speed_ = 0.0;
    go_on(settling_time());
  }

  void press_harder() {
    newtons_ = draw_.between(4.0, 25.0);
    tell("{:.1f} N from now on", newtons_);
    go_on(settling_time());
  }

  void interrupt() {
    const int kind = draw_.below(3);
    tell("an interruption, {}", kind);
    if (kind == 0) ask(Request::kHold);
    if (kind == 1) robot_.speed_scaling = 0.0;
    if (kind == 2) {
      for (int k = 0; k < 8; ++k) cycle(h(), [](RobotState& state) { state.F_S_S[2] = std::nan(""); });
    }
    go_on(draw_.between(0.0, 0.5));
    robot_.speed_scaling = 1.0;
    ask(kind == 2 ? Request::kResetFault : Request::kRun);
    go_on(1.0 + settling_time());
  }

  // The surface falls away; it may be found again.
  void lose_surface() {
    const double way = draw_.between(0.0, 0.01);
    tell("the surface falls away by {:.4f} m", way);
    robot_.wall.offset += way;
    const bool ends = p_.press.on_loss == PressLoss::kEnd;
    const double slowest = std::min(least_damped_speed(), p_.supervisor.press_approach_speed);
    go_on(1.0 + way / std::max(0.5 * slowest, 1e-3));
    if (ends && controller_->telemetry().contacts_lost > contacts_lost_) {
      go_on(p_.supervisor.control_wrench_timeout + p_.supervisor.control_wrench_ramp);
      see_quiet("after a loss that ends the press");
      tally_.expect(Check::kPressQuiet, controller_->telemetry().wrench_control.norm(), 1e-3,
                    "N of a press that ended");
      release();
      find_surface();
    }
    go_on(settling_time());
    contacts_lost_ = controller_->telemetry().contacts_lost;
  }

  void release() {
    tell("the press ends");
    presses_ = false;
    go_on(p_.supervisor.control_wrench_timeout + p_.supervisor.control_wrench_ramp);
    see_quiet("after the press");
  }
  void see_quiet(const char* when) {
    go_on(settling_time());
    if (spoilt_ || controller_->state() != SupervisorState::kRunning) return;
    limited_ = false;
    for (const double end = now() + 0.3; now() < end;) {
      go_on(0.5 * h());
      if (limited_) return;  // it slides along a limit
      tally_.expect(Check::kPressQuiet, std::abs(speed_into()), kPressRest, when);
    }
  }

  bool ended_by_a_loss() const {
    return p_.press.on_loss == PressLoss::kEnd && controller_->telemetry().contacts_lost != contacts_lost_;
  }

  std::int64_t contacts_lost_ = 0;
};

}  // namespace

std::uint64_t run_press_episode(const EpisodeOptions& options, Tally& tally, Progress& progress) {
  return PressEpisode(options, tally, progress).run();
}

}  // namespace limber::soak
