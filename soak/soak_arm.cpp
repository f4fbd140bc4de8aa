// Arms from robots/, and URDFs made of random numbers.
#include "soak_arm.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arm/reach.hpp"
#include "controllers/admittance_settings.hpp"
#include "controllers/variable_stiffness_settings.hpp"

namespace limber::soak {
namespace {

struct OurArm {
  const char* file;
  const char* base;
  const char* tip;
  const char* sensor;
};
constexpr std::array<OurArm, 5> kOurArms{{{"ur3e", "base_link", "tool0", "ft_frame"},
                                          {"ur5e", "base_link", "tool0", "ft_frame"},
                                          {"ur10e", "base_link", "tool0", "ft_frame"},
                                          {"fr3", "fr3_link0", "fr3_link8", "ft_frame"},
                                          {"open_manipulator_x", "world", "end_effector_link", "end_effector_link"}}};

std::string three(const Vector3& v) { return fmt::format("{:.6f} {:.6f} {:.6f}", v.x(), v.y(), v.z()); }

Vector3 draw_axis(Draw& draw) {
  if (draw.chance(0.3)) return draw.direction();
  return (draw.chance(0.5) ? 1.0 : -1.0) * Vector3::Unit(draw.below(3));
}

std::string link(Draw& draw, const std::string& name, double mass) {
  const double size = draw.scale(0.02, 0.2);
  const double inertia = mass * size * size;
  return fmt::format(
      "<link name=\"{}\"><inertial><origin xyz=\"{}\"/><mass value=\"{:.6f}\"/><inertia ixx=\"{:.9f}\" iyy=\"{:.9f}\" "
      "izz=\"{:.9f}\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>",
      name, three(size * draw.direction()), mass, inertia, inertia * draw.between(1.0, 1.9), inertia);
}

std::string limits(Draw& draw, bool slides, Use use) {
  const double reach = slides ? draw.between(0.1, 0.8) : draw.between(0.8, 3.1);
  const double lower = -reach * draw.between(0.3, 1.0), upper = reach * draw.between(0.3, 1.0);
  const double effort = use == Use::kTorques ? draw.scale(20.0, 300.0) : draw.scale(5.0, 300.0);
  return fmt::format("<limit lower=\"{:.6f}\" upper=\"{:.6f}\" velocity=\"{:.6f}\" effort=\"{:.3f}\"/>", lower, upper,
                     slides ? draw.scale(0.1, 2.0) : draw.scale(0.3, 5.0), effort);
}

std::string fixed(const std::string& parent, const std::string& child, const Vector3& p, const Vector3& rpy) {
  return fmt::format(
      "<joint name=\"to_{1}\" type=\"fixed\"><parent link=\"{0}\"/><child link=\"{1}\"/><origin xyz=\"{2}\" "
      "rpy=\"{3}\"/></joint>",
      parent, child, three(p), three(rpy));
}

std::string random_urdf(Draw& draw, int joints, Use use) {
  std::string xml = "<robot name=\"random\"><link name=\"base\"/>";
  std::string parent = "base";
  const double length = draw.scale(0.06, 0.4);
  for (int i = 1; i <= joints; ++i) {
    const bool slides = draw.chance(0.15);
    const bool endless = !slides && draw.chance(0.2);
    const std::string child = fmt::format("link{}", i);
    xml += link(draw, child, use == Use::kTorques ? draw.scale(0.02, 0.4) : draw.scale(0.05, 10.0));
    xml += fmt::format(
        "<joint name=\"joint{0}\" type=\"{1}\"><parent link=\"{2}\"/><child link=\"{3}\"/><origin xyz=\"{4}\" "
        "rpy=\"{5}\"/><axis xyz=\"{6}\"/>{7}<dynamics damping=\"{8:.4f}\"/></joint>",
        i,
        slides    ? "prismatic"
        : endless ? "continuous"
                  : "revolute",
        parent, child, three(length * draw.between(0.0, 1.5) * draw.direction()),
        draw.chance(0.5) ? "0 0 0" : three(draw.between(0.0, 3.0) * draw.direction()), three(draw_axis(draw)),
        limits(draw, slides, use), draw.chance(0.5) ? draw.scale(0.01, 1.0) : 0.0);
    parent = child;
  }
  xml += "<link name=\"sensor\"/><link name=\"tool\"/>";
  xml += fixed(parent, "sensor", length * draw.unit() * draw.direction(), draw.between(0.0, 3.0) * draw.direction());
  xml += fixed("sensor", "tool", draw.between(0.0, 0.2) * draw.direction(), draw.between(0.0, 3.0) * draw.direction());
  return xml + "</robot>";
}

// On some arms the first link of the base is a frame too: only frames that move with the tool may be C.
std::vector<std::string> tool_frames(const Arm& arm) {
  std::vector<std::string> names{"", "world", arm.base_name()};
  for (const std::string& name : arm.frame_names()) {
    if (arm.find_frame(name)->body == arm.joint_count() - 1) names.push_back(name);
  }
  return names;
}

}  // namespace

SoakArm draw_arm(Draw& draw, Use use) {
  if (draw.chance(0.4)) {
    const OurArm& ours = draw.one_of(kOurArms);
    const std::string path = fmt::format("{}/robots/{}.urdf", LIMBER_SOURCE_DIR, ours.file);
    Arm arm = Arm::from_urdf_file(path, ours.base, ours.tip, Branches::kFreezeAtZero);
    const std::vector<std::string> frames = tool_frames(arm);
    return {std::move(arm), ours.file, ours.sensor, frames};
  }
  const int joints = 3 + draw.below(6);
  Arm arm = Arm::from_urdf(random_urdf(draw, joints, use), "base", "tool", "a random URDF");
  const std::vector<std::string> frames = tool_frames(arm);
  return {std::move(arm), fmt::format("random, {} joints", joints), "sensor", frames};
}

bool may_reach(const Arm& arm, const AdmittanceParameters& parameters, const Vector3& p_B) {
  constexpr double kRefusedFrom = 1e-3;  // m
  AdmittanceParameters quick = parameters;
  quick.press.max_touch_force = 0.0;  // takes long to bind, and does not change the reach
  return outside(reach_of(arm, bind(arm, quick).compliance), p_B) <= kRefusedFrom;
}

JointVector draw_posture(Draw& draw, const Arm& arm) {
  JointVector q(arm.joint_count());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
    const double lower = std::max(limits.lower, -3.0), upper = std::min(limits.upper, 3.0);
    q[i] = lower + (upper - lower) * draw.between(0.1, 0.9);
  }
  return q;
}

}  // namespace limber::soak
