// The loaned interfaces of ros2_control as core's RobotState and Command. In the control thread: no allocation, no
// blocking lock. ros2_control's own interfaces try-lock; what is busy keeps its last value, and ros2_control then gives
// way once (sched_yield), which only hardware with a thread of its own can bring about.
#pragma once

#include <chrono>
#include <hardware_interface/loaned_command_interface.hpp>
#include <hardware_interface/loaned_state_interface.hpp>
#include <optional>
#include <string>
#include <vector>

#include "limber/robot.hpp"

namespace limber_controllers {

// Which interfaces a controller wants; the order is theirs in both directions.
struct PortNames {
  std::vector<std::string> joints;
  std::vector<std::string> state_kinds;    // of each joint: position, velocity, effort
  std::vector<std::string> command_kinds;  // position, velocity, effort
  std::string command_owner;               // a controller downstream; empty: the hardware
  std::string ft_sensor;                   // empty: none
  std::string speed_scaling;               // empty: none
  std::string program_running;             // empty: none

  std::vector<std::string> states() const;
  std::vector<std::string> commands() const;
};

class RobotPorts {
 public:
  using States = std::vector<hardware_interface::LoanedStateInterface>;
  using Commands = std::vector<hardware_interface::LoanedCommandInterface>;

  explicit RobotPorts(const PortNames& names);

  // How long activation, which ros2_control does in the control thread, waits for interfaces that others hold.
  static constexpr std::chrono::milliseconds kPatience{20};

  // Forgets the joints it read before and reads everything anew; `commands` is where the robot was told to be last. An
  // interface that is busy is tried again, for `patience` in all. Returns the names of those that were busy all that
  // time: what they say is not known. The robot's clock, the sum of all periods, goes on.
  std::vector<std::string> start(const Commands& commands, const States& states,
                                 std::chrono::nanoseconds patience = kPatience);
  // One reading, `period` s after the one before. Joint velocities are differences where there is no interface.
  const limber::RobotState& read(const States& states, double period);
  // An empty command leaves every interface as it is. False where an interface was busy, and keeps its last command.
  bool write(const limber::Command& command, Commands& commands) const;
  // What an arm is left with that is told velocities or torques: 0.
  void stop(Commands& commands) const;

  bool has_sensor() const { return sensor_at_.has_value(); }
  // For a wrench that comes from elsewhere, s of the robot's clock.
  void set_wrench(const limber::Vector6& F_S_S, double stamp);
  const limber::RobotState& state() const { return state_; }

 private:
  template <typename Read>
  void read_all(const States& states, double period, Read&& read);
  template <typename Take>
  void read_joints(double period, Take&& take);

  std::size_t joint_count_, state_kinds_, command_kinds_;
  std::optional<std::size_t> position_at_, velocity_at_, effort_at_;  // among the state kinds
  std::optional<std::size_t> position_to_, velocity_to_, effort_to_;  // among the command kinds
  std::optional<std::size_t> sensor_at_, scaling_at_, running_at_;    // among the states
  limber::RobotState state_;
  limber::JointVector q_before_;
  double scaling_ = 1.0, running_ = 1.0;
};

}  // namespace limber_controllers
