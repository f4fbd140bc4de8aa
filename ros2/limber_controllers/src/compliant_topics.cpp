// What is published of each record, what is taken from outside, and the services.
#include "compliant_topics.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <tf2/exceptions.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <tf2_eigen/tf2_eigen.hpp>

#include "diagnostics.hpp"
#include "events.hpp"
#include "limber/configuration.hpp"
#include "limber/event.hpp"
#include "state_messages.hpp"

namespace limber_controllers {
namespace {

constexpr double kOldestTransform = 0.1;  // s
constexpr double kWorthAWarning = 1.0;    // s

// `ahead`: s from now.
std::string stamp_sentence(const rclcpp::Time& stamp, double ahead) {
  const auto seconds = static_cast<std::time_t>(stamp.seconds());
  return fmt::format(
      "its stamp is {:%Y-%m-%d %H:%M:%S} UTC, {:.1f} hours {} now; it must be within 1 hour of now, by this machine's "
      "clock, or 0 for at once",
      fmt::gmtime(seconds), std::abs(ahead) / 3600.0, ahead < 0.0 ? "before" : "after");
}

}  // namespace

CompliantTopics::CompliantTopics(CompliantShell& shell)
    : shell_(shell),
      node_(*shell.node()),
      tf_(node_.get_clock()),
      tf_listener_(tf_, shell.node(), false),
      refusals_(node_.get_logger()) {
  state_ = publisher<control_msgs::msg::AdmittanceControllerState>("~/state");
  telemetry_ = publisher<limber_msgs::msg::AdmittanceState>("~/telemetry");
  velocity_ = publisher<geometry_msgs::msg::Twist>("~/cartesian_velocity_command");
  current_pose_ = publisher<geometry_msgs::msg::PoseStamped>("~/current_pose");
  desired_pose_ = publisher<geometry_msgs::msg::PoseStamped>("~/desired_pose");
  pose_error_ = publisher<geometry_msgs::msg::TwistStamped>("~/pose_error");
  diagnostics_ = publisher<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics");
  if (!shell.own().joint_trajectory_topic.empty()) {
    trajectory_ = publisher<trajectory_msgs::msg::JointTrajectory>(shell.own().joint_trajectory_topic);
  }
  if (shell.own().ft_sensor.name.empty()) {
    // Sensors often publish best-effort; the next reading replaces one that is lost.
    subscribe<geometry_msgs::msg::WrenchStamped>(
        shell.own().ft_sensor.wrench_topic,
        [this](const auto& message) { shell_.set_wrench(from_wrench(message.wrench)); }, rclcpp::SensorDataQoS());
  }
  subscribe<geometry_msgs::msg::WrenchStamped>("~/wrench_control",
                                               [this](const auto& message) { take_control_wrench(message); });
  create_services();
  const std::chrono::duration<double> period(1.0 / shell.own().publish_rate);
  publish_timer_ = node_.create_wall_timer(period, [this, pass = gate_.pass()] {
    if (const Gate::Inside inside = pass.enter()) publish();
  });
  diagnostics_timer_ = node_.create_wall_timer(std::chrono::seconds(1), [this, pass = gate_.pass()] {
    if (const Gate::Inside inside = pass.enter()) publish_diagnostics();
  });
}

void CompliantTopics::activate() {
  state_->on_activate();
  telemetry_->on_activate();
  velocity_->on_activate();
  current_pose_->on_activate();
  desired_pose_->on_activate();
  pose_error_->on_activate();
  diagnostics_->on_activate();
  if (trajectory_) trajectory_->on_activate();
}

// Messages are made in turn and sent out of it: whoever waits for the turn, such as a change of controllers in the
// control thread, must not wait for the network.
void CompliantTopics::publish() {
  std::vector<Said> said;
  bool any = false;
  {
    const std::scoped_lock lock(shell_.turn());
    limber::Telemetry record;
    while (shell_.controller().take_telemetry(record)) any = true;
    said = take_events(shell_.controller(), last_fault_);
    any = any && shell_.active();
    if (any) {
      last_ = record;
      write_messages(record);
    }
  }
  tell(node_.get_logger(), refusals_, said);
  if (any) send_messages();
}

void CompliantTopics::write_messages(const limber::Telemetry& t) {
  std_msgs::msg::Header header;
  header.stamp = node_.now();
  header.frame_id = shell_.arm().base_name();
  Messages& m = messages_;

  m.telemetry.header = header;
  fill(m.telemetry, t);
  m.telemetry.lost_records = shell_.controller().lost_records();

  fill(m.state, t, shell_.parameters(), shell_.fitted());
  m.state.admittance_position.header = m.state.admittance_velocity.header = m.state.wrench_base.header = header;
  m.state.joint_state.header = header;
  m.state.joint_state.name.clear();
  for (const limber::Joint& joint : shell_.arm().joints()) m.state.joint_state.name.push_back(joint.name);

  m.velocity = to_twist(t.twist_command);
  m.current_pose.header = m.desired_pose.header = m.pose_error.header = header;
  m.current_pose.pose.position = to_point(t.p_command);
  m.current_pose.pose.orientation = to_quaternion(t.orientation_command);
  m.desired_pose.pose.position = to_point(t.p_reference);
  m.desired_pose.pose.orientation = to_quaternion(t.orientation_reference);
  m.pose_error.twist = error_in_base(t);

  m.trajectory.joint_names = m.state.joint_state.name;
  m.trajectory.points.resize(1);
  m.trajectory.points[0].positions = m.state.joint_state.position;
  m.trajectory.points[0].velocities = m.state.joint_state.velocity;
  m.trajectory.points[0].time_from_start = rclcpp::Duration::from_seconds(1.0 / shell_.own().publish_rate);
}

void CompliantTopics::send_messages() {
  telemetry_->publish(messages_.telemetry);
  state_->publish(messages_.state);
  velocity_->publish(messages_.velocity);
  current_pose_->publish(messages_.current_pose);
  desired_pose_->publish(messages_.desired_pose);
  pose_error_->publish(messages_.pose_error);
  if (trajectory_) trajectory_->publish(messages_.trajectory);
}

void CompliantTopics::publish_diagnostics() {
  diagnostic_msgs::msg::DiagnosticArray array;
  std::string complaint;
  {
    const std::scoped_lock lock(shell_.turn());
    if (!shell_.active()) return;
    complaint = complaint_ ? complaint_() : "";
    array.status.push_back(status());
  }
  if (!complaint.empty()) {
    auto& status = array.status.front();
    status.level = std::max(status.level, diagnostic_msgs::msg::DiagnosticStatus::WARN);
    status.message += ": " + complaint;
    if (complaint != last_complaint_) RCLCPP_WARN(node_.get_logger(), "%s", complaint.c_str());
  }
  last_complaint_ = complaint;
  array.header.stamp = node_.now();
  diagnostics_->publish(array);
}

diagnostic_msgs::msg::DiagnosticStatus CompliantTopics::status() const {
  auto status = status_of(node_.get_fully_qualified_name(), shell_.arm().name(), last_, last_fault_,
                          shell_.controller().lost_records(), shell_.controller().lost_events(), last_.conflicts.any());
  add(status, "tank (J)", last_.tank_level);
  add(status, "speed scaling", last_.speed_scaling);
  add(status, "smallest singular value", last_.smallest_singular_value);
  return status;
}

limber::Pose CompliantTopics::frame_in_base(const std::string& frame) const {
  const std::string& base = shell_.arm().base_name();
  if (frame.empty() || frame == base) return {};
  try {
    const geometry_msgs::msg::TransformStamped found = tf_.lookupTransform(base, frame, tf2::TimePointZero);
    const double age = (node_.now() - rclcpp::Time(found.header.stamp)).seconds();
    const bool fixed = rclcpp::Time(found.header.stamp).nanoseconds() == 0;
    if (!fixed && age > kWorthAWarning) {
      RCLCPP_WARN_THROTTLE(node_.get_logger(), *node_.get_clock(), 5000, "tf from %s to %s has stopped %.1f s ago",
                           base.c_str(), frame.c_str(), age);
    }
    if (!fixed && age > kOldestTransform) {
      throw limber::config::ConfigError("the transform from " + base + " to " + frame + " is " + std::to_string(age) +
                                        " s old; it must not be older than 0.1 s");
    }
    const Eigen::Isometry3d X = tf2::transformToEigen(found);
    return {X.linear(), X.translation()};
  } catch (const tf2::TransformException& error) {
    throw limber::config::ConfigError("its frame " + frame + " is not known in " + base + ": " + error.what());
  }
}

double CompliantTopics::robot_time(const builtin_interfaces::msg::Time& stamp) const {
  const rclcpp::Time when(stamp, node_.get_clock()->get_clock_type());
  if (when.nanoseconds() == 0) return 0.0;
  const double ahead = (when - node_.now()).seconds();
  if (std::abs(ahead) > limber::kLongestWait) throw limber::config::ConfigError(stamp_sentence(when, ahead));
  return shell_.robot_time() + ahead;
}

// At C. Given in C's own axes, or turned into them.
void CompliantTopics::take_control_wrench(const geometry_msgs::msg::WrenchStamped& message) {
  limber::Vector6 F = from_wrench(message.wrench);
  const std::string& frame = message.header.frame_id;
  const std::string& own = shell_.parameters().frame_id;
  const bool base_axes = own == "world" || own == shell_.arm().base_name();
  if (!frame.empty() && frame != own && !(base_axes && frame == shell_.arm().base_name())) {
    const limber::Matrix3 R_BC =
        base_axes ? limber::Matrix3::Identity() : last_.orientation_reference.toRotationMatrix();
    const limber::Matrix3 R_CF = R_BC.transpose() * frame_in_base(frame).R;
    F << R_CF * F.head<3>(), R_CF * F.tail<3>();
  }
  expect_taken(shell_.controller().set_control_wrench(F));
}

template <typename Service, typename Act>
void CompliantTopics::serve(const std::string& name, Act act) {
  services_.push_back(node_.create_service<Service>(
      name, [act, pass = gate_.pass()](const std::shared_ptr<typename Service::Request> request,
                                       std::shared_ptr<typename Service::Response> response) {
        const Gate::Inside inside = pass.enter();
        if (!inside) {
          response->message = kClosed;
          return;
        }
        try {
          response->message = act(*request);
          response->success = true;
        } catch (const std::exception& error) {
          response->message = error.what();
          response->success = false;
        }
      }));
}

void CompliantTopics::offer(const std::string& name, std::function<std::string()> act) {
  serve<std_srvs::srv::Trigger>(name, [this, act](const std_srvs::srv::Trigger::Request&) {
    const std::scoped_lock lock(shell_.turn());
    if (!shell_.active()) throw limber::config::ConfigError("the controller is not active");
    return act();
  });
}

// Through the parameters, so that whoever looks at those sees what is in force.
void CompliantTopics::set(const std::vector<rclcpp::Parameter>& parameters) {
  const auto result = node_.set_parameters_atomically(parameters);
  if (!result.successful) throw limber::config::ConfigError(result.reason);
}

void CompliantTopics::create_services() {
  serve<limber_msgs::srv::SetStiffness>("~/set_stiffness",
                                        [this](const limber_msgs::srv::SetStiffness::Request& asked) {
                                          set({rclcpp::Parameter("admittance.stiffness", asked.stiffness)});
                                          return "stiffness is " + limber::config::to_yaml(asked.stiffness);
                                        });
  serve<limber_msgs::srv::SetCompliance>(
      "~/set_compliance", [this](const limber_msgs::srv::SetCompliance::Request& asked) {
        std::vector<rclcpp::Parameter> given;
        std::string taken;
        const auto add = [&](const char* name, const std::vector<double>& values) {
          if (values.empty()) return;
          given.emplace_back(std::string("admittance.") + name, values);
          taken += (taken.empty() ? "" : ", ") + std::string(name) + " is " + limber::config::to_yaml(values);
        };
        add("mass", asked.mass);
        add("damping", asked.damping);
        add("damping_ratio", asked.damping_ratio);
        add("stiffness", asked.stiffness);
        if (given.empty()) throw limber::config::ConfigError("nothing was given: mass, damping or stiffness");
        set(given);
        return taken;
      });
  const auto ask = [this](limber::Request request, const char* answer) {
    return [this, request, answer]() -> std::string {
      expect_taken(shell_.controller().request(request));
      return answer;
    };
  };
  offer("~/tare", ask(limber::Request::kTare, "the tare is running; the log says how it ends"));
  offer("~/tare_anyway",
        ask(limber::Request::kTareAnyway, "the tare is running, whatever the force; the log says how it ends"));
  offer("~/reset_fault", ask(limber::Request::kResetFault, "asked to start again"));
  offer("~/hold", ask(limber::Request::kHold, "asked to hold"));
  offer("~/run", ask(limber::Request::kRun, "asked to go on"));
  offer("~/reset_desired_pose", ask(limber::Request::kReferenceHere, "the reference is where the arm is"));
}

}  // namespace limber_controllers
