// An arm without springs and without a push: an hour of sensor noise and bias does not move it.
#include <gtest/gtest.h>

#include "limber/admittance_controller.hpp"
#include "limber/telemetry.hpp"
#include "support/ideal_robot.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

struct Sensor {
  const char* name;
  double noise;  // N rms a reading, and tenths of it N m
  double bias;   // N, from the first minute on
};

class QuietHour : public testing::TestWithParam<Sensor> {};

TEST_P(QuietHour, MovesTheToolByLessThanAMillimetre) {
  const Sensor sensor = GetParam();
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.frame_id = "base_link";
  p.update_rate = 250.0;
  p.compliance.mass = (Vector6() << 5, 5, 5, 0.3, 0.3, 0.3).finished().asDiagonal();
  p.compliance.damping = Matrix6((Vector6() << 60, 60, 60, 4, 4, 4).finished().asDiagonal());
  p.wrench.min_motion_threshold = 1.0;
  const Arm arm = test::load_arm(test::kUr5e);
  AdmittanceController controller(arm, p);
  test::IdealRobot robot(arm, test::ready_posture(arm), *arm.find_frame("ft_frame"), 0.01);
  ASSERT_TRUE(controller.activate(robot.read()));
  const Vector3 begin = robot.tool().p;
  const double period = 1.0 / p.update_rate;
  const int cycles = test::scaled(900'000);
  robot.set_noise(sensor.noise);
  Telemetry record;
  Event event;
  for (int k = 0; k < cycles; ++k) {
    if (k == 15'000) {
      robot.push_B = [&](const test::IdealRobot&) { return Vector6(sensor.bias * Vector6::Unit(1)); };
    }
    robot.step(period);
    robot.state().F_S_S.tail<3>() *= 0.1;
    robot.write(controller.update(robot.read(), period));
    while (controller.take_telemetry(record) || controller.take_event(event)) continue;
    ASSERT_LT((robot.tool().p - begin).norm(), 1e-3) << k * period << " s";
  }
  // It still yields to somebody who pushes.
  robot.push_B = [&](const test::IdealRobot&) { return Vector6(10.0 * Vector6::Unit(1)); };
  for (int k = 0; k < 500; ++k) {
    robot.step(period);
    robot.write(controller.update(robot.read(), period));
  }
  EXPECT_GT((robot.tool().p - begin).norm(), 0.05);
}

INSTANTIATE_TEST_SUITE_P(Sensors, QuietHour,
                         testing::Values(Sensor{"noise", 1.0, 0.0}, Sensor{"bias", 0.3, 0.8}, Sensor{"both", 1.0, 0.9}),
                         [](const auto& sensor) { return std::string(sensor.param.name); });

}  // namespace
}  // namespace limber
