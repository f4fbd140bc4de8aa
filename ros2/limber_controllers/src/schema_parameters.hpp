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
#include <mutex>
#include <optional>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <set>
#include <string>
#include <vector>

#include "gate.hpp"
#include "limber/configuration.hpp"
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
  // all nodes at once. From now on a change that no configuration could use is refused.
  void declare(Node& node);

  // The parameters as they are given now: from a file, or set since. Throws ConfigError.
  Parameters read(const Node& node) const;

  // Changes are refused until follow() is called or, where it is not because the configuration failed, until what is
  // returned goes: what is read meanwhile is all that was ever taken. Waits for a change that is under way: whoever
  // calls it holds no lock that `apply` takes.
  class Pause {
   public:
    explicit Pause(SchemaParameters& parameters) : parameters_(parameters) {}
    ~Pause() { parameters_.leave(Stage::kPaused, Stage::kAlone); }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    SchemaParameters& parameters_;
  };
  [[nodiscard]] Pause pause(const Node& node);
  // From now on changes are checked against `running` and, where ROS takes them, given to `apply`, one set at a time. A
  // set of several is taken whole or not at all.
  void follow(const Parameters& running, limber::config::Change when, Apply apply);
  // What may change from now on.
  void set_change(limber::config::Change when) { when_ = when; }

 private:
  enum class Stage {
    kAlone,      // nothing is configured: each change is checked alone
    kPaused,     // changes are refused
    kFollowing,  // a configured controller takes them
  };

  // ROS has these for every controller, and the controller manager is who sets them.
  static bool is_of_ros(const std::string& key) { return key == "update_rate" || key == "type"; }

  void declare(Node& node, const limber::config::Parameter<Parameters>& parameter);
  void use_own_keys(std::vector<rclcpp::Parameter>& given) const;
  void refuse_unknown(Node& node) const;
  limber::config::ParameterChanges changes_in(const std::vector<rclcpp::Parameter>& given) const;
  void add_callbacks(Node& node);
  rcl_interfaces::msg::SetParametersResult check(const std::vector<rclcpp::Parameter>& given);
  void try_changes(const limber::config::ParameterChanges& changes);
  void take(const std::vector<rclcpp::Parameter>& given);
  void leave(Stage from, Stage to);

  const Schema& schema_;
  std::set<std::string> keys_;                  // aliases included
  std::map<std::string, std::string> own_key_;  // of an alias
  // Around what follows, never around ROS's own lock, which is around all changes.
  mutable std::mutex mutex_;
  // Keys that somebody gave a value, as they were given, and the key that has it.
  std::map<std::string, std::string> given_;
  Stage stage_ = Stage::kAlone;
  Parameters running_, next_;
  std::atomic<limber::config::Change> when_ = limber::config::Change::kBeforeStart;
  Apply apply_;
  rclcpp::node_interfaces::PreSetParametersCallbackHandle::SharedPtr pre_set_;
  rclcpp::node_interfaces::OnSetParametersCallbackHandle::SharedPtr on_set_;
  rclcpp::node_interfaces::PostSetParametersCallbackHandle::SharedPtr post_set_;
  Gate gate_;  // last, so that it is closed before anything goes
};

// --- implementation ---

template <typename Parameters>
void SchemaParameters<Parameters>::declare(Node& node) {
  for (const auto& parameter : schema_) {
    if (!is_of_ros(parameter.descriptor.key)) declare(node, parameter);
  }
  refuse_unknown(node);
  add_callbacks(node);
}

