// Liveness episodes: the arm is led along an easy path and disturbed in different ways. After each disturbance it must
// be back at its reference in the time of the law, move only with its reference, and follow the law as computed
// independently.
#include <fmt/ranges.h>

#include <array>

#include "old_inputs.hpp"

namespace limber::soak {
namespace {

class LivenessEpisode : public OldInputs {
 public:
  using OldInputs::OldInputs;

  std::uint64_t run() {
    if (!path_.regular() && !few_joints_) return 0;
    ++tally_.arms[soaked_.kind];
    tell("lead {}, {} Hz, axes {}, K {}, from {}, servo {}", static_cast<int>(lead_), p_.update_rate,
         p_.frame_id.empty() ? "tool" : "base",
         fmt::join(p_.compliance.stiffness.diagonal().begin(), p_.compliance.stiffness.diagonal().end(), " "),
         p_.integrate_from == IntegrateFrom::kMeasured ? "measured" : "command", static_cast<int>(robot_.servo().kind));
    robot_.step(command_, h());
    activate();
    advance(0.5);
    if (draw_.chance(0.7)) push();  // an offset by hand, which only a hand may change
    const int disturbances = 1 + draw_.below(3);
    for (int i = 0; i < disturbances; ++i) {
      settle();
      keeps_offset_ = false;
      const Vector6 before = offset();
      disturb();
      recover();
      const bool unhindered = settle();
      see_that_it_follows();
      if (unhindered && keeps_offset_) see_offset_kept(before);
    }
    come_to_rest();
    if (!few_joints_) see_the_law();
    return sum_.value();
  }

 private:
  void disturb() {
    if (draw_.chance(0.35)) return disturb_by_lead();
    constexpr std::array<int, 6> kOften{3, 7, 8, 9, 10, 11};  // stops, lives, matrices, dead readings
    const int kind = draw_.chance(0.6) ? draw_.one_of(kOften) : draw_.below(15);
    keeps_offset_ = kind == 3 || kind == 4 || kind == 5 || kind == 7 || kind == 8 || kind >= 12;
    switch (kind) {
      case 0:
      case 1:
        return push();
      case 2:
        return knock();
      case 3:
        return pause();
      case 4:
        return slow_down();
      case 5:
        return come_late();
      case 6:
        return jump();
      case 7:
        return hold();
      case 8:
        return fault();
      case 9:
        return switch_off();
      case 10:
        return change();
      case 11:
        return die();
      case 13:
      case 14:
        return tell_another_servo();
      default:
        return go_silent();
    }
  }
  // Disturbances that only some leads can make.
  void disturb_by_lead() {
    if (!moves()) return change_after_push();
    const int kind = draw_.below(3);
    if (can_be_barred() && draw_.chance(0.5)) return bar_the_lead();
    if (lead_ != Lead::kTrajectory) return kind == 0 ? call_reference_here() : jump_far();
    if (kind == 0) return press_and_forget();
    return kind == 1 ? replace_in_motion() : pause();
  }

  // A trajectory is usually over when something happens; this starts one.
  void be_under_way() {
    if (lead_ != Lead::kTrajectory) return;
    sent_ = false;
    advance(draw_.between(0.5, 0.5 + path_.period()));
  }
  // Stopped for up to some seconds; in half of the cases too short to come to rest.
  void stay_stopped(double longest) {
    if (draw_.chance(0.5)) return advance(draw_.between(0.0, longest));
    for (int k = 1 + draw_.below(5); k > 0; --k) cycle();
  }

  // So hard that limits act, and so short that it hardly moves anything.
  void knock() {
    if (few_joints_) return;
    push();
    tell("a knock");
    robot_.push.constant = draw_.six(draw_.chance(0.5) ? 100.0 : 0.0, 18.0);
    cycle();
    cycle();
    robot_.push = Push();
    see_the_law_after_limits();
  }
  void pause() {
    const bool faults = draw_.chance(lead_ == Lead::kTrajectory ? 0.6 : 0.2);
    const int cycles = faults ? 10 + draw_.below(100) : 1 + draw_.below(draw_.chance(0.5) ? 4 : 300);
    be_under_way();
    tell("a pause of {} cycles", cycles);
    robot_.speed_scaling = 0.0;
    for (int k = 0; k < cycles; ++k) {
      cycle(h(), [&](RobotState& state) {
        if (faults && k > cycles / 2) state.F_S_S.setConstant(std::nan(""));
      });
    }
    const bool faulted = controller_->state() == SupervisorState::kFaulted;  // some bad cycles are tolerated
    // The command goes to the position of the robot, and is there before the reset.
    if (faults) advance(1.0);
    if (faults) ask(Request::kResetFault);
    cycle();
    robot_.speed_scaling = 1.0;
    if (!faulted || lead_ != Lead::kTrajectory) return;
    // Its trajectory is abandoned: it stays where it was at the fault.
    const Pose X = commanded();
    stand_for_nobody("after a fault in a pause");
    // Integrated from measured joints, the command starts at them, and a pause leaves it some milliradians off.
    if (p_.integrate_from == IntegrateFrom::kMeasured) return;
    tally_.expect(Check::kMovesForNobody, difference(X, commanded()).norm(), kStays, "m, rad after a fault in a pause");
  }
  void slow_down() {
    robot_.speed_scaling = draw_.scale(0.3, 0.9);
    tell("at {:.2f} of its speed", robot_.speed_scaling);
    advance(draw_.between(0.05, 1.0));
    if (lead_ == Lead::kTrajectory) sent_ = false;
    advance(draw_.between(0.05, 0.5));
    robot_.speed_scaling = 1.0;
  }
  void come_late() {
    const int times = 1 + draw_.below(20);
    tell("{} late cycles", times);
    for (int k = 0; k < times; ++k) {
      cycle(draw_.scale(2.0, 30.0) * h(), [](RobotState&) {});
      if (draw_.chance(0.7)) cycle();
    }
  }
  // The lead jumps to another point of its path within one cycle.
  void jump() {
    tell("the lead jumps");
    t_ += draw_.between(0.0, path_.period());
    advance(draw_.between(0.0, 0.3));
  }
  void hold() {
    be_under_way();
    tell("a hold");
    ask(Request::kHold);
    stay_stopped(1.0);
    ask(Request::kRun);
  }
  void fault() {
    const int kind = draw_.below(3);
    be_under_way();
    tell("a fault, {}", kind);
    for (int k = 4 + draw_.below(9); k > 0; --k) {
      cycle(h(), [&](RobotState& state) {
        if (kind == 0) state.F_S_S[2] = std::nan("");
        if (kind == 1) state.q[0] = std::nan("");
        if (kind == 2) state.F_S_S[0] += 400.0;
      });
    }
    stay_stopped(0.5);
  }

