// A force or torque that stays, along axes that no spring holds.
#include "wrench/steady_wrench.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "math/so3.hpp"

namespace limber {
namespace {

constexpr double kWatchPeriod = 0.01;  // s

// 3 N along z that act, on a tool without springs.
SteadyWrench::Cycle steady_cycle() {
  SteadyWrench::Cycle cycle;
  cycle.felt_C = cycle.acts_C = 3.0 * Vector6::Unit(2);
  cycle.R_SC = Matrix3::Identity();
  cycle.stiffness.setZero();
  cycle.pressing = false;
  cycle.force_threshold = 1.0;
  cycle.torque_threshold = 0.1;
  return cycle;
}

struct Told {
  double force = 0.0, torque = 0.0;  // N, N m
  int times = 0;
};

Told watched(double seconds, const std::function<void(SteadyWrench::Cycle&, double)>& change) {
  SteadyWrench steady;
  Told told;
  for (double t = 0.0; t < seconds; t += kWatchPeriod) {
    SteadyWrench::Cycle cycle = steady_cycle();
    change(cycle, t);
    const SteadyWrench::Found found = steady.step(cycle, kWatchPeriod);
    if (found.force > 0.0) told.force = found.force;
    if (found.torque > 0.0) told.torque = found.torque;
    told.times += (found.force > 0.0) + (found.torque > 0.0);
  }
  return told;
}

TEST(SteadyWrench, IsToldOnceWithItsSize) {
  const Told force = watched(60.0, [](auto&, double) {});
  EXPECT_NEAR(force.force, 3.0, 1e-6);
  EXPECT_EQ(force.torque, 0.0);
  EXPECT_EQ(force.times, 1);
  const Told torque = watched(60.0, [](auto& cycle, double) { cycle.felt_C = cycle.acts_C = 0.4 * Vector6::Unit(4); });
  EXPECT_NEAR(torque.torque, 0.4, 1e-6);
  EXPECT_EQ(torque.force, 0.0);
  EXPECT_EQ(torque.times, 1);
  EXPECT_EQ(watched(9.0, [](auto&, double) {}).times, 0) << "not before ten seconds";
}

TEST(SteadyWrench, OfASensorThatTurnsWithTheToolIsSteadyInItsAxes) {
  const Told told = watched(30.0, [](auto& cycle, double t) {
    // C turns; the bias stays with the sensor.
    cycle.R_SC = exp_so3(Vector3(0.3 * t, 0.2 * t, 0.0)).toRotationMatrix();
    cycle.felt_C.template head<3>() = cycle.R_SC.transpose() * Vector3(0.0, 3.0, 0.0);
    cycle.acts_C = cycle.felt_C;
  });
  EXPECT_NEAR(told.force, 3.0, 1e-6);
}

TEST(SteadyWrench, IsNoneIfASpringHoldsItsAxis) {
  EXPECT_EQ(watched(30.0, [](auto& cycle, double) { cycle.stiffness[2] = 100.0; }).times, 0);
  EXPECT_EQ(watched(30.0, [](auto& cycle, double) { cycle.stiffness[0] = 100.0; }).times, 1) << "another axis";
  const Told torque = watched(30.0, [](auto& cycle, double) {
    cycle.felt_C = cycle.acts_C = 0.4 * Vector6::Unit(4);
    cycle.stiffness[4] = 10.0;
  });
  EXPECT_EQ(torque.times, 0);
}

TEST(SteadyWrench, IsNoneIfAPressMakesItOrTheDeadbandIsShut) {
  EXPECT_EQ(watched(30.0, [](auto& cycle, double) { cycle.pressing = true; }).times, 0);
  EXPECT_EQ(watched(30.0, [](auto& cycle, double) { cycle.acts_C.setZero(); }).times, 0);
  EXPECT_EQ(watched(30.0, [](auto& cycle, double) { cycle.felt_C *= 0.3, cycle.acts_C.setZero(); }).times, 0)
      << "0.9 N are below the threshold of 1 N";
  // For a moment in the middle: ten seconds begin anew.
  EXPECT_EQ(watched(15.0, [](auto& cycle, double t) { cycle.pressing = t > 7.0 && t < 7.1; }).times, 0);
}

TEST(SteadyWrench, BeginsAnewAfterAnInterruptionAndForgetsWhatItToldAfterAReset) {
  SteadyWrench steady;
  const auto times = [&](double seconds) {
    int told = 0;
    for (double t = 0.0; t < seconds; t += kWatchPeriod) told += steady.step(steady_cycle(), kWatchPeriod).force > 0.0;
    return told;
  };
  EXPECT_EQ(times(8.0), 0);
  steady.interrupt();
  EXPECT_EQ(times(8.0), 0);
  EXPECT_EQ(times(10.0), 1);
  EXPECT_EQ(times(30.0), 0) << "it was told";
  steady.reset();
  EXPECT_EQ(times(15.0), 1);
}

}  // namespace
}  // namespace limber
