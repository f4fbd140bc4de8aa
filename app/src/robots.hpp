// The robots the program knows by name, and any other by its URDF.
#pragma once

#include <string>
#include <vector>

#include "limber/arm/arm.hpp"

namespace limber::app {

struct KnownRobot {
  std::string name;  // robots/<name>.urdf
  std::string words;
  std::string base, tip;
  Branches branches;
  std::vector<double> home;  // rad: tool straight down in front, or forward and level
};
const std::vector<KnownRobot>& known_robots();

// As given: a known name, or the path of a URDF with its base and tip.
struct RobotChoice {
  std::string robot = "ur5e";
  std::string base, tip;  // empty: the known robot's
  std::string place;      // "file:line: limber.", where a configuration chose it
};

struct RobotModel {
  std::string name;
  Arm arm;
  JointVector home;  // of a robot known only by its URDF: zero, or the nearest its limits allow
};

// Throws ConfigError or ArmError.
RobotModel load_robot(const RobotChoice& choice);

}  // namespace limber::app
