// update() of each controller, in ros2_control with everything around it alive, allocates nothing, waits for no lock
// and makes no system call. The interfaces of ros2_control are tried, never waited for: that is theirs, and counted
// apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <geometry_msgs/msg/pose_stamped.hpp>
#include <limber_msgs/msg/admittance_state.hpp>
#include <limber_msgs/msg/compliant_frame_trajectory.hpp>
#include <limber_msgs/msg/variable_stiffness_state.hpp>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "controlled_arm.hpp"
#include "outside.hpp"
#include "support/rt_traps.hpp"

namespace limber_controllers::test {
namespace {

using limber::test::OnTrap;
using limber::test::RtTrap;
using limber::test::TrapCounts;

constexpr int kFewestCycles = 5000;
constexpr int kRounds = 30;                                 // of what is done to a controller from outside
constexpr auto kBetween = std::chrono::milliseconds(8);     // one such deed and the next
constexpr auto kShortest = std::chrono::microseconds(200);  // a cycle, so that the others find time too

const std::string kUrFile = std::string(BRINGUP_CONFIG) + "ur_controllers.yaml";
const std::string kOmxFile = std::string(BRINGUP_CONFIG) + "omx_controllers.yaml";

// What is done in a round, one deed after the other, `kBetween` apart.
using Deeds = std::vector<std::function<void(Outside&, int round)>>;

struct Outcome {
  TrapCounts counts;
  int cycles = 0;
  double moved = 0.0;  // rad: the furthest any joint came
};

// Runs the arm under traps for as long as the deeds last, and `kFewestCycles` at least.
Outcome run_trapped(ControlledArm& arm, Outside& outside, const Deeds& deeds) {
  Outcome outcome;
  std::atomic<bool> done{false};
  std::thread doing([&] {
    for (int round = 0; round < kRounds; ++round) {
      for (const auto& deed : deeds) {
        deed(outside, round);
        std::this_thread::sleep_for(kBetween);
      }
    }
    done = true;
  });
  const limber::JointVector start = arm.state().q;
  limber::test::run_watchable([&] {
    auto next = std::chrono::steady_clock::now();
    for (; !done || outcome.cycles < kFewestCycles; ++outcome.cycles) {
      arm.read();
      arm.set_references(start + limber::JointVector::Constant(start.size(), 0.05 * std::sin(0.01 * outcome.cycles)));
      {
        RtTrap trap(OnTrap::kCount);
        arm.update();
        outcome.counts += trap.counts();
      }
      arm.write();
      const limber::JointVector& q = arm.state().q;
      if (q.allFinite()) outcome.moved = std::max(outcome.moved, (q - start).cwiseAbs().maxCoeff());
      std::this_thread::sleep_until(next += kShortest);
    }
  });
  doing.join();
  const TrapCounts& n = outcome.counts;
  std::printf(
      "%d cycles, %.2f rad, %d messages, %d parameters, %d requests: %lu allocations, %lu frees, %lu locks, "
      "%lu tries, %lu system calls\n",
      outcome.cycles, outcome.moved, outside.messages.load(), outside.parameters_set, outside.requests_taken.load(),
      n.allocations, n.frees, n.locks, n.tries, n.system_calls);
  return outcome;
}

void expect_honest(const Outcome& outcome) {
  const TrapCounts& counts = outcome.counts;
  EXPECT_EQ(counts.allocations, 0U) << counts.describe();
  EXPECT_EQ(counts.frees, 0U) << counts.describe();
  EXPECT_EQ(counts.locks, 0U) << counts.describe();
  EXPECT_EQ(counts.system_calls, 0U) << counts.describe();
}

// Otherwise honest zeros would mean nothing.
void expect_alive(const Outcome& outcome, Outside& outside) {
  EXPECT_GT(outcome.counts.tries, 0U) << "not even ros2_control's interfaces were seen";
  EXPECT_GT(outcome.moved, 0.01) << "rad";
  EXPECT_GT(outside.messages, kRounds);
  EXPECT_GE(outside.parameters_set, kRounds);
  EXPECT_TRUE(outside.states_seen().contains("running"));
}

class Update : public testing::Test {
 protected:
  void SetUp() override {
    if (!limber::test::traps_supported()) GTEST_SKIP() << limber::test::why_no_traps();
  }
  static void SetUpTestSuite() { ros_ = std::make_unique<StartedRos>(); }
  static void TearDownTestSuite() { ros_.reset(); }

