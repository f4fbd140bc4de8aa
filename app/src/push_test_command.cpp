// The push, the two means it is judged by, and the verdict.
#include "push_test_command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "limber/telemetry.hpp"
#include "motion_arm.hpp"
#include "wrench/wrench_pipeline.hpp"

namespace limber::app {
namespace {

// s: the reading is averaged before the push and in its middle.
constexpr double kPushStart = 1.0;
constexpr double kPushDuration = 1.5;
constexpr double kMargin = 0.3;
constexpr double kPush = 20.0;        // N
constexpr double kLeastChange = 5.0;  // N: a change below it says nothing

struct Mean {
  Vector3 sum = Vector3::Zero();
  double count = 0.0;

  void add(const Vector3& value) {
    sum += value;
    count += 1.0;
  }
  Vector3 value() const { return sum / std::max(1.0, count); }
};

}  // namespace

bool push_test_command(const PlanOptions& options) {
  MotionPlan plan = make_motion_plan(read_input(options));
  plan.duration = kPushStart + kPushDuration + kMargin;
  sim::Push push;
  push.start = kPushStart;
  push.duration = kPushDuration;
  push.F_B = kPush * Vector6::Unit(0);
  plan.simulation.scene = {{}, {push}};
  MotionArm arm(plan);
  if (!arm.activate()) throw ArmError("the push test could not start: the simulated arm gave no usable state");
  arm.controller().request(Request::kHold);
  Mean before, during;
  for (long cycle = 0; cycle < plan.cycles(); ++cycle) {
    arm.cycle();
    CycleRecord record;
    while (arm.take(record)) {
    }
    const Telemetry& t = arm.controller().telemetry();
    const Vector3 f_B = plan.robot.arm.pose(t.q, plan.settings.sensor).R * t.wrench_external.head<3>();
    if (t.time < kPushStart - kMargin) before.add(f_B);
    if (t.time > kPushStart + kMargin && t.time < kPushStart + kPushDuration - kMargin) during.add(f_B);
  }
  const Vector3 change = during.value() - before.value();
  const double sign = sign_from_push(change, Vector3::UnitX(), kLeastChange);
  fmt::print("Pushed the tool along the base's +x with {:g} N; the reading changed by ({:.1f}, {:.1f}, {:.1f}) N.\n",
             kPush, change.x(), change.y(), change.z());
  if (sign == 0.0) {
    fmt::print("That is not clear: check ft_frame and the sensor.\n");
  } else {
    fmt::print("wrench_sign: {:g} is {}\n", plan.parameters.wrench.sign,
               sign > 0.0 ? "right." : fmt::format("wrong: set wrench_sign: {:g}.", -plan.parameters.wrench.sign));
  }
  return sign > 0.0;
}

}  // namespace limber::app
