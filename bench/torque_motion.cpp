// The rigid arm of the tests, in closed loop with a controller.
#include "torque_motion.hpp"

#include "limber/variable_stiffness_controller.hpp"
#include "start.hpp"
#include "support/torque_robot.hpp"

namespace limber::bench {

Arm open_manipulator_x() { return test::load_arm(test::kOpenManipulatorX); }

std::vector<JointReading> record_torque_motion(const Arm& arm, const VariableStiffnessParameters& parameters,
                                               std::size_t cycles) {
  VariableStiffnessController controller(arm, parameters);
  test::TorqueRobot robot(arm, test::ready_posture(arm));
  start(controller, robot.read());
  std::vector<JointReading> readings;
  const double period = 1.0 / parameters.update_rate;
  for (std::size_t i = 0; i < cycles; ++i) {
    readings.push_back({robot.read().q, robot.read().qd, robot.read().effort});
    robot.step(period);
    robot.write(controller.update(robot.read(), period));
  }
  return readings;
}

}  // namespace limber::bench
