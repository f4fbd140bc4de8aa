/// @file
/// The world of a simulated arm as a configuration describes it: scene, tool, servo, sensor and hand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "limber/sim/scene.hpp"
#include "limber/sim/simulated_arm.hpp"

namespace limber::sim {

/// A plate whose point p_B is relative to the base, or to the tool point at the start: so one description fits arms of
/// any size.
struct PlateEntry {
  Plate plate;             ///< base axes
  bool from_tool = false;  ///< p_B is relative to the tool point at the start
};

/// A surface, likewise.
struct SurfaceEntry {
  Surface surface;         ///< base axes
  bool from_tool = false;  ///< p_B is relative to the tool point at the start
};

/// Plates and surfaces under a name.
struct NamedScene {
  std::string name;                      ///< as in `limber.scene` of a configuration
  std::string words;                     ///< one sentence about it
  std::vector<PlateEntry> plates;        ///< neither these
  std::vector<SurfaceEntry> surfaces{};  ///< nor these: free space
};

/// The scenes that a configuration may name: free, table, sloped_table, wall.
const std::vector<NamedScene>& named_scenes();
/// The scene of that name. Throws config::ConfigError for an unknown name.
NamedScene find_scene(const std::string& name);
/// The scene in the base, without a hand, for a tool point p_BQ (m) at the start.
Scene place_scene(const NamedScene& scene, const Vector3& p_BQ);

/// The tool behind the force sensor.
struct ToolEntry {
  std::optional<double> mass;     ///< kg; absent: that of the controller
  std::optional<Vector3> com;     ///< m, in the tip frame; absent: likewise
  Vector3 tip = Vector3::Zero();  ///< m, in the tip frame: the tool point
  double radius = 0.01;           ///< m, of the ball that touches
};

/// The simulated world in the section `limber:` of a configuration.
struct World {
  NamedScene scene = find_scene("free");  ///< surroundings of the arm
  ToolEntry tool;                         ///< mounted behind the force sensor
  ServoParameters servo;                  ///< how the arm follows its commands
  SensorParameters sensor;                ///< noise and bias of the force sensor
  std::vector<Push> hand;                 ///< pushes at given times
};

/// Reads the section `limber:` of a YAML file; values that are not given keep their defaults. Throws
/// config::ConfigError.
World load_world(const std::string& path);

}  // namespace limber::sim
