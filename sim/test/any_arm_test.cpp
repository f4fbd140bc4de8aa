// Arms given only by a URDF: without masses, with unphysical masses, and the messages of the simulator.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "arms.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "mjcf.hpp"
#include "physics.hpp"
#include "torque_arms.hpp"

namespace limber::sim {
namespace {

// Three joints: turn, bend, bend; links of 0.3 m, each with the same <inertial> (or none).
Arm three_joints(const std::string& inertial) {
  std::string xml = "<robot name='three'><link name='base'/>";
  const char* axes[] = {"0 0 1", "0 1 0", "0 1 0"};
  const char* names[] = {"base", "upper", "fore", "hand"};
  for (std::size_t i = 0; i < 3; ++i) {
    xml += fmt::format(
        "<link name='{1}'>{2}</link><joint name='joint{3}' type='revolute'><parent link='{0}'/><child link='{1}'/>"
        "<origin xyz='0 0 0.3'/><axis xyz='{4}'/><limit lower='-2' upper='2' velocity='2' effort='40'/></joint>",
        names[i], names[i + 1], inertial, i + 1, axes[i]);
  }
  xml +=
      "<link name='tip'/><joint name='weld' type='fixed'><parent link='hand'/><child link='tip'/><origin xyz='0 0 "
      "0.3'/></joint>";
  return Arm::from_urdf(xml + "</robot>", "base", "tip");
}

std::string inertial_of(double ixx, double iyy, double izz) {
  return fmt::format(
      "<inertial><origin xyz='0 0 0.15'/><mass value='1'/><inertia ixx='{}' iyy='{}' izz='{}' ixy='0' ixz='0' "
      "iyz='0'/></inertial>",
      ixx, iyy, izz);
}

TEST(AnyArm, UnderAPositionServoNeedsNoInertiaAndNoSoundOne) {
  for (const std::string& inertial :
       {std::string(), inertial_of(1, 1, 10), inertial_of(0, 0, 1), inertial_of(0, 0, 0)}) {
    const Arm arm = three_joints(inertial);
    const JointVector q0 = JointVector::Constant(3, 0.4);
    SimulatedArm robot(arm, q0);
    const JointVector goal = q0 + JointVector::Constant(3, 0.05);
    for (int k = 0; k < 500; ++k) {
      robot.write(hold(goal));
      robot.step(0.002);
    }
    EXPECT_LT((robot.read().q - goal).norm(), 1e-6) << inertial;
  }
}

std::string refusal_of(const Arm& arm, const SimulationParameters& parameters) {
  try {
    const SimulatedArm robot(arm, JointVector::Constant(3, 0.4), parameters);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

TEST(AnyArm, DrivenByTorquesIsRefusedWithTheLinkThatNoBodyIs) {
  const std::string refusal = refusal_of(three_joints(inertial_of(1, 1, 10)), ideal_torque());
  EXPECT_NE(refusal.find("link 'upper'"), std::string::npos) << refusal;
  EXPECT_NE(refusal.find("10 kg"), std::string::npos) << refusal;
  // A thin rod: two moments alike, the third 0, give or take the last digit.
  EXPECT_EQ(refusal_of(three_joints(inertial_of(0.1, 0.1, 0)), ideal_torque()), "");
  EXPECT_EQ(refusal_of(three_joints(inertial_of(0.1, 0.10000001, 0)), ideal_torque()), "");
}

// What mjcf() writes MuJoCo takes, so its text is spoilt.
TEST(AnyArm, ThatMuJoCoRefusesIsRefusedWithTheUsersLink) {
  const Arm arm = three_joints("");
  std::string text = mjcf(arm, arm.tip(), Tool{}, Scene{}, ModelParameters{});
  const std::size_t second = text.find("fullinertia=\"", text.find("body name=\"joint1\""));
  text.replace(second, text.find("/>", second) - second, "fullinertia=\"1 1 10 0 0 0\"");
  try {
    const Physics physics(text, arm.joint_count(), {});
    FAIL() << "MuJoCo takes it";
  } catch (const SimulationError& error) {
    const std::string refusal = with_urdf_names(arm, Scene{}, error.what());
    EXPECT_NE(refusal.find("link 'fore', which joint 'joint2' moves: MuJoCo refuses"), std::string::npos) << refusal;
    EXPECT_EQ(refusal.find('\n'), std::string::npos) << refusal;
  }
}

}  // namespace
}  // namespace limber::sim
