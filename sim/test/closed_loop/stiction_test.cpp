// A torque arm with friction and a coarse encoder: it sticks, and is not taken for one with frozen readings.
#include <cstdio>

#include "limber/telemetry.hpp"
#include "torque_loop.hpp"

namespace limber::sim {
namespace {

// Friction holds the arm while the reference goes on, and an encoder with steps does not see it give way: for seconds
// the readings are the same to the last bit, and nothing is wrong with them.
TEST(Stiction, AStickingArmIsNotTakenForADeadOne) {
  const Arm arm = load_arm("open_manipulator_x");
  for (const double friction : {0.0, 0.03, 0.05}) {
    SimulationParameters simulation = torque_simulation(friction);
    simulation.encoder = {kXm430PositionStep, kXm430VelocityStep};
    TorqueLoop loop(arm, home(arm), documents_parameters(), simulation);
    double same = 0.0, longest = 0.0, way = 0.0, torque = 0.0;
    StiffnessTelemetry before = loop.now(), changed = before;
    loop.run(60.0, [&] {
      const StiffnessTelemetry& t = loop.now();
      const bool unchanged = before.q.size() == t.q.size() && t.q == before.q && t.qd == before.qd;
      same = unchanged ? same + 0.002 : 0.0;
      if (!unchanged) changed = t;
      longest = std::max(longest, same);
      way = std::max(way, (t.p_reference - changed.p_reference).norm());
      torque = std::max(torque, (t.torque - changed.torque).cwiseAbs().maxCoeff());
      before = t;
    });
    loop.controller.request(Request::kHold);
    loop.run(20.0);
    std::printf("friction %.2f N m: the same for up to %.2f s, while the target went %.1f mm and a torque %.3f N m\n",
                friction, longest, 1e3 * way, torque);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding) << friction;
    if (friction > 0.0) {
      EXPECT_GT(longest, 0.3) << "it did not stick: nothing was tested";
    }
  }
}

}  // namespace
}  // namespace limber::sim