  void change() {
    if (few_joints_) return;
    if (lead_ == Lead::kOnePose) advance(0.6);  // then nothing leads
    tell("other matrices");
    const Matrix6 before = p_.compliance.stiffness;
    p_.compliance = draw_lively(draw_, soaked_).compliance;
    // Without a lead, an axis that gets stiffness is held at its position.
    for (int i = 0; i < 6 && (lead_ == Lead::kNobody || lead_ == Lead::kOnePose); ++i) {
      if (before(i, i) == 0.0) held_where_it_is_[static_cast<std::size_t>(i)] = true;
    }
    const bool stands = moved_.qd.cwiseAbs().maxCoeff() < kCalm && p_.integrate_from == IntegrateFrom::kCommand;
    const Pose X = commanded();
    controller_->set_parameters(p_);
    motion_.expect(p_);
    if (!stands || (lead_ != Lead::kNobody && lead_ != Lead::kOnePose)) return;
    advance(settling_time());
    const Vector6 e = difference(X_stands_, X);
    tally_.expect(Check::kMovesForNobody, difference(X, commanded()).norm(), kStays + e.tail<3>().norm() * e.norm(),
                  "m, rad for other matrices");
  }

  // What once led does not call back a tool that a hand has moved away since.
  void change_after_push() {
    push();
    settle();
    change();
  }

  // A sensor fails: its reading is frozen, with any stamp. Or the joints are frozen, with current stamps.
  void die() {
    const RobotState last = robot_.state();
    const bool joints = draw_.chance(0.5);
    const double ahead = draw_.chance(0.5) ? 0.0 : draw_.chance(0.5) ? 0.02 : 3600.0;
    tell("{} are dead, stamped {} s ahead", joints ? "the joints" : "the wrench", ahead);
    const JointVector commanded_then = moved_.q;
    const double least = p_.supervisor.stale_timeout + 4.0 * h();
    double since = 0.0;
    bool must = false;
    const int longest = std::max(60, static_cast<int>(2.0 * least * p_.update_rate));
    for (int k = 0; k < longest && !must; ++k) {
      cycle(h(), [&](RobotState& state) {
        if (joints) {
          state.q = last.q;
          state.qd = last.qd;
        } else {
          state.F_S_S = last.F_S_S;
          state.wrench_stamp = last.time + ahead;
        }
      });
      // Joints may stand as long as the command does.
      const double moved = (moved_.q - commanded_then).cwiseAbs().maxCoeff();
      if (!joints || moved > 0.002) since += h();
      must = since > least && (!joints || moved > 0.04);
    }
    if (must && p_.integrate_from == IntegrateFrom::kCommand) {
      tally_.expect(Check::kFaultSeen, controller_->state() == SupervisorState::kFaulted,
                    joints ? "joints frozen with fresh stamps" : "a dead wrench sensor");
    }
  }

  // In motion, and often wrong; or the robot is another one from now on.
  void tell_another_servo() {
    be_under_way();
    for (int k = 1 + draw_.below(3); k > 0; --k) {
      p_.servo = draw_servo_parameters(draw_);
      if (draw_.chance(0.3)) p_.servo.lag = robot_.servo().lag, p_.servo.delay = std::min(0.1, robot_.servo().delay);
      if (draw_.chance(0.3) && !robot_.servo().by_velocity) robot_.become_another(p_.servo);
      if (robot_.servo().by_velocity) p_.command_interfaces = {"velocity"};
      tell("a servo of {} s and {} s is told, {}", p_.servo.lag, p_.servo.delay, p_.servo.lead ? "led" : "not led");
      controller_->set_parameters(p_);
      motion_.expect(p_);
      follows_.disturbed();
      advance(draw_.between(0.0, 0.5));
    }
  }

  void go_silent() {
    tell("the lead says nothing for a while");
    quiet_ = true;
    advance(draw_.between(0.05, 1.5));
    quiet_ = false;
  }

  // Resets faults; nothing else is needed.
  void recover() {
    robot_.push = Push();
    // If a first reset meets the fault again, a later one succeeds if it had enough time.
    for (int attempt = 0; attempt < 3; ++attempt) {
      cycle();
      const bool faulted = controller_->state() == SupervisorState::kFaulted;
      if (faulted) ask(Request::kResetFault);
      advance(faulted && attempt > 0 ? 3.0 : 0.1);
    }
    tally_.expect(
        Check::kAlive,
        controller_->state() == SupervisorState::kStarting || controller_->state() == SupervisorState::kRunning,
        "it does not run again");
  }
};

}  // namespace

std::uint64_t run_liveness_episode(const EpisodeOptions& options, Tally& tally, Progress& progress) {
  return LivenessEpisode(options, tally, progress).run();
}

}  // namespace limber::soak
