// Topics and services of a compliant controller, whichever it is; none of it runs in the control thread. The records of
// the cycles come through core's ring: the control thread wakes nobody and publishes nothing.
#pragma once

#include <tf2_ros/buffer.h>
#include <tf2_ros/transform_listener.h>

#include <builtin_interfaces/msg/time.hpp>
#include <control_msgs/msg/admittance_controller_state.hpp>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <functional>
#include <geometry_msgs/msg/pose_stamped.hpp>
#include <geometry_msgs/msg/twist.hpp>
#include <geometry_msgs/msg/twist_stamped.hpp>
#include <geometry_msgs/msg/wrench_stamped.hpp>
#include <limber_msgs/msg/admittance_state.hpp>
#include <limber_msgs/srv/set_compliance.hpp>
#include <limber_msgs/srv/set_stiffness.hpp>
#include <memory>
#include <std_srvs/srv/trigger.hpp>
#include <string>
#include <trajectory_msgs/msg/joint_trajectory.hpp>
#include <vector>

#include "compliant_shell.hpp"
#include "gate.hpp"
#include "refusals.hpp"

namespace limber_controllers {

// Throws with the sentence of a refusal.
inline void expect_taken(const limber::Answer& answer) {
  if (!answer) throw limber::config::ConfigError(limber::sentence(answer));
}

class CompliantTopics {
 public:
  // Everything is there from now on; `shell` is configured, and outlives this.
  explicit CompliantTopics(CompliantShell& shell);

  void activate();
  // No callback runs any more, nor will.
  void close() { gate_.close(); }

  // --- for the controllers' own topics ---
  // A subscription whose `take` throws std::exception, with a sentence, for what it refuses. It runs in its turn.
  template <typename Message>
  void subscribe(const std::string& name, std::function<void(const Message&)> take,
                 const rclcpp::QoS& qos = rclcpp::SystemDefaultsQoS());
  // A std_srvs/Trigger; what `act` returns is the answer, what it throws the refusal.
  void offer(const std::string& name, std::function<std::string()> act);
  // What is wrong besides faults, asked for once a second; empty: nothing. It is a warning in the log, each time it
  // changes, and in the diagnostics. It runs in its turn.
  void complain_of(std::function<std::string()> complaint) { complaint_ = std::move(complaint); }
  // X_BF: the frame a message is given in. Empty and the base need no tf; another is looked up, at most 0.1 s old.
  limber::Pose frame_in_base(const std::string& frame) const;
  // s of the robot's clock at a ROS time; 0 stays 0.
  double robot_time(const builtin_interfaces::msg::Time& stamp) const;

 private:
  using Node = CompliantShell::Node;
  template <typename Message>
  using Out = std::shared_ptr<rclcpp_lifecycle::LifecyclePublisher<Message>>;

  struct Messages {
    control_msgs::msg::AdmittanceControllerState state;
    limber_msgs::msg::AdmittanceState telemetry;
    geometry_msgs::msg::Twist velocity;
    geometry_msgs::msg::PoseStamped current_pose, desired_pose;
    geometry_msgs::msg::TwistStamped pose_error;
    trajectory_msgs::msg::JointTrajectory trajectory;
  };

  template <typename Message>
  Out<Message> publisher(const std::string& name) {
    return node_.create_publisher<Message>(name, rclcpp::SystemDefaultsQoS());
  }
  template <typename Service, typename Act>
  void serve(const std::string& name, Act act);
  void take_control_wrench(const geometry_msgs::msg::WrenchStamped& message);
  void create_services();
  void set(const std::vector<rclcpp::Parameter>& parameters);
  void publish();
  void publish_diagnostics();
  void write_messages(const limber::Telemetry& t);
  void send_messages();
  diagnostic_msgs::msg::DiagnosticStatus status() const;

  CompliantShell& shell_;
  Node& node_;
  tf2_ros::Buffer tf_;
  tf2_ros::TransformListener tf_listener_;
  Out<control_msgs::msg::AdmittanceControllerState> state_;
  Out<limber_msgs::msg::AdmittanceState> telemetry_;
  Out<geometry_msgs::msg::Twist> velocity_;
  Out<geometry_msgs::msg::PoseStamped> current_pose_, desired_pose_;
  Out<geometry_msgs::msg::TwistStamped> pose_error_;
  Out<trajectory_msgs::msg::JointTrajectory> trajectory_;
  Out<diagnostic_msgs::msg::DiagnosticArray> diagnostics_;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
  std::vector<rclcpp::ServiceBase::SharedPtr> services_;
  rclcpp::TimerBase::SharedPtr publish_timer_, diagnostics_timer_;
  Refusals refusals_;
  std::function<std::string()> complaint_;
  std::string last_complaint_;
  Messages messages_;  // of the publishing timer
  limber::Telemetry last_;
  std::string last_fault_;  // its sentence
  Gate gate_;               // last, so that it is closed before anything goes
};

template <typename Message>
void CompliantTopics::subscribe(const std::string& name, std::function<void(const Message&)> take,
                                const rclcpp::QoS& qos) {
  const auto callback = [this, pass = gate_.pass(), name, take](const std::shared_ptr<const Message> message) {
    const Gate::Inside inside = pass.enter();
    if (!inside) return;
    const std::scoped_lock lock(shell_.turn());
    try {
      take(*message);
    } catch (const std::exception& error) {
      refusals_.tell(name, error.what());
    }
  };
  subscriptions_.push_back(node_.create_subscription<Message>(name, qos, callback));
}

}  // namespace limber_controllers
