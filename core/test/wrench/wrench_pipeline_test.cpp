// The wrench from the sensor to C, against statics by hand and closed-form filters.
#include "wrench/wrench_pipeline.hpp"

#include <gtest/gtest.h>

#include <random>

#include "math/so3.hpp"
#include "support/scale.hpp"
#include "wrench/spatial_wrench.hpp"

namespace limber {
namespace {

constexpr double kPeriod = 0.002;
constexpr std::array<bool, 6> kAllAxes{true, true, true, true, true, true};

Pose random_pose(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vector3(normal(random), normal(random), normal(random)); };
  return {exp_so3(vector()).toRotationMatrix(), vector()};
}

WrenchParameters unfiltered() {
  WrenchParameters parameters;
  parameters.min_motion_threshold = 0.0;
  return parameters;
}

TEST(WrenchPipeline, RemovesBiasAndToolWeightInAnyPose) {
  std::mt19937 random(2);
  WrenchParameters parameters = unfiltered();
  parameters.tool_mass = 1.3;
  parameters.tool_com = Vector3(0.01, -0.02, 0.06);
  parameters.bias << 3, -4, 5, 0.1, 0.2, -0.3;
  WrenchPipeline pipeline;
  pipeline.configure(parameters, kPeriod);
  for (int i = 0; i < test::scaled(500); ++i) {
    const Pose X_BS = random_pose(random);
    // By hand: weight acts at the centre of mass, in the world; the sensor adds its bias.
    const Vector3 f_S = X_BS.R.transpose() * Vector3(0, 0, -9.81 * 1.3);
    const Vector3 push_S(7, -8, 9);
    Vector6 reading;
    reading << f_S + push_S, parameters.tool_com.cross(f_S) + Vector3(0.5, 0.6, 0.7);
    reading += parameters.bias;
    pipeline.step(reading, X_BS, Pose(), 0.0, kPeriod);
    EXPECT_LT((pipeline.stages().external_S - (Vector6() << 7, -8, 9, 0.5, 0.6, 0.7).finished()).norm(), 1e-12);
  }
}

TEST(WrenchPipeline, SmoothsTheSameAtAnyRateAndWithJitter) {
  WrenchParameters by_coefficient = unfiltered();
  by_coefficient.filter_coefficient = 0.1;
  // y += 0.1 (x - y) at 500 Hz: after n steps 1 - 0.9ⁿ, whatever the steps' lengths add up to.
  std::mt19937 random(3);
  std::uniform_real_distribution<double> jitter(0.2, 3.0);
  WrenchPipeline pipeline;
  pipeline.configure(by_coefficient, kPeriod);
  pipeline.step(Vector6::Zero(), Pose(), Pose(), 0.0, kPeriod);
  double time = 0.0;
  while (time < 0.1) {
    const double period = kPeriod * jitter(random);
    time += period;
    pipeline.step(Vector6::Ones(), Pose(), Pose(), 0.0, period);
    EXPECT_NEAR(pipeline.stages().filtered_S[0], 1.0 - std::pow(0.9, time / kPeriod), 1e-12);
  }
}

TEST(WrenchPipeline, CutoffIsWhereTheGainFallsToHalfPower) {
  WrenchParameters parameters = unfiltered();
  parameters.filter_cutoff = 5.0;
  WrenchPipeline pipeline;
  pipeline.configure(parameters, 1e-4);
  double largest = 0.0;
  for (int k = 0; k < 20000; ++k) {
    pipeline.step(std::sin(2 * M_PI * 5.0 * k * 1e-4) * Vector6::Ones(), Pose(), Pose(), 0.0, 1e-4);
    if (k > 10000) largest = std::max(largest, pipeline.stages().filtered_S[0]);
  }
  EXPECT_NEAR(largest, std::sqrt(0.5), 1e-3);
}

TEST(WrenchPipeline, ReadsASensorThatReportsTheOppositeSign) {
  WrenchParameters parameters = unfiltered();
  parameters.sign = -1.0;
  WrenchPipeline pipeline;
  pipeline.configure(parameters, kPeriod);
  EXPECT_EQ(pipeline.step(Vector6::Ones(), Pose(), Pose(), 0.0, kPeriod).external_C, -Vector6::Ones());
}

Tare::Outcome run_tare(WrenchPipeline& pipeline, double noise, double speed, Vector6 level) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal(0.0, noise);
  pipeline.start_tare(true);
  for (int k = 0; k < 1000; ++k) {
    pipeline.step(level + Vector6::NullaryExpr([&] { return normal(random); }), Pose(), Pose(), speed, kPeriod);
    if (pipeline.tare_outcome() != Tare::Outcome::kNone) return pipeline.tare_outcome();
  }
  return Tare::Outcome::kNone;
}

