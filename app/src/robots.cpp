// Reads URDFs from robots/ and from anywhere.
#include "robots.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <numbers>

#include "config/error_collector.hpp"
#include "limber/configuration.hpp"
#include "places.hpp"

namespace limber::app {
namespace {

constexpr double kQuarterTurn = std::numbers::pi / 2.0;

// Zero is singular for most arms.
RobotModel with_chosen_start(std::string name, Arm arm, std::string urdf) {
  const StartPosture start = choose_start(arm, arm.tip());
  return {std::move(name), std::move(arm), start.q, start, std::move(urdf)};
}

std::string start_words(const Arm& arm, const StartPosture& start) {
  return fmt::format(
      "The arm starts at {}, chosen because the configuration gives no start: bent, σ {:.2f} (the best found is "
      "{:.2f}; "
      "lengths in units of its reach).",
      joint_words(arm, start.q), start.conditioning, start.best_conditioning);
}

RobotModel load_known(const KnownRobot& robot, const RobotChoice& choice) {
  const std::filesystem::path path = data_directory() / "robots" / (robot.name + ".urdf");
  Arm arm = Arm::from_urdf_file(path.string(), choice.base.empty() ? robot.base : choice.base,
                                choice.tip.empty() ? robot.tip : choice.tip, robot.branches);
  if (arm.joint_count() != static_cast<int>(robot.home.size())) {
    return with_chosen_start(robot.name, std::move(arm), path.string());
  }
  const JointVector home = Eigen::Map<const Eigen::VectorXd>(robot.home.data(), arm.joint_count());
  return {robot.name, std::move(arm), home, {}, path.string()};
}

}  // namespace

const std::vector<KnownRobot>& known_robots() {
  const std::vector<double> tool_down{0, -kQuarterTurn, kQuarterTurn, -kQuarterTurn, -kQuarterTurn, 0};
  static const std::vector<KnownRobot> kRobots{
      {"ur3e", "Universal Robots UR3e, 3 kg, reach 0.50 m", "base_link", "tool0", Branches::kRefuse, tool_down},
      {"ur5e", "Universal Robots UR5e, 5 kg, reach 0.85 m", "base_link", "tool0", Branches::kRefuse, tool_down},
      {"ur10e", "Universal Robots UR10e, 12.5 kg, reach 1.30 m", "base_link", "tool0", Branches::kRefuse, tool_down},
      {"fr3",
       "Franka Research 3, seven joints, 3 kg, reach 0.85 m",
       "fr3_link0",
       "fr3_link8",
       Branches::kRefuse,
       {0, -kQuarterTurn / 2, 0, -1.5 * kQuarterTurn, 0, kQuarterTurn, kQuarterTurn / 2}},
      {"open_manipulator_x",
       "ROBOTIS OpenManipulator-X, four joints, reach 0.38 m",
       "world",
       "end_effector_link",
       Branches::kFreezeAtZero,
       {0, -0.8, 0.9, -0.1}},
  };
  return kRobots;
}

RobotModel load_robot(const RobotChoice& choice) {
  for (const KnownRobot& robot : known_robots()) {
    if (robot.name == choice.robot) return load_known(robot, choice);
  }
  std::error_code ignored;
  if (!std::filesystem::exists(choice.robot, ignored) || std::filesystem::is_directory(choice.robot, ignored)) {
    std::string names;
    for (const KnownRobot& robot : known_robots()) names += robot.name + ", ";
    throw config::ConfigError(fmt::format("{}robot is '{}'; it must be {}or the path of a URDF with its base and tip",
                                          choice.place, choice.robot, names));
  }
  if (choice.base.empty() || choice.tip.empty()) {
    throw config::ConfigError(
        fmt::format("{}robot is '{}', a URDF; its base and tip links must be given too "
                    "(--base, --tip)",
                    choice.place, choice.robot));
  }
  Arm arm = Arm::from_urdf_file(choice.robot, choice.base, choice.tip, Branches::kFreezeAtZero);
  std::string name = arm.name();
  return with_chosen_start(std::move(name), std::move(arm), choice.robot);
}

std::string joint_words(const Arm& arm, const JointVector& q) {
  std::string words;
  for (int i = 0; i < arm.joint_count(); ++i) {
    const Joint& joint = arm.joints()[static_cast<std::size_t>(i)];
    words += fmt::format("{}{} {:.2f} {}", words.empty() ? "" : ", ", joint.name, q[i],
                         joint.type == JointType::kPrismatic ? "m" : "rad");
  }
  return words;
}

std::vector<std::string> arm_notes(const RobotModel& robot, const JointVector& start) {
  std::vector<std::string> notes;
  if (robot.chosen && start == robot.chosen->q) notes.push_back(start_words(robot.arm, *robot.chosen));
  if (!robot.arm.frozen_joints().empty()) {
    notes.push_back(fmt::format("Joints beside the chain stay at 0: {}.", fmt::join(robot.arm.frozen_joints(), ", ")));
  }
  for (const std::string& doubt : robot.arm.doubts()) notes.push_back(fmt::format("Warning: {}.", doubt));
  return notes;
}

JointVector joints_of(const Arm& arm, const config::YamlValue& list) {
  const std::vector<config::YamlValue> angles = list.items();
  if (static_cast<int>(angles.size()) != arm.joint_count()) {
    list.fail(fmt::format("{} has {} joints", arm.name(), arm.joint_count()));
  }
  JointVector q(arm.joint_count());
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const Joint& joint = arm.joints()[i];
    const double angle = angles[i].number();
    if (angle < joint.limits.lower || angle > joint.limits.upper) {
      angles[i].fail(fmt::format("joint '{}' of {} goes from {:g} to {:g}", joint.name, arm.name(), joint.limits.lower,
                                 joint.limits.upper));
    }
    q[static_cast<Eigen::Index>(i)] = angle;
  }
  return q;
}

}  // namespace limber::app
