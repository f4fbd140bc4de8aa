// What people and other programs do to a controlled arm: push it, set its parameters, ask its services, listen to it.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <geometry_msgs/msg/wrench_stamped.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <std_msgs/msg/float64.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/trigger.hpp>
#include <string>

#include "controlled_arm.hpp"

namespace limber_controllers::test {

inline geometry_msgs::msg::WrenchStamped force(double x, double y, double z) {
  geometry_msgs::msg::WrenchStamped message;
  message.wrench.force.x = x;
  message.wrench.force.y = y;
  message.wrench.force.z = z;
  return message;
}

class Outside {
 public:
  explicit Outside(ControlledArm& arm) : arm_(arm) {}
  // Nobody calls back any more: the arm stops with this.
  ~Outside() { arm_.stop(); }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;

  template <typename Message>
  void say(const std::string& topic, const Message& message) {
    auto& publisher = publishers_[topic];
    if (!publisher) publisher = arm_.node()->create_publisher<Message>(topic, rclcpp::SystemDefaultsQoS());
    std::static_pointer_cast<rclcpp::Publisher<Message>>(publisher)->publish(message);
  }
  void push(double x, double y, double z) { say(arm_.hardware_topic("push"), force(x, y, z)); }
  void inject(const std::string& fault) {
    std_msgs::msg::String message;
    message.data = fault;
    say(arm_.hardware_topic("inject"), message);
  }
  void slider(double share) {
    std_msgs::msg::Float64 message;
    message.data = share;
    say(arm_.hardware_topic("speed_scaling"), message);
  }
  template <typename Value>
  void set(const std::string& name, const Value& value) {
    const auto result = arm_.controller().get_node()->set_parameter(rclcpp::Parameter(name, value));
    EXPECT_TRUE(result.successful) << name << ": " << result.reason;
    ++parameters_set;
  }
  void ask(const std::string& service) {
    auto& client = clients_[service];
    if (!client) client = arm_.node()->create_client<Trigger>(arm_.controller_topic(service));
    if (!client->wait_for_service(std::chrono::seconds(10))) {
      ADD_FAILURE() << service << " is not offered";
      return;
    }
    client->async_send_request(std::make_shared<Trigger::Request>(),
                               [this](const rclcpp::Client<Trigger>::SharedFuture answer) {
                                 if (answer.get()->success) ++requests_taken;
                               });
  }
  // Every message of a topic with the field `state`.
  template <typename Message>
  void listen(const std::string& topic) {
    ear_ = arm_.node()->create_subscription<Message>(arm_.controller_topic(topic), rclcpp::SystemDefaultsQoS(),
                                                     [this](const Message& message) {
                                                       const std::scoped_lock lock(turn_);
                                                       last_ = message.state;
                                                       seen_.insert(message.state);
                                                       ++messages;
                                                     });
  }
  std::set<std::string> states_seen() {
    const std::scoped_lock lock(turn_);
    return seen_;
  }
  std::string last_state() {
    const std::scoped_lock lock(turn_);
    return last_;
  }

  std::atomic<int> messages{0}, requests_taken{0};
  int parameters_set = 0;

 private:
  using Trigger = std_srvs::srv::Trigger;

  ControlledArm& arm_;
  std::map<std::string, std::shared_ptr<rclcpp::PublisherBase>> publishers_;
  std::map<std::string, rclcpp::Client<Trigger>::SharedPtr> clients_;
  rclcpp::SubscriptionBase::SharedPtr ear_;
  std::mutex turn_;
  std::string last_;
  std::set<std::string> seen_;
};

}  // namespace limber_controllers::test
