// Controller A in ros2_control: chainable, with references for each joint that a trajectory controller upstream may
// use.
#pragma once

#include <atomic>
#include <controller_interface/chainable_controller_interface.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "compliant_plugin.hpp"
#include "limber/admittance_controller.hpp"

namespace limber_controllers {

class AdmittanceController
    : public CompliantPlugin<controller_interface::ChainableControllerInterface, limber::AdmittanceController> {
 public:
  CallbackReturn on_activate(const rclcpp_lifecycle::State& previous) override;

 protected:
  void configured() override;
  std::vector<hardware_interface::CommandInterface> on_export_reference_interfaces() override;
  bool on_set_chained_mode(bool chained_mode) override;
  controller_interface::return_type update_reference_from_subscribers(const rclcpp::Time& time,
                                                                      const rclcpp::Duration& period) override;
  controller_interface::return_type update_and_write_commands(const rclcpp::Time& time,
                                                              const rclcpp::Duration& period) override;

 private:
  void forget_references();
  void take_references();
  std::string missing_references() const;
  void take_desired_pose(const geometry_msgs::msg::PoseStamped& message);
  std::string move_to_start();

  limber::JointVector q_reference_;  // of the control thread
  // Joints, as bits, without a reference while others have one.
  std::atomic<std::uint32_t> missing_{0};
};

}  // namespace limber_controllers
