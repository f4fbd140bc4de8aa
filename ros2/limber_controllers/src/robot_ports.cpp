// Order of the interfaces, reading and writing them.
#include "robot_ports.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <thread>

namespace limber_controllers {
namespace {

// An interface that is busy is left alone.
constexpr unsigned kOneTry = 1;
constexpr std::array kWrenchParts{"force.x", "force.y", "force.z", "torque.x", "torque.y", "torque.z"};

// Between two tries: time for a thread of lower priority to finish what it does.
constexpr std::chrono::microseconds kBetweenTries{50};

template <typename Interface>
std::optional<double> try_once(const Interface& interface) {
  return interface.template get_optional<double>(kOneTry);
}

// Tries again until a moment that all share, and remembers who was busy until then.
class Patience {
 public:
  explicit Patience(std::chrono::nanoseconds time) : end_(std::chrono::steady_clock::now() + time) {}

  template <typename Interface>
  std::optional<double> operator()(const Interface& interface) {
    std::optional<double> value = try_once(interface);
    while (!value && std::chrono::steady_clock::now() < end_) {
      std::this_thread::sleep_for(kBetweenTries);
      value = try_once(interface);
    }
    if (!value) busy_.push_back(interface.get_name());
    return value;
  }
  const std::vector<std::string>& busy() const { return busy_; }

 private:
  std::chrono::steady_clock::time_point end_;
  std::vector<std::string> busy_;
};

std::optional<std::size_t> position_of(const std::vector<std::string>& kinds, const char* kind) {
  const auto at = std::find(kinds.begin(), kinds.end(), kind);
  if (at == kinds.end()) return std::nullopt;
  return static_cast<std::size_t>(at - kinds.begin());
}

}  // namespace

std::vector<std::string> PortNames::states() const {
  std::vector<std::string> names;
  for (const std::string& joint : joints) {
    for (const std::string& kind : state_kinds) names.push_back(joint + "/" + kind);
  }
  if (!ft_sensor.empty()) {
    for (const char* part : kWrenchParts) names.push_back(ft_sensor + "/" + part);
  }
  if (!speed_scaling.empty()) names.push_back(speed_scaling);
  if (!program_running.empty()) names.push_back(program_running);
  return names;
}

std::vector<std::string> PortNames::commands() const {
  const std::string owner = command_owner.empty() ? "" : command_owner + "/";
  std::vector<std::string> names;
  for (const std::string& joint : joints) {
    for (const std::string& kind : command_kinds) names.push_back(owner + joint + "/" + kind);
  }
  return names;
}

RobotPorts::RobotPorts(const PortNames& names)
    : joint_count_(names.joints.size()),
      state_kinds_(names.state_kinds.size()),
      command_kinds_(names.command_kinds.size()),
      position_at_(position_of(names.state_kinds, "position")),
      velocity_at_(position_of(names.state_kinds, "velocity")),
      effort_at_(position_of(names.state_kinds, "effort")),
      position_to_(position_of(names.command_kinds, "position")),
      velocity_to_(position_of(names.command_kinds, "velocity")),
      effort_to_(position_of(names.command_kinds, "effort")) {
  std::size_t next = joint_count_ * state_kinds_;
  if (!names.ft_sensor.empty()) {
    sensor_at_ = next;
    next += kWrenchParts.size();
  }
  if (!names.speed_scaling.empty()) scaling_at_ = next++;
  if (!names.program_running.empty()) running_at_ = next++;
  const auto n = static_cast<Eigen::Index>(joint_count_);
  const limber::JointVector unknown = limber::JointVector::Constant(n, std::numeric_limits<double>::quiet_NaN());
  state_.q = state_.qd = state_.q_interface = q_before_ = unknown;
  if (effort_at_) state_.effort = unknown;
}

std::vector<std::string> RobotPorts::start(const Commands& commands, const States& states,
                                           std::chrono::nanoseconds patience) {
  Patience read(patience);
  q_before_.setConstant(std::numeric_limits<double>::quiet_NaN());
  state_.q_interface.setConstant(std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; position_to_ && i < joint_count_; ++i) {
    const std::optional<double> last = read(commands[i * command_kinds_ + *position_to_]);
    if (last) state_.q_interface[static_cast<Eigen::Index>(i)] = *last;
  }
  read_all(states, 0.0, read);
  return read.busy();
}

const limber::RobotState& RobotPorts::read(const States& states, double period) {
  state_.time += period;
  state_.joint_stamp = state_.time;
  read_all(states, period, [](const auto& interface) { return try_once(interface); });
  return state_;
}

// `read` returns an interface's value, or nothing if it is busy: then the last one stands.
template <typename Read>
void RobotPorts::read_all(const States& states, double period, Read&& read) {
  const auto take = [&](std::size_t at, double& value) { value = read(states[at]).value_or(value); };
  read_joints(period, take);
  if (sensor_at_) {
    for (std::size_t i = 0; i < kWrenchParts.size(); ++i) {
      take(*sensor_at_ + i, state_.F_S_S[static_cast<Eigen::Index>(i)]);
    }
    state_.wrench_stamp = state_.time;
  }
  if (scaling_at_) take(*scaling_at_, scaling_);
  if (running_at_) take(*running_at_, running_);
  state_.speed_scaling = running_ != 0.0 ? scaling_ : 0.0;
}

template <typename Take>
void RobotPorts::read_joints(double period, Take&& take) {
  for (std::size_t i = 0; i < joint_count_; ++i) {
    const std::size_t first = i * state_kinds_;
    const auto joint = static_cast<Eigen::Index>(i);
    if (position_at_) take(first + *position_at_, state_.q[joint]);
    if (velocity_at_) take(first + *velocity_at_, state_.qd[joint]);
    if (effort_at_) take(first + *effort_at_, state_.effort[joint]);
  }
  if (velocity_at_) return;
  const bool known = q_before_.allFinite() && period > 0.0;
  if (known) {
    state_.qd = (state_.q - q_before_) / period;
  } else {
    state_.qd.setZero();
  }
  q_before_ = state_.q;
}

void RobotPorts::set_wrench(const limber::Vector6& F_S_S, double stamp) {
  state_.F_S_S = F_S_S;
  state_.wrench_stamp = stamp;
}

bool RobotPorts::write(const limber::Command& command, Commands& commands) const {
  if (command.empty()) return true;
  bool all = true;
  for (std::size_t i = 0; i < joint_count_; ++i) {
    const std::size_t first = i * command_kinds_;
    const auto joint = static_cast<Eigen::Index>(i);
    if (position_to_) all &= commands[first + *position_to_].set_value(command.q[joint], kOneTry);
    if (velocity_to_) all &= commands[first + *velocity_to_].set_value(command.qd[joint], kOneTry);
    if (effort_to_) all &= commands[first + *effort_to_].set_value(command.effort[joint], kOneTry);
  }
  return all;
}

void RobotPorts::stop(Commands& commands) const {
  for (const std::optional<std::size_t>& kind : {velocity_to_, effort_to_}) {
    if (!kind) continue;
    for (std::size_t i = 0; i < joint_count_; ++i) {
      static_cast<void>(commands[i * command_kinds_ + *kind].set_value(0.0, kOneTry));
    }
  }
}

}  // namespace limber_controllers
