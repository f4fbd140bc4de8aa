// A controller's parameters in ROS, made from core's schema: what is declared, what is refused and why, and what may
// change while it runs is all core's word. Nothing about any parameter is written here a second time.
//
// Types are left open in ROS, because a whole number is as good as a real one where a real one is meant (`mass: 5`),
// and ROS would refuse it; the schema converts and checks.
//
// What `ros2 param dump` writes can be loaded again. Therefore a parameter without a value, and a list with nothing in
// it, which ROS cannot read from a file, is not set (null in a file, which ROS reads as that text); and a value is
// shown under the parameter's own key, whichever of its aliases it was given under.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <set>
#include <string>
#include <vector>

#include "gate.hpp"
#include "limber/config/admittance_config.hpp"
#include "limber/config/variable_stiffness_config.hpp"
#include "ros_values.hpp"

namespace limber_controllers {

// `Parameters`: AdmittanceParameters or VariableStiffnessParameters, with their schema.
template <typename Parameters>
class SchemaParameters {
 public:
  using Node = rclcpp_lifecycle::LifecycleNode;
  using Schema = std::vector<limber::config::Parameter<Parameters>>;
  // Throws std::exception where a running controller cannot take them.
  using Apply = std::function<void(const Parameters&)>;

  explicit SchemaParameters(const Schema& schema) : schema_(schema) {}

  // Declares every parameter, its aliases too. What is the shell's own must be declared before: throws ConfigError for
  // a name in the parameter file that is nearly one of them. One that is like none was meant for others: files address
  // all nodes at once.
  void declare(Node& node);

  // The parameters as they are given now: from a file, or set since. Throws ConfigError.
  Parameters read(const Node& node) const;

  // Until follow() is called changes are refused. Waits for a change that is under way: whoever calls it holds no lock
  // that `apply` takes.
  void stop_following() { gate_->close(); }
  // From now on changes are checked against `running` and, where ROS takes them, given to `apply`, one set at a time. A
  // set of several is taken whole or not at all.
  void follow(Node& node, const Parameters& running, limber::config::Change when, Apply apply);
  // What may change from now on.
  void set_change(limber::config::Change when) { when_ = when; }

 private:
  // ROS has these for every controller, and the controller manager is who sets them.
  static bool is_of_ros(const std::string& key) { return key == "update_rate" || key == "type"; }

  void declare(Node& node, const limber::config::Parameter<Parameters>& parameter);
  void use_own_keys(std::vector<rclcpp::Parameter>& given) const;
  void refuse_unknown(Node& node) const;
  limber::config::ParameterChanges changes_in(const std::vector<rclcpp::Parameter>& given) const;
  rcl_interfaces::msg::SetParametersResult check(const std::vector<rclcpp::Parameter>& given);

