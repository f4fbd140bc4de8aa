// What is published of each record, what is taken from outside, and the services.
#include "compliant_topics.hpp"

#include <tf2/exceptions.h>

#include <tf2_eigen/tf2_eigen.hpp>

#include "limber/config/config_error.hpp"
#include "state_messages.hpp"

namespace limber_controllers {
namespace {

constexpr double kOldestTransform = 0.1;  // s
constexpr double kWorthAWarning = 1.0;    // s

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
    subscribe<geometry_msgs::msg::WrenchStamped>(shell.own().ft_sensor.wrench_topic, [this](const auto& message) {
      shell_.set_wrench(from_wrench(message.wrench));
    });
  }
  subscribe<geometry_msgs::msg::WrenchStamped>("~/wrench_control",
                                               [this](const auto& message) { take_control_wrench(message); });
  create_services();
  publish_timer_ = node_.create_wall_timer(std::chrono::duration<double>(1.0 / shell.own().publish_rate), [this] {
    const std::scoped_lock lock(shell_.turn());
    publish();
  });
  diagnostics_timer_ = node_.create_wall_timer(std::chrono::seconds(1), [this] {
    const std::scoped_lock lock(shell_.turn());
    publish_diagnostics();
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

void CompliantTopics::publish() {
  limber::Telemetry record;
  bool any = false;
  while (shell_.controller().take_telemetry(record)) any = true;
  tell_events();
  if (!any || !shell_.active()) return;
  last_ = record;
  publish_record(record);
}

void CompliantTopics::publish_record(const limber::Telemetry& t) {
  std_msgs::msg::Header header;
  header.stamp = node_.now();
  header.frame_id = shell_.arm().base_name();

  limber_msgs::msg::AdmittanceState telemetry;
  telemetry.header = header;
  fill(telemetry, t);
  telemetry.lost_records = shell_.controller().lost_records();
  telemetry_->publish(telemetry);

  control_msgs::msg::AdmittanceControllerState state;
  fill(state, t, shell_.parameters(), shell_.dynamics());
  state.admittance_position.header = state.admittance_velocity.header = state.wrench_base.header = header;
  state.joint_state.header = header;
  for (const limber::Joint& joint : shell_.arm().joints()) state.joint_state.name.push_back(joint.name);
  state_->publish(state);

  velocity_->publish(to_twist(t.twist_command));
  geometry_msgs::msg::PoseStamped pose;
  pose.header = header;
  pose.pose.position = to_point(t.p_command);
  pose.pose.orientation = to_quaternion(t.q_orientation);
  current_pose_->publish(pose);
  pose.pose.position = to_point(t.p_reference);
  pose.pose.orientation = to_quaternion(t.q_reference);
  desired_pose_->publish(pose);
  geometry_msgs::msg::TwistStamped error;
  error.header = header;
  error.twist = to_twist(t.error);
  pose_error_->publish(error);

  if (!trajectory_) return;
  trajectory_msgs::msg::JointTrajectory trajectory;
  trajectory.joint_names = state.joint_state.name;
  trajectory.points.resize(1);
  trajectory.points[0].positions = state.joint_state.position;
  trajectory.points[0].velocities = state.joint_state.velocity;
  trajectory.points[0].time_from_start = rclcpp::Duration::from_seconds(1.0 / shell_.own().publish_rate);
  trajectory_->publish(trajectory);
}

void CompliantTopics::tell_events() {
  limber::Event event;
  while (shell_.controller().take_event(event)) {
    const std::string sentence = shell_.controller().sentence(event);
    if (event.kind == limber::Event::Kind::kFault) {
      last_fault_ = sentence;
      RCLCPP_ERROR(node_.get_logger(), "%s", sentence.c_str());
    } else {
      RCLCPP_INFO(node_.get_logger(), "%s", sentence.c_str());
    }
  }
}

void CompliantTopics::publish_diagnostics() {
  if (!shell_.active()) return;
  using Status = diagnostic_msgs::msg::DiagnosticStatus;
  Status status;
  status.name = std::string(node_.get_name()) + ": compliant control";
  status.hardware_id = shell_.arm().name();
  const bool faulted = last_.state == limber::SupervisorState::kFaulted;
  const bool conflict = last_.conflicts.any();
  status.level = faulted ? Status::ERROR : conflict || last_.overruns > 0 ? Status::WARN : Status::OK;
  status.message = faulted ? last_fault_ : std::string(limber::name(last_.state));
  const auto add = [&](const std::string& key, const std::string& value) {
    diagnostic_msgs::msg::KeyValue pair;
    pair.key = key;
    pair.value = value;
    status.values.push_back(pair);
  };
  add("cycles", std::to_string(last_.cycle));
  add("late cycles", std::to_string(last_.overruns));
  add("records that nobody took", std::to_string(shell_.controller().lost_records()));
  add("tank (J)", std::to_string(last_.tank_level));
  add("speed scaling", std::to_string(last_.speed_scaling));
  add("smallest singular value", std::to_string(last_.smallest_singular_value));
  diagnostic_msgs::msg::DiagnosticArray array;
  array.header.stamp = node_.now();
  array.status.push_back(status);
  diagnostics_->publish(array);
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
  return shell_.robot_time() + (when - node_.now()).seconds();
}

// At C. Given in C's own axes, or turned into them.
void CompliantTopics::take_control_wrench(const geometry_msgs::msg::WrenchStamped& message) {
  limber::Vector6 F = from_wrench(message.wrench);
  const std::string& frame = message.header.frame_id;
  const std::string& own = shell_.parameters().frame_id;
  const bool base_axes = own == "world" || own == shell_.arm().base_name();
  if (!frame.empty() && frame != own && !(base_axes && frame == shell_.arm().base_name())) {
    const limber::Matrix3 R_BC = base_axes ? limber::Matrix3::Identity() : last_.q_orientation.toRotationMatrix();
    const limber::Matrix3 R_CF = R_BC.transpose() * frame_in_base(frame).R;
    F << R_CF * F.head<3>(), R_CF * F.tail<3>();
  }
  if (!shell_.controller().set_control_wrench(F)) {
    throw limber::config::ConfigError("its numbers must be finite");
  }
}

template <typename Service, typename Act>
void CompliantTopics::serve(const std::string& name, Act act) {
  services_.push_back(
      node_.create_service<Service>(name, [act](const std::shared_ptr<typename Service::Request> request,
                                                std::shared_ptr<typename Service::Response> response) {
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
      if (!shell_.controller().request(request)) throw limber::config::ConfigError("too many requests are waiting");
      return answer;
    };
  };
  offer("~/tare", ask(limber::Request::kTare, "the tare is running; the log says how it ends"));
  offer("~/reset_fault", ask(limber::Request::kResetFault, "asked to start again"));
  offer("~/hold", ask(limber::Request::kHold, "asked to hold"));
  offer("~/run", ask(limber::Request::kRun, "asked to go on"));
  offer("~/reset_desired_pose", ask(limber::Request::kReferenceHere, "the reference is where the arm is"));
}

}  // namespace limber_controllers
