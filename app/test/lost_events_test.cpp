// Events that a run loses are told in the log and in the summary.
#include <gtest/gtest.h>

#include "motion_arm.hpp"
#include "motion_plan.hpp"
#include "run_report.hpp"

namespace limber::app::test {
namespace {

TEST(LostEvents, AreCountedInTheLogAndInTheSummary) {
  RunOptions options;
  options.plan.configuration = "demo";
  options.fast = true;
  const MotionPlan plan = make_motion_plan(read_input(options.plan));
  app::Run run(plan, make_arms(plan));
  RunReport report(run, options);
  ASSERT_TRUE(run.activate());
  RunningArm& arm = *run.arms().front();
  report.collect();
  const auto ask = [&](int times) {
    for (int k = 0; k < times; ++k) {
      EXPECT_EQ(arm.act({.what = Request::kRun}, 0.0, 1), "");
      run.cycle();
    }
  };
  testing::internal::CaptureStdout();
  ask(64);  // as many as wait
  report.collect();
  EXPECT_EQ(testing::internal::GetCapturedStdout().find("lost"), std::string::npos);
  testing::internal::CaptureStdout();
  ask(100);
  report.collect();
  report.finish({});
  const std::string told = testing::internal::GetCapturedStdout();
  EXPECT_NE(told.find(" s  36 events lost\n"), std::string::npos) << told;
  EXPECT_NE(told.find("  events lost            36\n"), std::string::npos) << told;
}

}  // namespace
}  // namespace limber::app::test
