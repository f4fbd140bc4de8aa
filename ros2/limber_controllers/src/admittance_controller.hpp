// Controller A in ros2_control: chainable, with references for each joint that a trajectory controller upstream may
// use.
#pragma once

#include <controller_interface/chainable_controller_interface.hpp>
#include <memory>
#include <string>
#include <vector>

#include "compliant_shell.hpp"
#include "compliant_topics.hpp"
#include "limber/controllers/admittance_controller.hpp"

namespace limber_controllers {

class AdmittanceController : public controller_interface::ChainableControllerInterface {
 public:
  using CallbackReturn = controller_interface::CallbackReturn;

  AdmittanceController();
  controller_interface::InterfaceConfiguration command_interface_configuration() const override;
  controller_interface::InterfaceConfiguration state_interface_configuration() const override;
  CallbackReturn on_init() override;
  CallbackReturn on_configure(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_activate(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_deactivate(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_cleanup(const rclcpp_lifecycle::State& previous) override;

 protected:
  std::vector<hardware_interface::CommandInterface> on_export_reference_interfaces() override;
  bool on_set_chained_mode(bool chained_mode) override;
  controller_interface::return_type update_reference_from_subscribers(const rclcpp::Time& time,
                                                                      const rclcpp::Duration& period) override;
  controller_interface::return_type update_and_write_commands(const rclcpp::Time& time,
                                                              const rclcpp::Duration& period) override;

 private:
  limber::AdmittanceController& core() { return static_cast<limber::AdmittanceController&>(shell_.controller()); }
  void forget_references();
  void take_desired_pose(const geometry_msgs::msg::PoseStamped& message);
  std::string move_to_start();

  CompliantShell shell_;
  std::unique_ptr<CompliantTopics> topics_;
  limber::JointVector q_reference_, qd_reference_;  // of the control thread
};

}  // namespace limber_controllers
