// The impedance law: its spring as the gradient of an energy.
#include "compliance/impedance_law.hpp"

#include <gtest/gtest.h>

#include <random>

#include "math/so3.hpp"
#include "math/task_axes.hpp"

namespace limber {
namespace {

Vector3 drawn(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> uniform(-size, size);
  return {uniform(random), uniform(random), uniform(random)};
}

TEST(ImpedanceLaw, SpringsAreTheGradientOfTheirEnergy) {
  std::mt19937 random(1);
  ImpedanceGains gains;
  gains.K << 20, 30, 40, 5, 10, 15;
  const auto energy = [&](const Pose& X_R, const Pose& X_T) {
    const TaskVector e = task_error(X_R, X_T, TaskRotation::kAll);
    return 0.5 * e.dot(gains.K.cwiseProduct(Vector6(e)));
  };
  for (int k = 0; k < 200; ++k) {
    const Pose X_T{exp_so3(drawn(random, 2.0)).toRotationMatrix(), drawn(random, 0.3)};
    const Pose X_R{exp_so3(drawn(random, 1.2)).toRotationMatrix() * X_T.R, drawn(random, 0.3)};
    const TaskVector e = task_error(X_R, X_T, TaskRotation::kAll);
    const TaskVector F = impedance_wrench(e, TaskVector::Zero(6), gains, TaskRotation::kAll);
    for (int axis = 0; axis < 3; ++axis) {
      const double step = 1e-6;
      const auto moved = [&](double way) { return Pose{X_T.R, X_T.p + way * Vector3::Unit(axis)}; };
      const auto turned_by = [&](double way) {
        return Pose{X_T.R * exp_so3(way * Vector3::Unit(axis)).toRotationMatrix(), X_T.p};
      };
      EXPECT_NEAR(F[axis], -(energy(X_R, moved(step)) - energy(X_R, moved(-step))) / (2 * step), 1e-5);
      EXPECT_NEAR(F[3 + axis], -(energy(X_R, turned_by(step)) - energy(X_R, turned_by(-step))) / (2 * step), 1e-5);
    }
  }
}

TEST(ImpedanceLaw, LeavesRollAndYawOfFourJointsAlone) {
  ImpedanceGains gains;
  gains.K << 20, 30, 40, 5, 10, 15;
  gains.D << 2, 3, 4, 0.5, 1.0, 1.5;
  const TaskVector e = (TaskVector(4) << 0.1, 0.2, 0.3, 0.4).finished();
  const TaskVector rate = (TaskVector(4) << 1, 1, 1, 1).finished();
  const TaskVector F = impedance_wrench(e, rate, gains, TaskRotation::kPitch);
  const TaskVector expected = (TaskVector(4) << 20 * 0.1 + 2, 30 * 0.2 + 3, 40 * 0.3 + 4, 10 * 0.4 + 1).finished();
  EXPECT_LT((F - expected).norm(), 1e-12);
}

}  // namespace
}  // namespace limber
