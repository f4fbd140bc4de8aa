// A simulated arm in ros2_control. Beside its interfaces it has topics, below the name of the component, for what a
// person can do to a real one:
//
//   ~/push            geometry_msgs/WrenchStamped  a hand at the tool point, axes of the base; until the next message
//   ~/speed_scaling   std_msgs/Float64             the speed slider, 0 to 1; 0: paused
//   ~/inject          std_msgs/String              nan_joints, nan_wrench, freeze_joints, freeze_wrench, stall or none
//
// A torque arm that no controller commands is held by somebody, lest it fall.
#pragma once

#include <atomic>
#include <geometry_msgs/msg/wrench_stamped.hpp>
#include <hardware_interface/system_interface.hpp>
#include <memory>
#include <optional>
#include <std_msgs/msg/float64.hpp>
#include <std_msgs/msg/string.hpp>
#include <string>
#include <vector>

#include "limber/lock_free.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "sim_settings.hpp"

namespace limber_hardware {

class SimSystem : public hardware_interface::SystemInterface {
 public:
  using CallbackReturn = hardware_interface::CallbackReturn;
  using return_type = hardware_interface::return_type;

  CallbackReturn on_init(const hardware_interface::HardwareComponentInterfaceParams& params) override;
  CallbackReturn on_configure(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_activate(const rclcpp_lifecycle::State& previous) override;
  return_type perform_command_mode_switch(const std::vector<std::string>& start,
                                          const std::vector<std::string>& stop) override;
  return_type read(const rclcpp::Time& time, const rclcpp::Duration& period) override;
  return_type write(const rclcpp::Time& time, const rclcpp::Duration& period) override;

 private:
  using States = std::vector<hardware_interface::StateInterface::SharedPtr>;
  using Commands = std::vector<hardware_interface::CommandInterface::SharedPtr>;

  struct Meddling {
    limber::Vector6 push = limber::Vector6::Zero();
    double speed_scaling = 1.0;
    limber::sim::Faults faults;
    int injected = 0;  // how often faults were named
  };

  void find_interfaces();
  void create_topics();
  void meddle();
  static void forget(const Commands& commands);
  void hold();
  States states(const std::string& kind) const;
  Commands commands(const std::string& kind) const;
  static void show(const States& states, const limber::JointVector& values);
  static bool take(const Commands& commands, limber::JointVector& values);
  static void show(const hardware_interface::StateInterface::SharedPtr& state, double value);

  std::optional<SimSettings> settings_;
  std::unique_ptr<limber::sim::SimulatedArm> arm_;
  limber::Command command_;
  States position_, velocity_, effort_, wrench_;
  hardware_interface::StateInterface::SharedPtr speed_scaling_, program_running_;
  Commands position_in_, velocity_in_, effort_in_;

  std::atomic<bool> efforts_claimed_{false};  // some controller has them

  Meddling wanted_;   // by the topics
  int injected_ = 0;  // of those, done
  limber::Exchange<Meddling> meddling_;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
};

}  // namespace limber_hardware
