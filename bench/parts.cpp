// The parts of a cycle of A: its public pieces in order, on inputs recorded from a run, with the clock read between
// them. The remaining time is also reported.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>

#include "compliance/admittance_law.hpp"
#include "compliance/contact_guard.hpp"
#include "compliance/dynamics.hpp"
#include "compliance/passive_law.hpp"
#include "compliance/virtual_body.hpp"
#include "controllers/admittance_settings.hpp"
#include "figures.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/lock_free.hpp"
#include "limber/real_time.hpp"
#include "limber/telemetry.hpp"
#include "motion/reference.hpp"
#include "pushed_robot.hpp"
#include "safety/commanded_motion.hpp"
#include "safety/input_guard.hpp"
#include "start.hpp"
#include "wrench/wrench_pipeline.hpp"

namespace limber::bench {
namespace {

constexpr double kPeriod = 0.002;  // s

struct RecordedCycle {
  RobotState state;
  Telemetry record;
  Pose X_BV;  // pose of the virtual body, to which the tool is led
};

struct Recording {
  std::vector<RecordedCycle> cycles;
  Timing whole;
};

// After `settling` cycles, when the start ramp is over.
Recording record_run(const Arm& arm, long settling, long count) {
  const auto controller = std::make_unique<AdmittanceController>(arm, on_springs());
  PushedRobot robot(ready_posture(), 15.0);
  robot.obey({}, kPeriod);
  start(*controller, robot.read());
  Recording recording;
  recording.cycles.reserve(static_cast<std::size_t>(count));
  Command command;
  Telemetry taken;
  for (long i = 0; i < settling + count; ++i) {
    robot.obey(command, kPeriod);
    controller->take_telemetry(taken);
    const Nanoseconds start = monotonic_now();
    command = controller->update(robot.read(), kPeriod);
    const Nanoseconds end = monotonic_now();
    if (i < settling) continue;
    recording.whole.record(i - settling, count, end - start);
    const Telemetry& record = controller->telemetry();
    recording.cycles.push_back(
        {robot.read(), record, {record.orientation_command.toRotationMatrix(), record.p_command}});
  }
  return recording;
}

// The pieces of a cycle, with their state.
class Pieces {
 public:
  enum Step { kCheck, kKinematics, kWrench, kLaw, kLimits, kTelemetry, kSteps };
  static constexpr std::array<const char*, kSteps> kNames{"check", "kinematics", "wrench",
                                                          "law",   "limits",     "telemetry"};
  static constexpr std::array<const char*, kSteps> kWords{
      "looking at the inputs",       "kinematics and factor of the Jacobian", "wrench: weight, filter, lever arm",
      "law, tank and contact guard", "joints for the pose, limits",           "the record into its ring"};

  Pieces(const Arm& arm, const RecordedCycle& first)
      : arm_(arm), settings_(bind(arm, on_springs())), motion_(arm, settings_.compliance, LimitParameters{}) {
    guard_.start(first.state, settings_.joints, settings_.wrench);
    motion_.start(first.record.q_command, first.record.qd_command);
    wrench_.configure(settings_.wrench, kPeriod);
    body_.put(first.X_BV, first.record.twist_command, reference_);
    reference_.X_BR = {first.X_BV.R, first.record.p_reference};
    law_.start(settings_.tank, settings_.dynamics, reference_.X_BR.R);
    law_.reopen(body_);
  }

