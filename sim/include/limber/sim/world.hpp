/// @file
/// What an arm finds itself in, as a configuration describes it: scene, tool, servo, sensor and hand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "limber/sim/scene.hpp"
#include "limber/sim/simulated_arm.hpp"

namespace limber::sim {

/// A plate whose point p_B is counted from the base, or from the tool point at the start: so one description serves
/// arms of every size.
struct PlateEntry {
  Plate plate;             ///< axes of the base
  bool from_tool = false;  ///< p_B is counted from the tool point at the start
};

/// Plates under a name.
struct NamedScene {
  std::string name;                ///< as in `limber.scene` of a configuration
  std::string words;               ///< one sentence about it
  std::vector<PlateEntry> plates;  ///< none: free space
};

/// The scenes that a configuration may name: free, table, sloped_table, wall.
const std::vector<NamedScene>& named_scenes();
/// The scene of that name. Throws config::ConfigError for a name that is not among them.
NamedScene find_scene(const std::string& name);
/// The plates in the base, with the tool point at p_BQ (m) at the start.
std::vector<Plate> place_plates(const std::vector<PlateEntry>& entries, const Vector3& p_BQ);

/// What is mounted beyond the force sensor.
struct ToolEntry {
  std::optional<double> mass;     ///< kg; absent: what the controller believes
  std::optional<Vector3> com;     ///< m, in the tip frame; absent: likewise
  Vector3 tip = Vector3::Zero();  ///< m, in the tip frame: the tool point
  double radius = 0.01;           ///< m, of the ball that touches
};

/// What the section `limber:` of a configuration says of the simulated world.
struct World {
  NamedScene scene = find_scene("free");  ///< what stands around the arm
  ToolEntry tool;                         ///< what is mounted beyond the force sensor
  ServoParameters servo;                  ///< how the arm follows its commands
  SensorParameters sensor;                ///< noise and bias of the force sensor
  std::vector<Push> hand;                 ///< pushes at set times
};

/// Reads the section `limber:` of a YAML file; what it leaves open keeps its default. Throws config::ConfigError.
World load_world(const std::string& path);

}  // namespace limber::sim
