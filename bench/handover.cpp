// Transfers between the control thread and other threads, and their delay: records, parameters, references, waypoints,
// forces.
#include <cmath>
#include <limits>
#include <memory>

#include "controllers/admittance_settings.hpp"
#include "controllers/variable_stiffness_settings.hpp"
#include "figures.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/lock_free.hpp"
#include "limber/real_time.hpp"
#include "limber/telemetry.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "pushed_robot.hpp"
#include "start.hpp"
#include "support/unchecked.hpp"
#include "torque_motion.hpp"

namespace limber::bench {
namespace {

constexpr double kPeriod = 0.002;  // s

void measure_records(Report& report, long batches) {
  const auto ring = std::make_unique<Ring<Telemetry, 1024>>();
  Telemetry record;
  const auto drain = [&](long) {
    while (ring->try_pop(record)) {
    }
  };
  report.add("handover.state", "publishing a state: a record into its ring",
             time_each(batches, drain,
                       [&](long) {
                         for (int k = 0; k < kBatch; ++k) keep(ring->try_push(record));
                       }),
             kBatch);
}

struct PushedController {
  Arm arm = ur5e();
  limber::test::Unchecked<AdmittanceController> controller{arm, on_springs()};
  PushedRobot robot{ready_posture(), 15.0};
  Command command;

  PushedController() {
    robot.obey({}, kPeriod);
    start(controller, robot.read());
  }
  void move() {
    robot.obey(command, kPeriod);
    Telemetry record;
    controller.take_telemetry(record);
  }
  void update() { command = controller.update(robot.read(), kPeriod); }
};

void measure_inputs(Report& report, long count) {
  const auto loop = std::make_unique<PushedController>();
  AdmittanceParameters parameters[2] = {on_springs(), on_springs()};
  parameters[1].wrench.filter_cutoff = 20.0;
  const auto cycle = [&](long) {
    loop->move();
    loop->update();
  };
  report.add("handover.parameters", "handing parameters in, matrices prepared",
             time_each(count, cycle, [&](long i) { loop->controller.set_parameters(parameters[i % 2]); }));
  const AdmittanceSettings settings[2] = {bind(loop->arm, parameters[0]), bind(loop->arm, parameters[1])};
  report.add("handover.parameters.cycle", "the cycle that takes them",
             time_each(
                 count,
                 [&](long i) {
                   loop->move();
                   loop->controller.set_settings(settings[i % 2]);
                 },
                 [&](long) { loop->update(); }));
  report.add("chained.reference", "a joint reference from a controller upstream",
             time_each(count, cycle, [&](long) { loop->controller.set_joint_reference(ready_posture()); }));
  const Pose X = loop->arm.pose(ready_posture(), loop->arm.tip());
  report.add("handover.pose", "a desired pose from another thread",
             time_each(count, cycle, [&](long) { loop->controller.set_desired_pose(X); }));
}

// The arm moves as recorded, as if there were no waypoint: the timed functions do not depend on it.
void measure_waypoints(Report& report, long count) {
  const Arm arm = open_manipulator_x();
  VariableStiffnessParameters parameters;
  parameters.waypoints.policy = WaypointPolicy::kLatest;
  parameters.supervisor.count_lateness_only = true;
  const auto controller = std::make_unique<VariableStiffnessController>(arm, parameters);
  const Waypoint absolute{parameters.cycle.start_position + Vector3(0, 0.05, 0.01), false};
  const Waypoint relative{Vector3(0, 0, 0.01), true};
  Timing in, taking, other;
  RobotState state;
  StiffnessTelemetry record;
  for (const JointReading& reading : record_torque_motion(arm, parameters, static_cast<std::size_t>(count))) {
    const long i = std::lround(state.time / kPeriod);
    state.joint_stamp = state.time += kPeriod;
    state.q = reading.q;
    state.qd = reading.qd;
    state.effort = reading.effort;
    if (i == 0) start(*controller, state);
    controller->take_telemetry(record);
    const bool hands_in = i % 4 == 0;
    const Nanoseconds start = monotonic_now();
    if (hands_in) keep(controller->add_waypoint(i % 8 == 0 ? absolute : relative));
    const Nanoseconds middle = monotonic_now();
    keep(controller->update(state, kPeriod));
    const Nanoseconds end = monotonic_now();
    if (i % 8 == 0) in.record(i, count, middle - start);
    (hands_in ? taking : other).record(i, count, end - middle);
  }
  report.add("waypoint.in", "handing a waypoint in, its reach looked at", in);
  report.add("waypoint.cycle", "the cycle that takes it", taking);
  report.add("waypoint.other", "a cycle that takes none", other);
  if (controller->state() == SupervisorState::kFaulted) report.note("Waypoints: IT DID NOT STAY RUNNING");
}

// Two controllers with the same past; one gets 10 N more. After how many cycles do their commands differ?
double cycles_from_force_to_command() {
  const auto pushed = std::make_unique<PushedController>(), twin = std::make_unique<PushedController>();
  for (int i = 0; i < 1200; ++i) {
    for (PushedController* loop : {pushed.get(), twin.get()}) {
      loop->move();
      loop->update();
    }
  }
  for (int later = 0; later < 100; ++later) {
    pushed->move();
    twin->move();
    RobotState more = pushed->robot.read();
    more.F_S_S[2] += 10.0;
    pushed->command = pushed->controller.update(more, kPeriod);
    twin->update();
    if (pushed->command.q != twin->command.q) return later;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace

void measure_handover(Report& report, double share) {
  report.begin("what crosses between threads, and how soon it acts");
  const long count = std::lround(200 + 19'800 * share);
  measure_records(report, count / 4);
  measure_inputs(report, count);
  measure_waypoints(report, std::lround(200 + 7'800 * share));
  report.add_value("force.delay", "a force moves the command so many cycles later", "cycles", Better::kLower,
                   exact_value(cycles_from_force_to_command()));
  report.note(
      "Chained controllers hand over in the same cycle; what a topic costs needs ROS 2, which is not measured here.");
}

}  // namespace limber::bench
