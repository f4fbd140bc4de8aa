// What all episodes have in common. In each cycle, things happen, the robot moves, faults are injected into the
// readings, the controller commands, and the result is checked.
#pragma once

#include <optional>
#include <string>

#include "draw.hpp"
#include "episode.hpp"
#include "injected_fault.hpp"
#include "limber/event.hpp"
#include "soak_arm.hpp"
#include "state_watch.hpp"
#include "story.hpp"
#include "timetable.hpp"

namespace limber::soak {

// `Record` is the telemetry of the controller.
template <typename Controlled, typename Record>
class ControlledEpisode {
 public:
  virtual ~ControlledEpisode() = default;

 protected:
  ControlledEpisode(const EpisodeOptions& options, Use use, Tally& tally, Progress& progress)
      : options_(options),
        tally_(tally),
        draw_(options.seed, 2),
        refusals_(options.seed, 3),
        soaked_(draw_arm(draw_, use)),
        progress_(progress),
        story_(options.tells),
        state_(tally) {
    progress.arm = soaked_.kind;
  }

  // --- specific to an episode ---

  virtual Controlled& controller() = 0;
  virtual const RobotState& robot() const = 0;
  virtual void move_robot(const Command& command, double period) = 0;
  virtual double rate() const = 0;  // Hz
  virtual void activated(const RobotState& state) = 0;
  virtual void see(long cycle, Command command, Record& record, double period) = 0;
  virtual bool fault_must_stop_it(const InjectedFault& fault) const = 0;
  virtual void happen_once() = 0;
  virtual void try_refusal() = 0;
  virtual void asked(Request) {}
  virtual void commanded() {}
  virtual double next_period() { return draw_period(draw_, rate()); }  // s
  virtual bool helped() const { return true; }                         // faults are reset and holds are ended

  // --- common to all episodes ---

  void run_cycles(long cycles) {
    for (const long end = cycles_done_ + cycles; cycles_done_ < end; ++cycles_done_) {
      progress_.cycle = cycles_done_;
      cycle(cycles_done_);
    }
  }

  double now() const { return robot().time; }
  template <typename... Args>
  void tell(fmt::format_string<Args...> text, const Args&... args) const {
    story_.tell<Args...>(now(), progress_.cycle, text, args...);
  }

  void activate() {
    const RobotState state = robot();
    active_ = controller().activate(state);
    tell("activation {}", active_ ? "done" : "refused");
    if (!active_) return;
    activated(state);
    state_.start();
    fault_.forgotten();
  }
  void reactivate() {
    controller().deactivate();
    see_events();
    activate();
  }

  Wrong wrong() const { return fault_.kind; }
  // With a new time-out, fresh readings may become stale; the allowed count starts again.
  void take_time_out(double before, double now) {
    if (now != before) fault_.forgotten();
  }
  void go_wrong() {
    if (fault_.kind != Wrong::kNothing) return;
    fault_.begin(draw_, robot());
    ++tally_.injected[name(fault_.kind)];
    tell("wrong from now on: {}", name(fault_.kind));
  }
  JointVector draw_shove(double largest) {
    JointVector by(soaked_.arm.joint_count());
    for (double& joint : by) joint = draw_.between(-largest, largest);
    ++tally_.injected["joints jump"];
    tell("the joints jump");
    return draw_.unit() * by;
  }
  void request_any() {
    const int kind = draw_.below(5);
    tell("a request, {}", kind);
    ask(static_cast<Request>(kind));
  }
  void ask(Request request) {
    if (!controller().request(request)) return;
    state_.requested(request);
    asked(request);
  }

  const EpisodeOptions& options_;
  Tally& tally_;
  Draw draw_, refusals_;
  SoakArm soaked_;
  Command command_;
  Checksum sum_;
  std::optional<Recurrence> happenings_;
  bool active_ = false;
  bool going_on_ = false;      // the controller was asked to continue in this cycle
  bool robot_stands_ = false;  // the robot ignores commands

 private:
  void cycle(long k) {
    const double h = next_period();
    while (happenings_->due(now(), draw_)) happen_once();
    while (options_.refusals && mistakes_.due(now(), refusals_)) try_refusal();
    move_robot(command_, h);
    RobotState state = robot();
    double period = h;
    fault_.spoil(state, period, 1.0 / rate());
    const Command told = controller().update(state, period);
    if (!active_) see_inactive(told, state);
    if (!told.empty()) command_ = told;
    for (const JointVector* part : {&command_.q, &command_.qd, &command_.effort}) sum_.add(*part);
    ++tally_.cycles;
    tally_.seconds += h;
    if (active_) {
      commanded();
      watch(k, period);
    } else if (k % 10 == 0) {
      activate();
    }
  }

  // In any state, an inactive controller commands the measured joints or nothing.
  void see_inactive(const Command& told, const RobotState& state) {
    const bool measured = told.q == state.q && told.qd.isZero(0.0) && told.effort.size() == 0;
    tally_.expect(Check::kFinite, told.empty() || measured, "an inactive controller commands a place of its own");
  }

  void watch(long k, double period) {
    Record record;
    tally_.expect(Check::kTelemetry, controller().take_telemetry(record), "no record of this cycle");
    going_on_ = state_.asked();
    see(k, command_, record, period);
    state_.see(record, robot_stands_);
    if (k % 64 == 0) state_.see_every_field(record);
    if (fault_must_stop_it(fault_)) {
      tally_.expect(Check::kFaultSeen, record.state == SupervisorState::kFaulted, name(fault_.kind));
    }
    see_events();
    if (!helped()) return;
    if (const std::optional<Request> request = recovery_.request(record.state, now(), draw_)) ask(*request);
  }

  void see_events() {
    Event event;
    while (controller().take_event(event)) {
      tell("{}", controller().sentence(event));
      if (event.kind == Event::Kind::kFault) state_.see_fault(event.fault);
    }
  }

  Progress& progress_;
  long cycles_done_ = 0;
  Story story_;
  StateWatch state_;
  Recurrence mistakes_{0.3};
  InjectedFault fault_;
  Recovery recovery_;
};

}  // namespace limber::soak