  static std::unique_ptr<StartedRos> ros_;
};
std::unique_ptr<StartedRos> Update::ros_;

// What may happen to either compliant controller; a fault and the way out of it too.
Deeds compliant_deeds() {
  return {
      [](Outside& o, int round) { o.push(round % 2 == 0 ? 25.0 : -25.0, 10.0, round % 3 == 0 ? 20.0 : -15.0); },
      [](Outside& o, int round) {
        const double k = 15.0 * round;
        if (round % 10 == 0) o.set("admittance.stiffness", std::vector{k, k, k, 0.05 * k, 0.05 * k, 0.05 * k});
      },
      [](Outside& o, int round) {
        const double m = 5.0 + round % 4;
        o.set("admittance.mass", std::vector{m, m, m, 0.2, 0.2, 0.2});
      },
      [](Outside& o, int round) { o.slider(round % 5 == 4 ? 0.3 : 1.0); },
      // Short enough for the next change to find the last one done.
      [](Outside& o, int) { o.set("stiffness_ramp_time", 0.1); },
      [](Outside& o, int round) {
        if (round % 10 == 6) o.ask("tare");
        if (round % 10 == 7) o.ask("reset_desired_pose");
        if (round % 10 == 8) o.ask("hold");
        if (round % 10 == 9) o.ask("run");
      },
      [](Outside& o, int round) {
        if (round == 15) o.inject("nan_wrench");
        if (round == 17) o.inject("none");
        if (round >= 19 && o.last_state() == "faulted") o.ask("reset_fault");
      },
  };
}

geometry_msgs::msg::PoseStamped pose_near_the_start(int round) {
  geometry_msgs::msg::PoseStamped message;
  message.pose.position.x = 0.49 + 0.02 * (round % 3);
  message.pose.position.y = 0.13;
  message.pose.position.z = 0.49;
  message.pose.orientation.x = 1.0;
  message.pose.orientation.w = 0.0;
  return message;
}

TEST_F(Update, OfTheAdmittanceControllerAllocatesNothingWaitsForNothingAndCallsNoSystem) {
  ControlledArm arm(kUr, {"admittance_controller", "limber_controllers/AdmittanceController", {kUrFile}});
  Outside outside(arm);
  outside.listen<limber_msgs::msg::AdmittanceState>("telemetry");
  Deeds deeds = compliant_deeds();
  deeds.push_back([&](Outside& o, int round) {
    o.say(arm.controller_topic("set_desired_pose"), pose_near_the_start(round));
    o.say(arm.controller_topic("wrench_control"), force(0.0, 0.0, round > 20 ? 3.0 : 0.0));
  });
  const Outcome outcome = run_trapped(arm, outside, deeds);
  expect_honest(outcome);
  expect_alive(outcome, outside);
  EXPECT_TRUE(outside.states_seen().contains("faulted"));
  EXPECT_GT(outside.requests_taken, kRounds / 4);
}

TEST_F(Update, OfTheChainedAdmittanceControllerAllocatesNothingWaitsForNothingAndCallsNoSystem) {
  ControlledArm arm(kUr, {"admittance_controller", "limber_controllers/AdmittanceController", {kUrFile}, "", true});
  ASSERT_TRUE(arm.controller().is_in_chained_mode());
  Outside outside(arm);
  outside.listen<limber_msgs::msg::AdmittanceState>("telemetry");
  const Outcome outcome = run_trapped(arm, outside, compliant_deeds());
  expect_honest(outcome);
  expect_alive(outcome, outside);
}

limber_msgs::msg::CompliantFrameTrajectory trajectory(int round) {
  limber_msgs::msg::CompliantFrameTrajectory message;
  for (int i = 1; i <= 3; ++i) {
    limber_msgs::msg::CartesianTrajectoryPoint point;
    point.pose = pose_near_the_start(round + i).pose;
    point.time_from_start.sec = i;
    message.cartesian_trajectory_points.push_back(point);
    limber_msgs::msg::CartesianCompliance compliance;
    compliance.stiffness.data = {100.0 * i, 100.0 * i, 100.0 * i, 10.0, 10.0, 10.0};
    message.compliance_at_points.push_back(compliance);
  }
  return message;
}

TEST_F(Update, OfTheCartesianAdmittanceControllerAllocatesNothingWaitsForNothingAndCallsNoSystem) {
  ControlledArm arm(kUr,
                    {"cartesian_admittance_controller", "limber_controllers/CartesianAdmittanceController", {kUrFile}});
  Outside outside(arm);
  outside.listen<limber_msgs::msg::AdmittanceState>("telemetry");
  Deeds deeds = compliant_deeds();
  deeds.push_back([&](Outside& o, int round) {
    if (round % 4 == 0) o.say(arm.controller_topic("compliant_frame_reference"), trajectory(round));
  });
  const Outcome outcome = run_trapped(arm, outside, deeds);
  expect_honest(outcome);
  expect_alive(outcome, outside);
  EXPECT_TRUE(outside.states_seen().contains("faulted"));
}

TEST_F(Update, OfTheVariableStiffnessControllerAllocatesNothingWaitsForNothingAndCallsNoSystem) {
  ControlledArm arm(
      kOpenManipulator,
      {"variable_stiffness_controller", "limber_controllers/VariableStiffnessController", {kOmxFile}, "/omx"});
  Outside outside(arm);
  outside.listen<limber_msgs::msg::VariableStiffnessState>("state");
  const Deeds deeds = {
      [](Outside& o, int round) { o.push(0.0, round % 2 == 0 ? 0.5 : -0.5, 0.0); },
      [](Outside& o, int round) {
        const double k = 20.0 + round % 3;
        o.set("stiffness_profile_x", std::vector{k, k + 5.0, k + 10.0, k + 5.0, k});
      },
      [](Outside& o, int round) {
        if (round % 10 == 8) o.ask("hold");
        if (round % 10 == 9) o.ask("run");
      },
      [&](Outside& o, int round) {
        geometry_msgs::msg::PoseStamped waypoint;
        waypoint.header.frame_id = "offset";
        waypoint.pose.position.y = round % 2 == 0 ? 0.01 : -0.01;
        if (round % 5 == 0) o.say(arm.controller_topic("waypoint_command"), waypoint);
      },
      [](Outside& o, int round) {
        if (round == 22) o.inject("nan_joints");
        if (round == 24) o.inject("none");
        if (round >= 26 && o.last_state() == "faulted") o.ask("reset_fault");
      },
  };
  const Outcome outcome = run_trapped(arm, outside, deeds);
  expect_honest(outcome);
  expect_alive(outcome, outside);
  EXPECT_TRUE(outside.states_seen().contains("faulted"));
}

TEST_F(Update, WouldBeCaughtAlsoInsideAPlugin) {
  ControlledArm arm(kUr, {"admittance_controller", "limber_controllers/AdmittanceController", {kUrFile}});
  controller_interface::ControllerInterfaceBase& controller = arm.controller();
  const TrapCounts names =
      limber::test::count_traps([&] { static_cast<void>(controller.state_interface_configuration()); });
  EXPECT_GT(names.allocations, 18U) << "a name for each interface: " << names.describe();
  const auto node = controller.get_node();
  const TrapCounts parameter = limber::test::count_traps([&] { node->get_parameter("base_link"); });
  EXPECT_GT(parameter.locks, 0U) << parameter.describe();
  const TrapCounts sentence = limber::test::count_traps([&] { RCLCPP_WARN(node->get_logger(), "watched"); });
  EXPECT_GT(sentence.system_calls, 0U) << sentence.describe();
}

// Another controller of the same kind, so that the zeros have a neighbour.
TEST_F(Update, OfTheAdmittanceControllerOfRos2ControllersIsCaughtAllocating) {
  const std::string type = "admittance_controller/AdmittanceController";
  if (!controller_installed(type)) GTEST_SKIP() << type << " is not installed";
  ControlledArm arm(kUr, {"admittance_controller", type, {PEER_FILE}, "/peer"});
  Outside outside(arm);
  const Outcome outcome = run_trapped(arm, outside, {[](Outside& o, int) { o.push(10.0, 0.0, 0.0); }});
  EXPECT_GT(outcome.counts.allocations, static_cast<std::uint64_t>(outcome.cycles)) << outcome.counts.describe();
  EXPECT_GT(outcome.moved, 0.01) << "rad";
}

}  // namespace
}  // namespace limber_controllers::test
