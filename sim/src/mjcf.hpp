// The text of a MuJoCo model: an arm as core knows it, a tool welded to its tip with the sensor between them, and the
// plates of a scene.
//
// Names in the model: joints and bodies "joint0".. (in the arm's order), body "tool" with geom "ball" and sites
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
  double armature = 0.0;                     // kg m² (kg on a slide), of every joint
  double mass_scale = 1.0;                   // of the arm's links: how much heavier than `arm` says
  // Joints that torques drive: their own armature, damping and friction. Such an arm is integrated by Runge and Kutta's
  // fourth-order rule: it moves by its own dynamics, and a substep of 1 ms must not show in them.
  std::optional<TorqueJoints> torque{};
};

// `sensor` must be fixed to the arm's last body. Throws SimulationError.
std::string mjcf(const Arm& arm, const Frame& sensor, const Tool& tool, const Scene& scene,
                 const ModelParameters& parameters);

// N, at most, between a plate at rest and a tool of any weight that meets it at `speed` (m/s): the contact makes the
// plate as fast as the tool, in its own short time.
double impact_force(const Plate& plate, double speed, double substep);

// MuJoCo's refusal of such a model names joints and plates by number; this puts the URDF's link and joint, or the
// scene's plate, before it.
std::string with_urdf_names(const Arm& arm, const Scene& scene, std::string text);

}  // namespace limber::sim
