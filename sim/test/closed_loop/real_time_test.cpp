// A cycle of controller A in contact makes no allocation, takes no lock and makes no system call, for any input;
// neither does the simulated robot.
#include <gtest/gtest.h>

#include "simulated_loop.hpp"
#include "support/rt_traps.hpp"
#include "support/scale.hpp"

namespace limber::sim {
namespace {

class TrappedLoop : public testing::Test {
 protected:
  TrappedLoop()
      : arm_(load_arm("ur5e")), parameters_(soft(200.0)), loop_(arm_, home(arm_), parameters_, on_a_table()) {}

  void SetUp() override {
    if (!test::traps_supported()) GTEST_SKIP() << test::why_no_traps();
  }

  AdmittanceParameters soft(double damping) const {
    LoopShape shape;
    shape.damping = damping;
    return parameters_for(arm_, shape);
  }
  SimulationParameters on_a_table() const {
    SimulationParameters simulation = simulation_for(arm_, LoopShape());
    simulation.scene.plates = {surface_ahead(arm_, simulation.tool, home(arm_), 5e3, 0.002)};
    return simulation;
  }

  // Whole cycles of control and physics, with a press and a reference that moves, every one of them watched.
  void run_watched(const char* what, int cycles = test::scaled(1000)) {
    const test::TrapCounts counts = test::count_traps([&] {
      for (int k = 0; k < cycles; ++k) {
        loop_.controller.set_control_wrench(10.0 * Vector6::Unit(2));
        loop_.controller.set_desired_pose(reference_, twist_);
        reference_.p.head<3>() += loop_.period() * twist_.head<3>();
        loop_.cycle();
      }
    });
    EXPECT_EQ(counts.total(), 0U) << what << ": " << counts.describe();
    cycles_ += cycles;
  }
  void expect(const char* state, const char* fault) {
    EXPECT_EQ(name(loop_.controller.state()), state);
    EXPECT_EQ(name(loop_.controller.telemetry().fault), fault);
  }

  Arm arm_;
  AdmittanceParameters parameters_;
  SimulatedLoop loop_;
  Pose reference_ = arm_.pose(home(arm_), arm_.tip());
  Vector6 twist_ = Vector6::Zero();
  int cycles_ = 0;
};

TEST_F(TrappedLoop, MakesNoAllocationLockOrSystemCall) {
  AdmittanceController& controller = loop_.controller;
  run_watched("starting and touching", 1500);
  expect("running", "none");
  twist_ = 0.02 * Vector6::Unit(1);
  run_watched("following a moving reference");
  controller.set_parameters(soft(400.0));
  run_watched("with new damping");
  AdmittanceParameters full = soft(400.0);
  full.compliance.stiffness(0, 4) = full.compliance.stiffness(4, 0) = 20.0;
  full.frame_id = "flange";
  controller.set_parameters(full);
  run_watched("with a full stiffness matrix in another frame");
  controller.set_parameters(parameters_);
  twist_.setZero();
  reference_.p.y() += 0.3;
  run_watched("approaching a pose far away");
  controller.request(Request::kHold);
  run_watched("holding", 300);
  expect("holding", "none");
  controller.request(Request::kTare);
  run_watched("taring", 500);
  controller.request(Request::kRun);
  controller.request(Request::kReferenceHere);
  reference_.p = loop_.controller.telemetry().p_command;
  run_watched("running again", 1500);
  loop_.robot.faults().nan_wrench = 50;
  run_watched("through a fault", 300);
  expect("faulted", "invalid_wrench");
  controller.request(Request::kResetFault);
  run_watched("after a reset", 1500);
  expect("running", "none");
  controller.deactivate();
  const test::TrapCounts restart = test::count_traps([&] { EXPECT_TRUE(controller.activate(loop_.robot.read())); });
  EXPECT_EQ(restart.total(), 0U) << restart.describe();
  run_watched("activated again");
  std::printf("%d cycles of control and physics watched\n", cycles_);
}

}  // namespace
}  // namespace limber::sim
