// The transitions of a compliant controller, whatever interface of ros2_control it has.
#pragma once

#include <memory>

#include "compliant_shell.hpp"
#include "compliant_topics.hpp"
#include "lifecycle.hpp"

namespace limber_controllers {

// `Interface`: ControllerInterface or ChainableControllerInterface; `Core`: core's controller.
template <typename Interface, typename Core>
class CompliantPlugin : public Interface {
 public:
  using CallbackReturn = controller_interface::CallbackReturn;

  ~CompliantPlugin() override { close_topics(); }

  controller_interface::InterfaceConfiguration command_interface_configuration() const override {
    return shell_.commands();
  }
  controller_interface::InterfaceConfiguration state_interface_configuration() const override {
    return shell_.states();
  }
  CallbackReturn on_init() override {
    return attempt(this->get_node()->get_logger(), "parameters", [&] { shell_.declare(this->get_node()); });
  }
  CallbackReturn on_configure(const rclcpp_lifecycle::State&) override {
    return attempt(this->get_node()->get_logger(), "configuration", [&] {
      close_topics();
      shell_.configure(this->get_robot_description(), this->get_update_rate());
      topics_ = std::make_unique<CompliantTopics>(shell_);
      configured();
    });
  }
  CallbackReturn on_activate(const rclcpp_lifecycle::State&) override {
    const bool active = shell_.activate(this->command_interfaces_, this->state_interfaces_);
    topics_->activate();
    return active ? CallbackReturn::SUCCESS : CallbackReturn::FAILURE;
  }
  CallbackReturn on_deactivate(const rclcpp_lifecycle::State&) override {
    shell_.deactivate(this->command_interfaces_);
    return CallbackReturn::SUCCESS;
  }
  CallbackReturn on_cleanup(const rclcpp_lifecycle::State&) override {
    close_topics();
    return CallbackReturn::SUCCESS;
  }

 protected:
  // The shell and its topics are there: time for topics of one's own.
  virtual void configured() = 0;

  // A callback may be using them: they are closed before they go.
  void close_topics() {
    if (topics_) topics_->close();
    topics_.reset();
  }

  Core& core() { return static_cast<Core&>(shell_.controller()); }
  controller_interface::return_type cycle(const rclcpp::Duration& period) {
    shell_.update(this->command_interfaces_, this->state_interfaces_, period.seconds());
    return controller_interface::return_type::OK;
  }

  CompliantShell shell_{[](const limber::Arm& arm, const limber::AdmittanceParameters& parameters) {
    return std::make_unique<Core>(arm, parameters);
  }};
  std::unique_ptr<CompliantTopics> topics_;
};

}  // namespace limber_controllers
