// Reading the tag.
#include "sim_settings.hpp"

#include <stdexcept>

#include "limber/sim/world.hpp"

namespace limber_hardware {
namespace {

using hardware_interface::ComponentInfo;
using hardware_interface::HardwareInfo;

std::string text(const HardwareInfo& info, const std::string& name, const std::string& otherwise) {
  const auto found = info.hardware_parameters.find(name);
  return found == info.hardware_parameters.end() ? otherwise : found->second;
}

double number(const HardwareInfo& info, const std::string& name, double otherwise) {
  const std::string given = text(info, name, "");
  if (given.empty()) return otherwise;
  std::size_t read = 0;
  double value = 0.0;
  try {
    value = std::stod(given, &read);
  } catch (const std::exception&) {
    read = 0;
  }
  if (read != given.size() || !(value >= 0.0)) {
    throw std::invalid_argument(info.name + ": " + name + " is '" + given + "'; it must be a number, 0 or more");
  }
  return value;
}

double initial_position(const ComponentInfo& joint) {
  for (const auto& interface : joint.state_interfaces) {
    if (interface.name == "position" && !interface.initial_value.empty()) return std::stod(interface.initial_value);
  }
  return 0.0;
}

void read_drive(const HardwareInfo& info, limber::sim::SimulationParameters& simulation) {
  const std::string drive = text(info, "drive", "position");
  if (drive == "torque") {
    simulation.drive = limber::sim::Drive::kTorque;
    simulation.torque.friction = limber::JointVector::Constant(1, number(info, "friction", 0.0));
    simulation.torque.effort_step = number(info, "effort_step", 0.0);
  } else if (drive == "velocity") {
    simulation.servo.mode = limber::sim::CommandMode::kVelocity;
  } else if (drive != "position") {
    throw std::invalid_argument(info.name + ": drive is '" + drive + "'; it must be position, velocity or torque");
  }
}

// Joints of the tag, found by the names of the arm's.
limber::JointVector read_start(const HardwareInfo& info, const limber::Arm& arm) {
  limber::JointVector start(arm.joint_count());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const std::string& name = arm.joints()[static_cast<std::size_t>(i)].name;
    const auto found = std::find_if(info.joints.begin(), info.joints.end(),
                                    [&](const ComponentInfo& joint) { return joint.name == name; });
    if (found == info.joints.end()) {
      throw std::invalid_argument(info.name + ": joint " + name + " is on the way from " + arm.base_name() + " to " +
                                  arm.tip_name() + "; its <ros2_control> tag must have it");
    }
    start[i] = initial_position(*found);
  }
  return start;
}

}  // namespace

SimSettings read_settings(const HardwareInfo& info) {
  const limber::Arm arm =
      limber::Arm::from_urdf(info.original_xml, text(info, "base_link", "base_link"), text(info, "tip_link", "tool0"),
                             "robot_description", limber::Branches::kFreezeAtZero);
  SimSettings settings{arm, read_start(info, arm), {}, {}, "", "", ""};
  for (const limber::Joint& joint : arm.joints()) settings.joints.push_back(joint.name);
  const std::string world_file = text(info, "world", "");
  const limber::sim::World world = world_file.empty() ? limber::sim::World() : limber::sim::load_world(world_file);
  limber::sim::SimulationParameters& simulation = settings.simulation;
  simulation.servo = world.servo;
  simulation.sensor = world.sensor;
  simulation.tool.mass = world.tool.mass.value_or(0.0);
  simulation.tool.com = world.tool.com.value_or(limber::Vector3::Zero());
  simulation.tool.p_TQ = world.tool.tip;
  simulation.tool.radius = world.tool.radius;
  simulation.scene = limber::sim::place_scene(world.scene, arm.pose(settings.start, arm.tip()) * simulation.tool.p_TQ);
  simulation.scene.pushes = world.hand;
  read_drive(info, simulation);
  const std::string ft_frame = text(info, "ft_frame", "");
  if (!ft_frame.empty()) {
    simulation.sensor.frame = arm.find_frame(ft_frame);
    if (!simulation.sensor.frame) {
      throw std::invalid_argument(info.name + ": ft_frame is '" + ft_frame + "', which is no link of the arm");
    }
  }
  if (!info.sensors.empty()) settings.sensor = info.sensors.front().name;
  for (const ComponentInfo& gpio : info.gpios) {
    for (const auto& interface : gpio.state_interfaces) {
      if (interface.name == "speed_scaling_factor") settings.speed_scaling = gpio.name + "/" + interface.name;
      if (interface.name == "program_running") settings.program_running = gpio.name + "/" + interface.name;
    }
  }
  return settings;
}

}  // namespace limber_hardware
