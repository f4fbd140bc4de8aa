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
  Plate plate;
  bool from_tool = false;
};

/// Plates under a name.
struct NamedScene {
  std::string name;
  std::string words;  ///< one sentence about it
  std::vector<PlateEntry> plates;
};

const std::vector<NamedScene>& named_scenes();
/// Throws ConfigError for a name that is not among them.
NamedScene find_scene(const std::string& name);
/// The plates in the base, with the tool point at p_BQ (m) at the start.
std::vector<Plate> place_plates(const std::vector<PlateEntry>& entries, const Vector3& p_BQ);

/// What is mounted beyond the force sensor.
struct ToolEntry {
  std::optional<double> mass;     ///< kg; absent: what the controller believes
  std::optional<Vector3> com;     ///< m, in the tip frame; absent: likewise
  Vector3 tip = Vector3::Zero();  ///< m, in the tip frame: the tool point
  double radius = 0.01;           ///< m
};

struct World {
  NamedScene scene = find_scene("free");
  ToolEntry tool;
  ServoParameters servo;
  SensorParameters sensor;
  std::vector<Push> hand;
};

/// The section `limber:` of a YAML file; what it leaves open keeps its default. Throws ConfigError.
World load_world(const std::string& path);

}  // namespace limber::sim
