// References and poses; the rest is the shell's.
#include "admittance_controller.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <pluginlib/class_list_macros.hpp>

#include "robot_description.hpp"
#include "state_messages.hpp"

namespace limber_controllers {

void AdmittanceController::configured() {
  q_reference_ = limber::JointVector::Zero(shell_.arm().joint_count());
  topics_->subscribe<geometry_msgs::msg::PoseStamped>("~/set_desired_pose",
                                                      [this](const auto& message) { take_desired_pose(message); });
  topics_->offer("~/move_to_start_pose", [this] { return move_to_start(); });
  topics_->complain_of([this] { return missing_references(); });
}

AdmittanceController::CallbackReturn AdmittanceController::on_activate(const rclcpp_lifecycle::State& previous) {
  forget_references();
  return CompliantPlugin::on_activate(previous);
}

std::vector<hardware_interface::CommandInterface> AdmittanceController::on_export_reference_interfaces() {
  const std::vector<std::string> joints = joint_names(shell_.arm());
  reference_interfaces_.assign(2 * joints.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<hardware_interface::CommandInterface> references;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    references.emplace_back(get_node()->get_name(), joints[i] + "/position", &reference_interfaces_[2 * i]);
    references.emplace_back(get_node()->get_name(), joints[i] + "/velocity", &reference_interfaces_[2 * i + 1]);
  }
  return references;
}

bool AdmittanceController::on_set_chained_mode(bool) {
  forget_references();
  return true;
}

// What a controller upstream has not written yet, or no longer writes, is no reference.
void AdmittanceController::forget_references() {
  missing_ = 0;
  std::fill(reference_interfaces_.begin(), reference_interfaces_.end(), std::numeric_limits<double>::quiet_NaN());
}

controller_interface::return_type AdmittanceController::update_reference_from_subscribers(const rclcpp::Time&,
                                                                                          const rclcpp::Duration&) {
  return controller_interface::return_type::OK;  // poses reach core from their own topic
}

controller_interface::return_type AdmittanceController::update_and_write_commands(const rclcpp::Time&,
                                                                                  const rclcpp::Duration& period) {
  if (is_in_chained_mode()) take_references();
  return cycle(period);
}

// Positions alone lead: how fast they move is seen from cycle to cycle, whatever a velocity says, or nobody wrote.
void AdmittanceController::take_references() {
  std::uint32_t missing = 0;
  for (Eigen::Index i = 0; i < q_reference_.size(); ++i) {
    q_reference_[i] = reference_interfaces_[static_cast<std::size_t>(2 * i)];
    if (std::isnan(q_reference_[i])) missing |= 1U << i;
  }
  const bool any = q_reference_.array().isNaN().count() < q_reference_.size();
  missing_.store(any ? missing : 0, std::memory_order_relaxed);
  core().set_joint_reference(q_reference_);
}

std::string AdmittanceController::missing_references() const {
  const std::uint32_t missing = missing_.load(std::memory_order_relaxed);
  std::string names;
  int count = 0;
  const std::vector<limber::Joint>& joints = shell_.arm().joints();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if ((missing >> i & 1U) == 0) continue;
    names += (names.empty() ? "" : ", ") + joints[i].name;
    ++count;
  }
  if (count == 0) return "";
  return "the controller upstream leads " + std::to_string(joints.size() - static_cast<std::size_t>(count)) + " of " +
         std::to_string(joints.size()) + " joints, and the arm follows none: it must also lead " + names;
}

void AdmittanceController::take_desired_pose(const geometry_msgs::msg::PoseStamped& message) {
  const limber::Pose X_BF = topics_->frame_in_base(message.header.frame_id);
  const limber::Quaternion q_FR = from_quaternion(message.pose.orientation);
  const limber::Quaternion q_BR = limber::Quaternion(X_BF.R) * q_FR;
  expect_taken(core().set_desired_pose(X_BF * from_point(message.pose.position), q_BR));
}

std::string AdmittanceController::move_to_start() {
  const std::vector<double> given = shell_.start_pose();
  limber::JointVector q = shell_.start_joints();
  if (!given.empty()) {
    if (given.size() != static_cast<std::size_t>(q.size())) {
      throw limber::config::ConfigError("start_joints has " + std::to_string(given.size()) + " numbers; the arm has " +
                                        std::to_string(q.size()) + " joints");
    }
    q = Eigen::Map<const Eigen::VectorXd>(given.data(), q.size());
  }
  expect_taken(core().set_desired_pose(shell_.arm().pose(q, shell_.fitted().frame)));
  return "the reference goes to the start pose";
}

}  // namespace limber_controllers

PLUGINLIB_EXPORT_CLASS(limber_controllers::AdmittanceController, controller_interface::ChainableControllerInterface)