  const Schema& schema_;
  std::set<std::string> keys_;                  // aliases included
  std::map<std::string, std::string> own_key_;  // of an alias
  // Keys that somebody gave a value, as they were given, and the key that has it.
  std::map<std::string, std::string> given_;
  Parameters running_, next_;  // ROS's own lock is around all changes
  std::atomic<limber::config::Change> when_ = limber::config::Change::kBeforeStart;
  Apply apply_;
  rclcpp::node_interfaces::PreSetParametersCallbackHandle::SharedPtr pre_set_;
  rclcpp::node_interfaces::OnSetParametersCallbackHandle::SharedPtr on_set_;
  rclcpp::node_interfaces::PostSetParametersCallbackHandle::SharedPtr post_set_;
  std::optional<Gate> gate_{std::in_place};  // last, so that it is closed before anything goes
};

// --- implementation ---

template <typename Parameters>
void SchemaParameters<Parameters>::declare(Node& node) {
  for (const auto& parameter : schema_) {
    if (!is_of_ros(parameter.descriptor.key)) declare(node, parameter);
  }
  pre_set_ =
      node.add_pre_set_parameters_callback([this](std::vector<rclcpp::Parameter>& given) { use_own_keys(given); });
  refuse_unknown(node);
}

template <typename Parameters>
void SchemaParameters<Parameters>::declare(Node& node, const limber::config::Parameter<Parameters>& parameter) {
  const limber::config::ParameterDescriptor& d = parameter.descriptor;
  rcl_interfaces::msg::ParameterDescriptor about;
  about.description =
      d.description + " Allowed: " + limber::config::allowed_words(d) + (d.unit.empty() ? "" : ", in " + d.unit) + ".";
  about.dynamic_typing = true;
  const std::optional<limber::config::ParameterValue> otherwise = parameter.read(Parameters());
  rclcpp::ParameterValue value = otherwise ? to_ros(*otherwise) : rclcpp::ParameterValue();
  const auto& overrides = node.get_node_parameters_interface()->get_parameter_overrides();
  std::vector<std::string> names = d.aliases;
  names.insert(names.begin(), d.key);
  std::string given;
  for (const std::string& name : names) {
    keys_.insert(name);
    if (name != d.key) own_key_[name] = d.key;
    const auto found = overrides.find(name);
    if (found == overrides.end() || is_null(found->second)) continue;
    if (!given.empty())
      throw limber::config::ConfigError(name + " is given twice, first as " + given + "; give it once");
    given = name;
    given_[name] = d.key;
    value = found->second;
  }
  for (const std::string& name : names) {
    if (node.has_parameter(name)) continue;
    node.declare_parameter(name, name == d.key ? value : rclcpp::ParameterValue(), about, true);
  }
}

template <typename Parameters>
void SchemaParameters<Parameters>::use_own_keys(std::vector<rclcpp::Parameter>& given) const {
  for (rclcpp::Parameter& parameter : given) {
    const auto own = own_key_.find(parameter.get_name());
    if (own != own_key_.end()) parameter = rclcpp::Parameter(own->second, parameter.get_parameter_value());
  }
}

template <typename Parameters>
void SchemaParameters<Parameters>::refuse_unknown(Node& node) const {
  const std::vector<std::string> known = node.list_parameters({}, 0).names;
  std::vector<std::string> sentences;
  for (const auto& [key, value] : node.get_node_parameters_interface()->get_parameter_overrides()) {
    const bool is_known = node.has_parameter(key) || is_of_ros(key) || key.starts_with("qos_overrides.");
    if (is_known) continue;
    const std::string nearest = limber::config::nearest_key(key, known);
    if (nearest.empty()) {
      RCLCPP_WARN(node.get_logger(), "%s is not a parameter of this controller, and is left alone", key.c_str());
    } else {
      sentences.push_back(key + " is not a parameter; did you mean " + nearest + "?");
    }
  }
  if (!sentences.empty()) throw limber::config::ConfigError(sentences);
}

template <typename Parameters>
Parameters SchemaParameters<Parameters>::read(const Node& node) const {
  std::vector<rclcpp::Parameter> given;
  for (const auto& [name, key] : given_) given.emplace_back(name, node.get_parameter(key).get_parameter_value());
  Parameters parameters;
  limber::config::set(parameters, changes_in(given));
  return parameters;
}

template <typename Parameters>
limber::config::ParameterChanges SchemaParameters<Parameters>::changes_in(
    const std::vector<rclcpp::Parameter>& given) const {
  limber::config::ParameterChanges changes;
  for (const rclcpp::Parameter& parameter : given) {
    if (!keys_.contains(parameter.get_name())) continue;
    const auto value = from_ros(parameter.get_parameter_value());
    if (!value) throw limber::config::ConfigError(parameter.get_name() + " is not set to a value");
    changes.emplace_back(parameter.get_name(), *value);
  }
  return changes;
}

template <typename Parameters>
void SchemaParameters<Parameters>::follow(Node& node, const Parameters& running, limber::config::Change when,
                                          Apply apply) {
  // What callbacks of an earlier configuration work on must not change under them.
  gate_->close();
  gate_.emplace();
  running_ = next_ = running;
  when_ = when;
  apply_ = std::move(apply);
  on_set_ =
      node.add_on_set_parameters_callback([this, pass = gate_->pass()](const std::vector<rclcpp::Parameter>& given) {
        const Gate::Inside inside = pass.enter();
        if (inside) return check(given);
        rcl_interfaces::msg::SetParametersResult refused;
        refused.successful = false;
        refused.reason = kClosed;
        return refused;
      });
  post_set_ =
      node.add_post_set_parameters_callback([this, pass = gate_->pass()](const std::vector<rclcpp::Parameter>& given) {
        const Gate::Inside inside = pass.enter();
        if (!inside) return;
        for (const rclcpp::Parameter& parameter : given) {
          const std::string& key = parameter.get_name();
          if (!keys_.contains(key)) continue;
          std::erase_if(given_, [&](const auto& before) { return before.second == key; });
          given_[key] = key;
        }
        running_ = next_;
      });
}

// What passes here is applied here: ROS has no way back once it has stored a value.
template <typename Parameters>
rcl_interfaces::msg::SetParametersResult SchemaParameters<Parameters>::check(
    const std::vector<rclcpp::Parameter>& given) {
  rcl_interfaces::msg::SetParametersResult result;
  try {
    const limber::config::ParameterChanges changes = changes_in(given);
    next_ = running_;
    if (!changes.empty()) {
      limber::config::set(next_, changes, when_);
      apply_(next_);
    }
    result.successful = true;
  } catch (const std::exception& error) {
    next_ = running_;
    result.successful = false;
    result.reason = error.what();
  }
  return result;
}

}  // namespace limber_controllers
