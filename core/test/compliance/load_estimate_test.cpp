#include "compliance/load_estimate.hpp"

#include <gtest/gtest.h>

namespace limber {
namespace {

TEST(LoadEstimate, LearnsWhatSpringsCarryUpToTheErrorOfTheModel) {
  LoadEstimate load;
  load.start(2);
  const JointVector carried = (JointVector(2) << 0.15, -3.0).finished();
  const JointVector gravity = (JointVector(2) << 1.0, 2.0).finished();
  for (int k = 0; k < 5000; ++k) load.learn(carried, 0.002);
  EXPECT_NEAR(load.torque(gravity)[0], 0.15, 1e-9);
  EXPECT_NEAR(load.torque(gravity)[1], -0.4, 1e-9) << "more than a fifth of the weight was somebody's push";
}

TEST(LoadEstimate, TakesThreeTenthsOfASecondToLearn) {
  LoadEstimate load;
  load.start(1);
  for (int k = 0; k < 150; ++k) load.learn(JointVector::Ones(1), 0.002);
  EXPECT_NEAR(load.torque(JointVector::Constant(1, 100.0))[0], 1.0 - std::exp(-1.0), 1e-9);
}

}  // namespace
}  // namespace limber
