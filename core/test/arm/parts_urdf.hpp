// A small arm whose URDF has one part or the other changed.
#pragma once

#include <fmt/format.h>

#include <string>

#include "limber/arm.hpp"

namespace limber::test {

inline const std::string kSmallInertia = "ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'";
inline const std::string kGoodLimit = "lower='-1' upper='1' velocity='2' effort='3'";

inline std::string inertial_of(const std::string& inertia) {
  return "<inertial><mass value='1'/><inertia " + inertia + "/></inertial>";
}

// base -shoulder-> upper -elbow-> fore -weld-> tip; a finger beside the chain.
struct Parts {
  std::string base = "", upper = inertial_of(kSmallInertia), limit = kGoodLimit, origin = "0 0 0.3", type = "revolute";
};

inline std::string urdf_with(const Parts& parts) {
  return fmt::format(
      "<robot name='parts'><link name='base'>{}</link><link name='upper'>{}</link><link name='fore'/><link name='tip'/>"
      "<link name='finger'/>"
      "<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/>"
      "<limit {}/></joint>"
      "<joint name='elbow' type='{}'><parent link='upper'/><child link='fore'/><origin xyz='{}'/><axis xyz='0 1 0'/>"
      "<limit {}/></joint>"
      "<joint name='weld' type='fixed'><parent link='fore'/><child link='tip'/><origin xyz='0 0 0.2'/></joint>"
      "<joint name='grip' type='prismatic'><parent link='fore'/><child link='finger'/><axis xyz='0 1 0'/>"
      "<limit lower='0' upper='0.02' velocity='1' effort='1'/></joint></robot>",
      parts.base, parts.upper, kGoodLimit, parts.type, parts.origin, parts.limit);
}

inline Arm arm_with(const Parts& parts) {
  return Arm::from_urdf(urdf_with(parts), "base", "tip", "parts.urdf", Branches::kFreezeAtZero);
}

inline std::string refusal_of(const Parts& parts) {
  try {
    arm_with(parts);
  } catch (const ArmError& error) {
    return error.what();
  }
  return "";
}

}  // namespace limber::test
