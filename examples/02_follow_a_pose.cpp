// Follow a pose: the reference goes around a circle. Its twist comes along with each pose, so the arm does not lag
// behind it as a spring alone would.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "limber/limber.hpp"
#include "limber/sim/simulated_arm.hpp"

using namespace limber;

int main() {
  const Arm arm = Arm::from_urdf_file(LIMBER_ROBOTS_DIR "/ur5e.urdf", "base_link", "tool0");
  const JointVector home{{0.0, -1.57, 1.57, -1.57, -1.57, 0.0}};

  AdmittanceParameters parameters;
  parameters.compliance.stiffness = Vector6(300, 300, 300, 30, 30, 30).asDiagonal();  // N/m, N m/rad
  AdmittanceController controller(arm, parameters);
  sim::SimulatedArm robot(arm, home);

  const Pose start = robot.tool_pose();
  const double radius = 0.08, lap = 6.0;  // m, s
  const double period = 1.0 / parameters.update_rate;
  double farthest = 0.0, worst = 0.0;
  std::puts("time  reference y, z  tool y, z     gap\n   s              mm         mm      mm");
  if (!controller.activate(robot.read())) return 1;
  for (int cycle = 0; cycle <= 7 * 500; ++cycle) {
    // Once around, starting and ending at rest: the angle is a cosine in time.
    const double t = std::min(cycle * period, lap), w = std::numbers::pi / lap;
    const double angle = std::numbers::pi * (1.0 - std::cos(w * t));
    const double rate = std::numbers::pi * w * std::sin(w * t);
    const Vector3 circle = radius * Vector3(0.0, std::sin(angle), 1.0 - std::cos(angle));
    Vector6 twist = Vector6::Zero();
    twist.head<3>() = radius * rate * Vector3(0.0, std::cos(angle), std::sin(angle));
    controller.set_desired_pose({start.R, start.p + circle}, twist);

    robot.write(controller.update(robot.read(), period));
    robot.step(period);
    const Vector3 moved = robot.tool_pose().p - start.p;
    farthest = std::max(farthest, moved.norm());
    worst = std::max(worst, (moved - circle).norm());
    if (cycle % 500 == 0) {
      std::printf("%4.1f    %6.1f %6.1f  %5.1f %5.1f  %5.2f\n", robot.time(), 1e3 * circle.y(), 1e3 * circle.z(),
                  1e3 * moved.y(), 1e3 * moved.z(), 1e3 * (moved - circle).norm());
    }
  }

  // At 0.13 m/s a servo with a lag of 30 ms and a delay of 2 ms is 4 mm behind; the law must add next to nothing.
  std::printf("Around a circle %.0f mm wide, at most %.1f mm from the reference.\n", 2e3 * radius, 1e3 * worst);
  return farthest > 1.9 * radius && worst < 0.005 ? 0 : 1;
}
