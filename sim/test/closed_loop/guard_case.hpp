// An arm that is pressed against a stiff wall, with the contact guard or without.
#pragma once

#include "simulated_loop.hpp"

namespace limber::sim {

inline constexpr double kOverforce = 300.0;  // N

enum class PressedBy { kControlWrench, kHand };

struct GuardCase {
  const char* what = "";
  const char* robot = "ur5e";
  double wall = 5e3;      // N/m
  double approach = 0.1;  // m/s
  LoopShape shape{.mass = 1.0, .damping = 30.0, .tool_mass = 0.3};
  double gap = 0.03;    // m; below 0: pressed in from the start
  double tilt = 0.0;    // rad, of the wall against the tool
  double jitter = 0.0;  // of the period, as a share
  PressedBy drive = PressedBy::kControlWrench;
  double told_lag = 0.0;  // s, what the guard is told of the servo; 0: the truth
};

inline Plate wall_for(const Arm& arm, const Tool& tool, const GuardCase& c) {
  Plate wall = surface_ahead(arm, tool, home(arm), c.wall, c.gap);
  const Vector3 sideways_B = arm.pose(home(arm), arm.tip()).R.col(0);
  wall.normal_B = Eigen::AngleAxisd(c.tilt, sideways_B) * wall.normal_B;
  return wall;
}

inline AdmittanceParameters parameters_for(const Arm& arm, const GuardCase& c, bool guarded) {
  AdmittanceParameters parameters = parameters_for(arm, c.shape);
  parameters.contact_guard.enabled = guarded;
  parameters.contact_guard.lag = c.told_lag > 0.0 ? c.told_lag : c.shape.lag + c.shape.delay;
  parameters.supervisor.press_approach_speed = c.approach;
  parameters.supervisor.overforce = kOverforce;
  return parameters;
}

}  // namespace limber::sim
