#include "compliance/damper_meter.hpp"

#include <gtest/gtest.h>

#include "math/task_axes.hpp"

namespace limber {
namespace {

TaskVector task(double x) { return x * TaskVector::Unit(4, 0); }

// A damper of 3 N s/m at a speed that falls in a straight line: F·v dt with the wrench held over the cycle.
TEST(DamperMeter, CountsTheWorkOfTheWrenchThatActed) {
  DamperMeter meter;
  const JointVector none = JointVector::Zero(4);
  EXPECT_EQ(meter.dissipated(task(1.0), none, 0.01), 0.0) << "nothing acted yet";
  meter.close(task(3.0), task(1.0), none);
  EXPECT_DOUBLE_EQ(meter.dissipated(task(0.8), none, 0.01), 0.01 * 3.0 * 0.9);
  meter.reset();
  EXPECT_EQ(meter.dissipated(task(0.8), none, 0.01), 0.0);
}

TEST(DamperMeter, TakesOffWhatOtherTorquesTookAndGivesNothingForWhatTheyGave) {
  DamperMeter meter;
  const JointVector missed = (JointVector(4) << 2.0, -1.0, 0.0, 0.0).finished();
  const JointVector rate = (JointVector(4) << 0.5, 0.5, 1.0, 1.0).finished();
  meter.close(task(3.0), task(1.0), missed);
  EXPECT_DOUBLE_EQ(meter.dissipated(task(1.0), rate, 0.01), 0.01 * (3.0 - 2.0 * 0.5));
}

}  // namespace
}  // namespace limber
