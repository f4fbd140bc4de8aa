// How the cost of a cycle grows with the number of joints, of arms in one process, and of points of a trajectory.
#include <fmt/format.h>

#include <cmath>

#include "arm_makers.hpp"
#include "figures.hpp"
#include "pushed_robot.hpp"

namespace limber::bench {
namespace {

// A trajectory of many points is long enough for this many cycles between two points: then only their number matters,
// not how often a cycle meets a new one.
constexpr long kCyclesPerPoint = 25;

// A chain of links of 20 cm with joints about z, y, y, z, y, z, y, z.
std::string chain_urdf(int joints) {
  std::string xml = "<robot name=\"chain\"><link name=\"link0\"/>";
  for (int i = 1; i <= joints; ++i) {
    const bool about_z = i == 1 || i == 4 || i == 6 || i == 8;
    xml += fmt::format(
        "<joint name=\"joint{0}\" type=\"revolute\"><parent link=\"link{1}\"/><child link=\"link{0}\"/>"
        "<origin xyz=\"0 0 0.2\"/><axis xyz=\"{2}\"/><limit lower=\"-3\" upper=\"3\" velocity=\"3\" "
        "effort=\"50\"/></joint>"
        "<link name=\"link{0}\"><inertial><origin xyz=\"0 0 0.1\"/><mass value=\"1\"/>"
        "<inertia ixx=\"0.01\" ixy=\"0\" ixz=\"0\" iyy=\"0.01\" iyz=\"0\" izz=\"0.005\"/></inertial></link>",
        i, i - 1, about_z ? "0 0 1" : "0 1 0");
  }
  return xml + fmt::format(
                   "<link name=\"tip\"/><joint name=\"tip_joint\" type=\"fixed\"><parent link=\"link{}\"/>"
                   "<child link=\"tip\"/><origin xyz=\"0.1 0 0.1\"/></joint></robot>",
                   joints);
}

std::unique_ptr<ControlledArm> chain_arm(int joints) {
  JointVector q(joints);
  for (int i = 0; i < joints; ++i) q[i] = i % 2 == 0 ? 0.5 : -0.7;
  AdmittanceParameters p = on_springs();
  p.ft_frame.clear();
  p.wrench.tool_mass = 0.0;
  return make_admittance_arm(Arm::from_urdf(chain_urdf(joints), "link0", "tip"), q, p, 5.0);
}

// Each duration is one round: a cycle of every arm.
Timing time_rounds(const std::vector<std::unique_ptr<ControlledArm>>& arms, long rounds) {
  return time_each(
      rounds,
      [&](long) {
        for (const auto& arm : arms) {
          arm->move(kPeriod);
          arm->take_record();
        }
      },
      [&](long) {
        for (const auto& arm : arms) arm->update();
      });
}

void add(Report& report, const std::string& id, const std::string& name,
         const std::vector<std::unique_ptr<ControlledArm>>& arms, long rounds) {
  report.add(id, name, time_rounds(arms, rounds), static_cast<int>(arms.size()));
  for (const auto& arm : arms) {
    if (!arm->ran()) report.note(name + ": IT DID NOT STAY RUNNING");
  }
}

std::vector<std::unique_ptr<ControlledArm>> just(std::unique_ptr<ControlledArm> arm) {
  std::vector<std::unique_ptr<ControlledArm>> arms;
  arms.push_back(std::move(arm));
  return arms;
}

void measure_joints(Report& report, long cycles) {
  report.begin("a cycle of A against the number of joints");
  for (int joints = 1; joints <= kMaxJoints; ++joints) {
    add(report, fmt::format("scaling.joints.{}", joints), fmt::format("joints: {}", joints), just(chain_arm(joints)),
        cycles);
  }
}

void measure_arms(Report& report, long cycles) {
  report.begin("a cycle of A against the number of arms in the thread, each");
  for (int count = 1; count <= 64; count *= 2) {
    std::vector<std::unique_ptr<ControlledArm>> arms;
    for (int i = 0; i < count; ++i) arms.push_back(make_controlled_arm("a", cycles));
    add(report, fmt::format("scaling.arms.{}", count), fmt::format("arms: {}", count), arms,
        std::max(50L, cycles / count));
  }
}

void measure_points(Report& report, long cycles) {
  report.begin("a cycle of B against the points of its trajectory");
  for (int points = 10; points <= 100'000; points *= 10) {
    add(report, fmt::format("scaling.points.{}", points), fmt::format("points: {}", points),
        just(make_trajectory_arm(points, std::max(cycles, points * kCyclesPerPoint))), cycles);
  }
  const int every_cycle = static_cast<int>(cycles);
  add(report, "scaling.points.dense", fmt::format("points: {}, another one every other cycle", every_cycle),
      just(make_trajectory_arm(every_cycle, cycles)), cycles);
}

}  // namespace

void measure_scaling(Report& report, double share) {
  const long cycles = std::lround(500 + 99'500 * share);
  measure_joints(report, cycles);
  measure_arms(report, cycles);
  measure_points(report, cycles);
}

}  // namespace limber::bench
