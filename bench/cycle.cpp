// One full cycle of the AdmittanceController on a UR5e: back to back on a moving arm, and paced at 500 Hz.
#include <sys/resource.h>

#include <cmath>
#include <memory>

#include "figures.hpp"
#include "limber/controllers/admittance_controller.hpp"
#include "limber/rt/periodic_loop.hpp"
#include "limber/rt/real_time_setup.hpp"
#include "measure.hpp"

namespace limber::bench {
namespace {

constexpr double kPeriod = 0.002;  // s

// An arm that does what it is told, pushed and twisted by a wrench that never repeats itself.
class PushedArm {
 public:
  PushedArm(const Arm& arm, const AdmittanceParameters& parameters, double force)
      : controller_(std::make_unique<AdmittanceController>(arm, parameters)), force_(force) {
    state_.q = ready_posture();
    state_.qd = JointVector::Zero(state_.q.size());
    state_.q_interface = state_.q;
    controller_->activate(state_);
  }

  void prepare(double period) {
    period_ = period;
    state_.time += period;
    state_.joint_stamp = state_.wrench_stamp = state_.time;
    for (int i = 0; i < 6; ++i) {
      const double size = i < 3 ? force_ : 0.05 * force_;
      state_.F_S_S[i] = size * (std::sin((2.0 + 0.7 * i) * state_.time) + 0.1 * std::sin(41.3 * state_.time + i));
    }
    Telemetry record;
    controller_->take_telemetry(record);
  }
  void update() { command_ = controller_->update(state_, period_); }
  void obey() {
    moved_ += command_.qd.norm() * period_;
    state_.q = command_.q;
    state_.qd = command_.qd;
    limited_ += controller_->telemetry().limited.any() ? 1 : 0;
  }

  bool ran() const { return controller_->state() == SupervisorState::kRunning; }
  double moved() const { return moved_; }
  long limited() const { return limited_; }

 private:
  std::unique_ptr<AdmittanceController> controller_;
  double force_;
  double period_ = kPeriod;
  RobotState state_;
  Command command_;
  double moved_ = 0.0;  // rad
  long limited_ = 0;
};

struct Run {
  std::string name;
  AdmittanceParameters parameters;
  double force;   // N, of the push
  double jitter;  // of the period, as a share of it
  int cycles;
  std::string goal;
};

LatencyHistogram back_to_back(const Arm& arm, const Run& run, int cycles, Report& report) {
  PushedArm pushed(arm, run.parameters, run.force);
  const LatencyHistogram durations = time_each(
      cycles,
      [&](int i) {
        if (i > 0) pushed.obey();
        pushed.prepare(kPeriod * (1.0 + run.jitter * std::sin(i)));
      },
      [&](int) { pushed.update(); });
  report.note(run.name + ": " + std::to_string(cycles) + " cycles, the joints travelled " +
              std::to_string(std::lround(pushed.moved())) + " rad, " + std::to_string(100 * pushed.limited() / cycles) +
              " % of the cycles limited" + (pushed.ran() ? "" : "; IT DID NOT STAY RUNNING"));
  return durations;
}

AdmittanceParameters led_by_hand() {
  AdmittanceParameters p = on_springs();
  p.compliance.stiffness.setZero();
  p.wrench.tool_mass =
      0.0;  // nobody simulates its weight here; without springs, the correction would carry the arm away
  return p;
}

// M, D and K with blocks that no common modes undo.
AdmittanceParameters coupled() {
  AdmittanceParameters p = on_springs();
  p.compliance.mass(0, 4) = p.compliance.mass(4, 0) = 0.3;
  p.compliance.stiffness(1, 3) = p.compliance.stiffness(3, 1) = 10.0;
  Matrix6 D = Vector6(80, 90, 100, 5, 6, 7).asDiagonal();
  D(0, 1) = D(1, 0) = 20.0;
  p.compliance.damping = D;
  return p;
}

AdmittanceParameters in_a_small_box(const Arm& arm) {
  AdmittanceParameters p = on_springs();
  const Vector3 middle = arm.pose(ready_posture(), arm.tip()).p;
  for (int axis = 0; axis < 3; ++axis) {
    p.limits.planes.push_back({Vector3::Unit(axis), middle[axis] + 0.02});
    p.limits.planes.push_back({-Vector3::Unit(axis), -middle[axis] + 0.02});
  }
  return p;
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

void measure_cycle_back_to_back(Report& report, double share) {
  const Arm arm = ur5e();
  const std::string goal = "p50 <= 3, p99 <= 8";
  const Run runs[] = {{"springs on six axes", on_springs(), 15.0, 0.0, 1'000'000, goal},
                      {"the same, no two periods alike", on_springs(), 15.0, 0.01, 200'000, goal},
                      {"led by hand, no stiffness", led_by_hand(), 5.0, 0.0, 200'000, goal},
                      {"coupled 6 x 6 matrices", coupled(), 15.0, 0.0, 200'000, ""},
                      {"in a box of 4 cm, always limited", in_a_small_box(arm), 60.0, 0.0, 200'000, ""}};
  for (const Run& run : runs) {
    const int cycles = static_cast<int>(run.cycles * share);
    report.add("full cycle, UR5e admittance, back to back", run.name, back_to_back(arm, run, cycles, report), 1,
               run.goal);
  }
}

void measure_cycle_paced(Report& report, double share) {
  const Arm arm = ur5e();
  PushedArm pushed(arm, on_springs(), 15.0);
  const long cycles = static_cast<long>(5.0 * share * 500.0);
  LatencyHistogram durations;
  PeriodicLoop loop;
  const double processor_before = processor_seconds();
  const Nanoseconds before = monotonic_now();
  long cycle = 0;
  loop.run(1.0 / kPeriod, [&](double period) {
    if (cycle > 0) pushed.obey();
    pushed.prepare(period);
    const Nanoseconds start = monotonic_now();
    pushed.update();
    durations.record(monotonic_now() - start);
    return ++cycle < cycles;
  });
  const double used = (processor_seconds() - processor_before) / to_seconds(monotonic_now() - before);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const std::string group = "paced at 500 Hz, ordinary scheduler";
  report.add(group, "full cycle, springs on six axes", durations, 1, "p50 <= 10");
  report.add(group, "wake-up after its deadline", loop.report().lateness);
  report.add_value(group, "share of one core, loop and arm included", 100.0 * used, "%", "< 2 %");
  report.add_value(group, "memory of this program, at most", static_cast<double>(usage.ru_maxrss) / 1024.0, "MB",
                   "< 30 MB");
}

}  // namespace limber::bench
