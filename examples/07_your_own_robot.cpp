// Your own robot: no simulator, only the two functions of limber::Robot. This one goes where it is told, a cycle later,
// and feels a hand that leans on it with 15 N.
#include <cmath>
#include <cstdio>
#include <limber/limber.hpp>

struct MyRobot : limber::Robot {
  limber::RobotState state;

  explicit MyRobot(const limber::JointVector& q) {
    state.q = q;
    state.qd = limber::JointVector::Zero(q.size());
  }
  const limber::RobotState& read() override {
    // s. On a real robot use the stamps of its readings: made up here, they would hide a sensor that has died.
    state.time = state.joint_stamp = state.wrench_stamp += 0.002;
    state.F_S_S = 15.0 * limber::Vector6::Unit(0);       // N, along the sensor's x
    state.F_S_S[2] = 1e-6 * std::sin(1e3 * state.time);  // noise: a real sensor never repeats itself
    return state;
  }
  void write(const limber::Command& command) override {
    state.q = command.q;
    state.qd = command.qd;
  }
};

int main() {
  const limber::Arm arm = limber::Arm::from_urdf_file(LIMBER_ROBOTS_DIR "/ur5e.urdf", "base_link", "tool0");
  MyRobot robot(limber::JointVector{{0.0, -1.57, 1.57, -1.57, -1.57, 0.0}});
  limber::AdmittanceParameters parameters;
  parameters.compliance.stiffness = limber::Vector6(300, 300, 300, 30, 30, 30).asDiagonal();  // N/m, N m/rad
  limber::AdmittanceController controller(arm, parameters);
  const limber::Vector3 start = arm.pose(robot.state.q, arm.tip()).p;
  if (!controller.activate(robot.read())) return 1;
  for (int cycle = 0; cycle < 3000; ++cycle) robot.write(controller.update(robot.read(), 0.002));
  const double moved = (arm.pose(robot.state.q, arm.tip()).p - start).norm();
  std::printf("15 N less the deadband of 1 N moved the tool by %.1f mm; the spring says 46.7 mm.\n", 1e3 * moved);
  return moved > 0.046 && moved < 0.048 ? 0 : 1;
}
