// Reads, checks and changes VariableStiffnessParameters.
#include <fmt/format.h>

#include <array>

#include "config/orientation.hpp"
#include "config/schema_changes.hpp"
#include "config/schema_reader.hpp"
#include "config/variable_stiffness_schema.hpp"
#include "config/yaml_parameters.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

using Problems = std::vector<ParameterProblem>;

// A profile needs a start and an end; and its length must be bounded.
constexpr std::size_t kLeastProfilePoints = 2;
constexpr std::size_t kMaxProfilePoints = 10000;

void check_profiles(const StiffnessParameters& s, Problems& problems) {
  const std::array<std::pair<const char*, std::size_t>, 6> counts{{{"stiffness_profile_x", s.stiffness_x.size()},
                                                                   {"stiffness_profile_y", s.stiffness_y.size()},
                                                                   {"stiffness_profile_z", s.stiffness_z.size()},
                                                                   {"damping_profile_x", s.damping_x.size()},
                                                                   {"damping_profile_y", s.damping_y.size()},
                                                                   {"damping_profile_z", s.damping_z.size()}}};
  for (const auto& [key, count] : counts) {
    if (count > kMaxProfilePoints) {
      problems.push_back(
          {key, -1, fmt::format("{} has {} numbers; at most {} are allowed", key, count, kMaxProfilePoints)});
    } else if (count > 0 && count < kLeastProfilePoints) {
      problems.push_back({key, -1, fmt::format("{} has one sample; a profile has two or more, or none", key)});
    }
  }
}

void check_orientation(const CycleParameters& cycle, Problems& problems) {
  if (cycle.orientation.size() != 4 || has_unit_length(cycle.orientation)) return;
  problems.push_back({"orientation", -1,
                      fmt::format("orientation is a quaternion of length {:g}; its length must be 1",
                                  quaternion_length(cycle.orientation))});
}

void check_joint_counts(const VariableStiffnessParameters& p, Problems& problems) {
  if (p.joints.empty()) return;
  const std::array<std::pair<const char*, std::size_t>, 2> counts{
      {{"effort_limit", p.torque.effort_limit.size()}, {"joint_damping", p.torque.joint_damping.size()}}};
  for (const auto& [key, count] : counts) {
    if (count <= 1 || count == p.joints.size()) continue;
    problems.push_back({key, -1,
                        fmt::format("{} has {} numbers; it must have one, or one for each of the {} joints", key, count,
                                    p.joints.size())});
  }
}

void check_timeout(const VariableStiffnessParameters& p, Problems& problems) {
  if (p.supervisor.stale_timeout * p.update_rate >= 2.0 * (1.0 - 1e-9)) return;
  problems.push_back({"stale_timeout", -1,
                      fmt::format("stale_timeout is {} s; it must be at least two cycles ({} s at update_rate {} Hz)",
                                  p.supervisor.stale_timeout, 2.0 / p.update_rate, p.update_rate)});
}

}  // namespace

std::vector<ParameterProblem> check_together(const VariableStiffnessParameters& p) {
  Problems problems;
  check_profiles(p.stiffness, problems);
  check_orientation(p.cycle, problems);
  check_joint_counts(p, problems);
  check_timeout(p, problems);
  return problems;
}

std::vector<std::string> check(const VariableStiffnessParameters& parameters) {
  return check_parameters(variable_stiffness_schema(), parameters,
                          [](const VariableStiffnessParameters& p) { return check_together(p); });
}

VariableStiffnessParameters read_variable_stiffness(const YamlDocument& document, const std::string& section) {
  SchemaReader<VariableStiffnessParameters> reader(variable_stiffness_schema());
  return reader.read(find_controller_section(document, section),
                     [](const VariableStiffnessParameters& p) { return check_together(p); });
}

VariableStiffnessParameters parse_variable_stiffness(const std::string& text, const std::string& source,
                                                     const std::string& section) {
  return read_variable_stiffness(YamlDocument::parse(text, source), section);
}

VariableStiffnessParameters load_variable_stiffness(const std::string& path, const std::string& section) {
  return read_variable_stiffness(YamlDocument::load(path), section);
}

void set(VariableStiffnessParameters& parameters, const ParameterChanges& changes, Change when) {
  apply_changes(variable_stiffness_schema(), parameters, changes, when,
                [](const VariableStiffnessParameters& changed) { return check(changed); });
}

Matrix3 orientation_of(const CycleParameters& cycle) {
  return cycle.orientation.size() == 4 ? rotation_of_quaternion(cycle.orientation) : rotation_of_rpy(cycle.orientation);
}

}  // namespace limber::config