TEST(Tare, FindsTheBiasUnderNoiseAndTakesItOverWithoutAStep) {
  WrenchPipeline pipeline;
  pipeline.configure(unfiltered(), kPeriod);
  const Vector6 level = (Vector6() << 4, -3, 2, 0.1, 0.2, 0.3).finished();
  ASSERT_EQ(run_tare(pipeline, 0.01, 0.0, level), Tare::Outcome::kDone);
  double before = pipeline.step(level, Pose(), Pose(), 0.0, kPeriod).external_C[0];
  double largest_step = 0.0;
  for (int k = 0; k < 300; ++k) {
    const double now = pipeline.step(level, Pose(), Pose(), 0.0, kPeriod).external_C[0];
    largest_step = std::max(largest_step, std::abs(now - before));
    before = now;
  }
  EXPECT_LT(largest_step, 4.0 * kPeriod / 0.5 * 1.01);
  EXPECT_NEAR(before, 0.0, 0.01);
}

TEST(Tare, RefusesWhileTheArmMovesOrTheWrenchVaries) {
  WrenchPipeline pipeline;
  pipeline.configure(unfiltered(), kPeriod);
  EXPECT_EQ(run_tare(pipeline, 0.01, 0.1, Vector6::Zero()), Tare::Outcome::kArmMoved);
  EXPECT_EQ(run_tare(pipeline, 2.0, 0.0, Vector6::Zero()), Tare::Outcome::kWrenchVaried);
}

TEST(LawInput, DeadbandIsContinuousAndApartForForceAndTorque) {
  const auto input = [](double force, double torque) {
    return law_input((Vector6() << force, 0, 0, torque, 0, 0).finished(), Vector6::Zero(), 1.0, kAllAxes, 2.0, 0.2)
        .sum();
  };
  EXPECT_EQ(input(1.999, 0.199), Vector6::Zero());
  EXPECT_NEAR(input(2.001, 0.0)[0], 0.001, 1e-12);
  EXPECT_NEAR(input(-7.0, 0.0)[0], -5.0, 1e-12);
  EXPECT_NEAR(input(100.0, 0.1)[3], 0.0, 1e-12) << "newtons must not open the gate of newton-metres";
  EXPECT_NEAR(input(0.0, 1.2)[3], 1.0, 1e-12);
}

TEST(LawInput, PressOfTenNewtonsBalancesAtTenNewtons) {
  const Vector6 press = -10.0 * Vector6::Unit(2);
  EXPECT_EQ(law_input(10.0 * Vector6::Unit(2), press, 1.0, kAllAxes, 2.0, 0.2).sum(), Vector6::Zero());
  EXPECT_LT(law_input(9.0 * Vector6::Unit(2), press, 1.0, kAllAxes, 2.0, 0.2).sum()[2], 0.0);
  EXPECT_GT(law_input(11.0 * Vector6::Unit(2), press, 1.0, kAllAxes, 2.0, 0.2).sum()[2], 0.0);
}

TEST(LawInput, DisabledAxesAndTheRatioScaleTheExternalWrenchOnly) {
  const std::array<bool, 6> only_z{false, false, true, false, false, false};
  const Vector6 F = law_input(Vector6::Constant(10.0), Vector6::Zero(), 0.5, only_z, 0.0, 0.0).sum();
  EXPECT_EQ(F, 5.0 * Vector6::Unit(2));
  const Vector6 control = Vector6::Unit(0) * 4.0;
  EXPECT_EQ(law_input(Vector6::Zero(), control, 0.0, only_z, 0.0, 0.0).sum(), control);
}

TEST(SignFromPush, IsFoundByAClearPushOnly) {
  EXPECT_EQ(sign_from_push({12, 1, 0}, {1, 0, 0}, 5.0), 1.0);
  EXPECT_EQ(sign_from_push({-12, 1, 0}, {1, 0, 0}, 5.0), -1.0);
  EXPECT_EQ(sign_from_push({3, 0, 0}, {1, 0, 0}, 5.0), 0.0);
  EXPECT_EQ(sign_from_push({6, 9, 0}, {1, 0, 0}, 5.0), 0.0);
}

}  // namespace
}  // namespace limber