  void check(const RecordedCycle& cycle) {
    guard_.check(cycle.state, kPeriod, motion_.q(), settings_.joints, settings_.wrench, settings_.supervisor);
  }
  void kinematics() { motion_.update_kinematics(); }
  void wrench(const RecordedCycle& cycle) {
    const Pose X_BC = arm_.pose(cycle.state.q, settings_.compliance);
    const Pose X_BS = X_BC * settings_.X_CS;
    wrench_.step(cycle.state.F_S_S, X_BS, settings_.X_CS, cycle.state.qd.cwiseAbs().maxCoeff(), kPeriod);
  }
  void law(const RecordedCycle& cycle) {
    const Dynamics& own = law_.dynamics();
    const GuardedLoop loop{.mass = own.M.diagonal(),
                           .damping = own.D.diagonal(),
                           .free_force = settings_.tool_inertia_force,
                           .filter_time_constant = wrench_.filter_time_constant(),
                           .led = true};
    law_.open(body_);
    law_.turn(reference_.X_BR.R, body_);
    law_.set_added_damping(
        contact_guard_.step(cycle.record.wrench_compliance, Vector6::Zero(), loop, settings_.contact_guard, kPeriod));
    law_.change(body_);
    Offset offset = body_.offset_in(law_.axes());
    law_.step(offset, cycle.record.wrench_law, Vector6::Zero(), kPeriod);
    body_.set_offset_from(offset, law_.axes());
    law_.close(body_, Vector6::Zero(), false, kPeriod);
  }
  void limits(const RecordedCycle& cycle) { motion_.lead(cycle.X_BV, std::nullopt, kPeriod); }
  void telemetry(const RecordedCycle& cycle) { ring_->try_push(cycle.record); }
  void drain() { ring_->try_pop(taken_); }

 private:
  const Arm& arm_;
  AdmittanceSettings settings_;
  InputGuard guard_;
  CommandedMotion motion_;
  WrenchPipeline wrench_;
  ReferenceSample reference_;
  VirtualBody body_;
  PassiveLaw law_;
  ContactGuard contact_guard_;
  std::unique_ptr<Ring<Telemetry, 1024>> ring_ = std::make_unique<Ring<Telemetry, 1024>>();
  Telemetry taken_;
};

using StepTimings = std::array<Timing, Pieces::kSteps>;

StepTimings replay(const Arm& arm, const std::vector<RecordedCycle>& cycles) {
  Pieces pieces(arm, cycles.front());
  StepTimings timings;
  const long count = static_cast<long>(cycles.size());
  for (long i = 0; i < count; ++i) {
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): all of it is read before the clock starts
    const RecordedCycle cycle = cycles[static_cast<std::size_t>(i)];
    pieces.drain();
    std::array<Nanoseconds, Pieces::kSteps + 1> at;
    at[0] = monotonic_now();
    pieces.check(cycle);
    at[1] = monotonic_now();
    pieces.kinematics();
    at[2] = monotonic_now();
    pieces.wrench(cycle);
    at[3] = monotonic_now();
    pieces.law(cycle);
    at[4] = monotonic_now();
    pieces.limits(cycle);
    at[5] = monotonic_now();
    pieces.telemetry(cycle);
    at[6] = monotonic_now();
    for (std::size_t s = 0; s < Pieces::kSteps; ++s) timings[s].record(i, count, at[s + 1] - at[s]);
  }
  return timings;
}

double micro(const Timing& timing, int per = 1) {
  return 1e-3 * static_cast<double>(timing.whole().quantile(0.5)) / per;
}

}  // namespace

void measure_parts(Report& report, double share) {
  report.begin("where a cycle of A goes, timed on its recorded inputs");
  const Arm arm = ur5e();
  const Recording recording = record_run(arm, 1100, std::lround(1000 + 49'000 * share));
  const StepTimings steps = replay(arm, recording.cycles);
  const Timing clock = time_batches(std::lround(100 + 4900 * share), [](long) { keep(monotonic_now()); });
  report.add("parts.clock", "reading the clock, included in each line", clock, kBatch);
  double sum = 0.0;
  for (std::size_t s = 0; s < Pieces::kSteps; ++s) {
    report.add(std::string("parts.") + Pieces::kNames[s], Pieces::kWords[s], steps[s]);
    sum += micro(steps[s]) - micro(clock, kBatch);
  }
  const double whole = micro(recording.whole) - micro(clock, kBatch);
  report.add_value("parts.sum", "sum of the parts, without the clock", "us", Better::kNeither, unknown_spread(sum));
  report.add_value("parts.whole", "the whole cycle, without the clock", "us", Better::kNeither, unknown_spread(whole));
  report.add_value("parts.rest", fmt::format("left over ({:.0f} %)", 100.0 * (whole - sum) / whole), "us",
                   Better::kNeither, unknown_spread(whole - sum));
  report.note("Left over: taking inputs, moving reference and body between frames, supervising, filling the record.");
}

}  // namespace limber::bench
