// Random postures, two answers each.
#include "kinematics_check.hpp"

#include <algorithm>
#include <kinematics_interface/kinematics_interface.hpp>
#include <pluginlib/class_loader.hpp>
#include <random>

#include "limber/configuration.hpp"

namespace limber_controllers {
namespace {

constexpr int kPostures = 50;
constexpr double kTolerance = 1e-6;  // m, rad, and of each number of the Jacobian
constexpr double kTurn = 3.14;       // rad or m, where a joint has no limit

limber::JointVector random_posture(const limber::Arm& arm, std::mt19937& random) {
  limber::JointVector q(arm.joint_count());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const limber::JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
    q[i] =
        std::uniform_real_distribution<double>(std::max(limits.lower, -kTurn), std::min(limits.upper, kTurn))(random);
  }
  return q;
}

}  // namespace

void check_kinematics(const limber::Arm& arm, const std::string& package, const std::string& plugin,
                      const std::string& urdf, rclcpp_lifecycle::LifecycleNode& node) {
  pluginlib::ClassLoader<kinematics_interface::KinematicsInterface> loader(package,
                                                                           "kinematics_interface::KinematicsInterface");
  const auto other = loader.createUniqueInstance(plugin);
  for (const auto& [end, link] : {std::pair("base", arm.base_name()), std::pair("tip", arm.tip_name())}) {
    const std::string parameter = std::string("kinematics.") + end;
    if (node.get_parameter(parameter).as_string().empty()) node.set_parameter({parameter, link});
  }
  if (!other->initialize(urdf, node.get_node_parameters_interface(), "kinematics")) {
    throw limber::config::ConfigError("kinematics.plugin_name: " + plugin + " does not take this robot description");
  }
  std::mt19937 random(1);
  limber::Pose own;
  limber::Jacobian own_jacobian;
  Eigen::Isometry3d pose;
  Eigen::Matrix<double, 6, Eigen::Dynamic> jacobian(6, arm.joint_count());
  for (int i = 0; i < kPostures; ++i) {
    const limber::JointVector q = random_posture(arm, random);
    arm.kinematics(q, arm.tip(), own, own_jacobian);
    if (!other->calculate_link_transform(q, arm.tip_name(), pose) ||
        !other->calculate_jacobian(q, arm.tip_name(), jacobian)) {
      throw limber::config::ConfigError("kinematics.plugin_name: " + plugin + " has no answer for link " +
                                        arm.tip_name());
    }
    const double off =
        std::max({(pose.translation() - own.p).cwiseAbs().maxCoeff(), (pose.linear() - own.R).cwiseAbs().maxCoeff(),
                  (jacobian - own_jacobian).cwiseAbs().maxCoeff()});
    if (!(off <= kTolerance)) {
      throw limber::config::ConfigError("kinematics.plugin_name: " + plugin + " and this controller differ by " +
                                        std::to_string(off) + " for the same posture, from " + arm.base_name() +
                                        " to " + arm.tip_name() +
                                        "; do kinematics.base and kinematics.tip name the "
                                        "same links?");
    }
  }
}

}  // namespace limber_controllers