// Once for the life of a controller: of callbacks that take each other's place ROS may know both for a moment.
template <typename Parameters>
void SchemaParameters<Parameters>::add_callbacks(Node& node) {
  pre_set_ = node.add_pre_set_parameters_callback([this, pass = gate_.pass()](std::vector<rclcpp::Parameter>& given) {
    if (const Gate::Inside inside = pass.enter()) use_own_keys(given);
  });
  on_set_ =
      node.add_on_set_parameters_callback([this, pass = gate_.pass()](const std::vector<rclcpp::Parameter>& given) {
        const Gate::Inside inside = pass.enter();
        if (inside) return check(given);
        rcl_interfaces::msg::SetParametersResult refused;
        refused.successful = false;
        refused.reason = kClosed;
        return refused;
      });
  post_set_ =
      node.add_post_set_parameters_callback([this, pass = gate_.pass()](const std::vector<rclcpp::Parameter>& given) {
        if (const Gate::Inside inside = pass.enter()) take(given);
      });
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
  std::map<std::string, std::string> keys;
  {
    const std::scoped_lock lock(mutex_);
    keys = given_;
  }
  std::vector<rclcpp::Parameter> given;
  for (const auto& [name, key] : keys) given.emplace_back(name, node.get_parameter(key).get_parameter_value());
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
    if (!value) {
      const bool bytes = parameter.get_type() == rclcpp::PARAMETER_BYTE_ARRAY;
      throw limber::config::ConfigError(
          parameter.get_name() + (bytes ? " is a list of bytes; no parameter is one" : " is not set to a value"));
    }
    changes.emplace_back(parameter.get_name(), *value);
  }
  return changes;
}

template <typename Parameters>
typename SchemaParameters<Parameters>::Pause SchemaParameters<Parameters>::pause(const Node& node) {
  {
    const std::scoped_lock lock(mutex_);
    stage_ = Stage::kPaused;
  }
  // Whoever passed check() before has stored its values, and told take() of them, when ROS answers this.
  static_cast<void>(node.has_parameter("use_sim_time"));
  return Pause(*this);
}

template <typename Parameters>
void SchemaParameters<Parameters>::leave(Stage from, Stage to) {
  const std::scoped_lock lock(mutex_);
  if (stage_ == from) stage_ = to;
}

template <typename Parameters>
void SchemaParameters<Parameters>::follow(const Parameters& running, limber::config::Change when, Apply apply) {
  const std::scoped_lock lock(mutex_);
  running_ = next_ = running;
  when_ = when;
  apply_ = std::move(apply);
  stage_ = Stage::kFollowing;
}

// What passes here is applied here: ROS has no way back once it has stored a value.
template <typename Parameters>
rcl_interfaces::msg::SetParametersResult SchemaParameters<Parameters>::check(
    const std::vector<rclcpp::Parameter>& given) {
  const std::scoped_lock lock(mutex_);
  rcl_interfaces::msg::SetParametersResult result;
  try {
    const limber::config::ParameterChanges changes = changes_in(given);
    next_ = running_;
    if (!changes.empty()) try_changes(changes);
    result.successful = true;
  } catch (const std::exception& error) {
    next_ = running_;
    result.successful = false;
    result.reason = error.what();
  }
  return result;
}

template <typename Parameters>
void SchemaParameters<Parameters>::try_changes(const limber::config::ParameterChanges& changes) {
  Parameters alone;
  switch (stage_) {
    case Stage::kAlone:
      limber::config::set(alone, changes);
      return;
    case Stage::kPaused:
      throw limber::config::ConfigError(changes.front().first +
                                        " cannot change while the controller is being configured");
    case Stage::kFollowing:
      limber::config::set(next_, changes, when_);
      apply_(next_);
  }
}

// ROS has stored them.
template <typename Parameters>
void SchemaParameters<Parameters>::take(const std::vector<rclcpp::Parameter>& given) {
  const std::scoped_lock lock(mutex_);
  for (const rclcpp::Parameter& parameter : given) {
    const std::string& key = parameter.get_name();
    if (!keys_.contains(key)) continue;
    std::erase_if(given_, [&](const auto& before) { return before.second == key; });
    given_[key] = key;
  }
  running_ = next_;
}

}  // namespace limber_controllers
