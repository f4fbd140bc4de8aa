// The YAML blocks of the documents, copied verbatim into fixtures/, for all tests of this directory.
#pragma once

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace limber::config {

inline std::string fixture_path(const std::string& name) {
  return std::string(LIMBER_SOURCE_DIR) + "/core/test/config/fixtures/" + name;
}

inline std::string fixture_text(const std::string& name) {
  std::ifstream file(fixture_path(name), std::ios::binary);
  if (!file) throw std::runtime_error("no fixture " + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A file with every kind of value, for mutations.
inline const std::string kEveryKind = R"(# every kind of value
/left/ur_admittance_controller:
  ros__parameters:
    joints: [shoulder_pan_joint, shoulder_lift_joint, elbow_joint, wrist_1_joint, wrist_2_joint, wrist_3_joint]
    base_link: base_link
    command_interfaces: [position, velocity]
    update_rate: 500
    dynamic_parameters: true
    admittance: &a
      frame: {id: "tool0"}
      mass:
        - 3.0
        - 3
        - 0.8
        - 3e-1
        - .3
        - 0.3
      stiffness: [100, 0, 0, 0, 0, 10,  0, 100, 0, 0, 0, 0,  0, 0, 100, 0, 0, 0,
                  0, 0, 0, 10, 0, 0,  0, 0, 0, 0, 10, 0,  10, 0, 0, 0, 0, 10]
      enabled_axes: [true, true, true, false, false, false]
      virtual_stiffness: [100, 10]
      filter_cutoff: 40
      integrate_from: 'measured'
    wrench_sign: -1
    wrench: {tool: {mass: 0.5, center_of_mass: [0, 0, 0.05]}, bias: [1, 2, 3, 0.1, 0.2, 0.3]}
    limits: {joint_lower: -6, joint_upper: [6, 6, 3, 6, 6, 6]}
    workspace: {lower: [-0.8, -.inf, 0.0], upper: [0.8, .inf, 1.2], planes: [1, 1, 0, 0.9]}
    max_overruns: 4
    overforce: {force: .inf, torque: 10}
)";

}  // namespace limber::config
