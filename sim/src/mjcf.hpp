// The text of a MuJoCo model: the arm, a tool fixed to its tip with the sensor between them, and the plates of a scene.
//
// Names in the model: joints and bodies "joint0".. (in the order of the arm), body "tool" with geom "ball" and sites
// "sensor" (S) and "tool_point" (Q, axes of T); per plate body, joint and geom "plate0"..; sensors "force", "torque".
#pragma once

#include <optional>
#include <string>

#include "limber/arm.hpp"
#include "limber/sim/scene.hpp"
#include "limber/sim/torque_drive.hpp"

namespace limber::sim {

struct ModelParameters {
  double substep = 0.001;                    // s
  Vector3 gravity_B = Vector3(0, 0, -9.81);  // m/s²
  double armature = 0.0;                     // kg m² (kg for prismatic joints), of every joint
  double mass_scale = 1.0;                   // factor on the masses of the links
  // Torque-driven joints: their armature, damping and friction. Such an arm moves by its own dynamics and is integrated
  // by the fourth-order Runge-Kutta rule, so that a substep of 1 ms is accurate enough.
  std::optional<TorqueJoints> torque{};
};

// `sensor` must be fixed to the last body of the arm. Throws SimulationError.
std::string mjcf(const Arm& arm, const Frame& sensor, const Tool& tool, const Scene& scene,
                 const ModelParameters& parameters);

// N: upper bound of the force between a plate at rest and a tool of any weight that hits it at `speed` (m/s). The
// contact accelerates the plate to the speed of the tool within its own time constant.
double impact_force(const Plate& plate, double speed, double substep);

// MuJoCo's errors name joints and plates by number; this puts the link and joint of the URDF, or the plate of the
// scene, before it.
std::string with_urdf_names(const Arm& arm, const Scene& scene, std::string text);

}  // namespace limber::sim
