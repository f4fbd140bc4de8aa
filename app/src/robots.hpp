// The robots the program knows by name, and any other by its URDF.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arm/start_posture.hpp"
#include "config/yaml_reader.hpp"
#include "limber/arm.hpp"

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
  JointVector home;
  std::optional<StartPosture> chosen{};  // how `home` was chosen, for a robot known only by its URDF
  std::string urdf{};                    // path of the file
};

// Throws ConfigError or ArmError.
RobotModel load_robot(const RobotChoice& choice);

// "elbow 1.2 rad, lift 0.1 m".
std::string joint_words(const Arm& arm, const JointVector& q);
// What a person should know of the arm before it runs, one sentence each: where it starts, if that was chosen here;
// joints frozen beside it; what in its URDF looks like another unit.
std::vector<std::string> arm_notes(const RobotModel& robot, const JointVector& start);

// One number for each joint (rad or m), within its limits. Throws ConfigError.
JointVector joints_of(const Arm& arm, const config::YamlValue& list);

}  // namespace limber::app
