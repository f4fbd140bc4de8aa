// How much faster than real time the simulation of a UR5e that presses on a table runs, controller and physics
// together.
#include <cmath>

#include "figures.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/real_time.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "pushed_robot.hpp"
#include "start.hpp"

namespace limber::bench {

void measure_simulation(Report& report, double share) {
  const Arm arm = ur5e();
  sim::SimulationParameters simulation;
  sim::Plate table{.name = "table", .stiffness = 5e3};
  table.p_B = arm.pose(ready_posture(), arm.tip()).p - Vector3(0, 0, 0.002);
  simulation.scene.plates = {table};
  sim::SimulatedArm robot(arm, ready_posture(), simulation);

  AdmittanceParameters p = on_springs();
  p.ft_frame.clear();
  p.frame_id = "base_link";
  p.wrench.tool_mass = 0.0;
  p.compliance.damping = Vector6(100, 100, 600, 10, 10, 10).asDiagonal();
  p.compliance.stiffness(2, 2) = 0.0;
  AdmittanceController controller(arm, p);
  start(controller, robot.read());

  const auto cycle = [&] {
    controller.set_control_wrench(-10.0 * Vector6::Unit(2));
    robot.write(controller.update(robot.read(), 0.002));
    robot.step(0.002);
  };
  for (int i = 0; i < 1500; ++i) cycle();
  const int block = static_cast<int>(std::lround(10.0 + 990.0 * share));
  int touching = 0;
  std::vector<double> speeds;
  double wall = 0.0;
  for (std::size_t k = 0; k < Timing::kBlocks; ++k) {
    const Nanoseconds start = monotonic_now();
    for (int i = 0; i < block; ++i) {
      cycle();
      touching += robot.in_contact() ? 1 : 0;
    }
    const double seconds = to_seconds(monotonic_now() - start);
    speeds.push_back(0.002 * block / seconds);
    wall += seconds;
  }
  const double cycles = static_cast<double>(Timing::kBlocks) * block;
  report.begin("simulation, 500 Hz control, 1 kHz physics");
  report.add_value("simulation.contact", "UR5e pressing on a table", "x real time", Better::kHigher,
                   value_of("value", 0.002 * cycles / wall, speeds));
  report.add_value("simulation.touching", "cycles in contact", "%", Better::kNeither,
                   exact_value(100.0 * touching / cycles));
}

}  // namespace limber::bench
