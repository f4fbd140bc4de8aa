// What the <ros2_control> tag of a simulated arm says, as core and sim know it.
#pragma once

#include <hardware_interface/hardware_info.hpp>
#include <string>
#include <vector>

#include "limber/sim/simulated_arm.hpp"

namespace limber_hardware {

struct SimSettings {
  limber::Arm arm;
  limber::JointVector start;        // rad or m, from the initial_value of each position
  std::vector<std::string> joints;  // in the order of the arm
  limber::sim::SimulationParameters simulation;
  std::string sensor;                          // its name, or empty
  std::string speed_scaling, program_running;  // state interfaces, or empty
};

// <param>s of the <hardware>: base_link, tip_link, drive (position, velocity or torque), ft_frame, friction (N m),
// effort_step (N m), world (a YAML file whose section limber: has scene, tool, servo, sensor, hand). Throws
// std::exception, with a sentence.
SimSettings read_settings(const hardware_interface::HardwareInfo& info);

}  // namespace limber_hardware
