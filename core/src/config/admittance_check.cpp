// Checks admittance parameters that are valid alone but not together: damping, filters, joint limits, workspace.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "config/admittance_schema.hpp"
#include "limber/configuration.hpp"
#include "math/law_matrix.hpp"

namespace limber::config {
namespace {

using Problems = std::vector<ParameterProblem>;

constexpr double kUnitLengthTolerance = 1e-6;

void check_rates(const AdmittanceParameters& p, Problems& problems) {
  const WrenchParameters& w = p.wrench;
  if (w.filter_cutoff && w.filter_coefficient) {
    problems.push_back({"admittance.filter_cutoff", -1,
                        fmt::format("admittance.filter_cutoff is {} Hz and admittance.filter_coefficient is {}; only "
                                    "one filter may be given",
                                    *w.filter_cutoff, *w.filter_coefficient)});
  }
  if (w.filter_cutoff && *w.filter_cutoff >= 0.5 * p.update_rate) {
    problems.push_back({"admittance.filter_cutoff", -1,
                        fmt::format("admittance.filter_cutoff is {} Hz; it must be below half the update_rate ({} Hz)",
                                    *w.filter_cutoff, 0.5 * p.update_rate)});
  }
  if (p.supervisor.stale_timeout * p.update_rate < 2.0 * (1.0 - 1e-9)) {
    problems.push_back({"stale_timeout", -1,
                        fmt::format("stale_timeout is {} s; it must be at least two cycles ({} s at update_rate {} Hz)",
                                    p.supervisor.stale_timeout, 2.0 / p.update_rate, p.update_rate)});
  }
}

// D + D_a must damp every direction of the enabled axes; derived damping always does.
void check_damping(const ComplianceParameters& c, Problems& problems) {
  if (!c.damping && !c.arm_damping) return;
  const Matrix6 sum = c.damping.value_or(Matrix6::Zero()) + c.arm_damping.value_or(Matrix6::Zero());
  const std::string key = c.damping ? "admittance.damping" : "admittance.arm_damping";
  const std::string given = !c.damping ? "no damping" : c.arm_damping ? "arm_damping" : "no arm_damping";
  for (const int axis : undamped_axes(sum, c.enabled_axes)) {
    problems.push_back({key, axis,
                        fmt::format("{} leaves {} undamped (0, with {}); an enabled axis must be damped", key,
                                    kAxisNames[static_cast<std::size_t>(axis)], given)});
  }
  if (!problems.empty() || !has_undamped_direction(sum, c.enabled_axes)) return;
  problems.push_back({key, -1,
                      fmt::format("{} with {} has an eigenvalue of 0; every direction of the enabled axes "
                                  "must be damped",
                                  key, given)});
}

void check_joint_order(const LimitParameters& limits, Problems& problems) {
  const auto& lower = limits.joint_lower;
  const auto& upper = limits.joint_upper;
  if (lower.empty() || upper.empty()) return;
  if (lower.size() != upper.size() && lower.size() != 1 && upper.size() != 1) {
    problems.push_back({"limits.joint_upper", -1,
                        fmt::format("limits.joint_upper has {} numbers and joint_lower {}; "
                                    "they must have one, or the same number",
                                    upper.size(), lower.size())});
    return;
  }
  for (std::size_t i = 0; i < std::max(lower.size(), upper.size()); ++i) {
    const double low = lower[lower.size() == 1 ? 0 : i];
    const std::size_t at = upper.size() == 1 ? 0 : i;
    if (low < upper[at]) continue;
    problems.push_back(
        {"limits.joint_upper", static_cast<int>(at),
         fmt::format("limits.joint_upper[{}] is {}; it must be above joint_lower ({})", at, upper[at], low)});
  }
}

void check_joint_counts(const AdmittanceParameters& p, Problems& problems) {
  if (p.joints.empty()) return;
  const std::array<std::pair<const char*, std::size_t>, 6> counts{
      {{"limits.joint_lower", p.limits.joint_lower.size()},
       {"limits.joint_upper", p.limits.joint_upper.size()},
       {"limits.joint_velocity", p.limits.joint_velocity.size()},
       {"limits.joint_acceleration", p.limits.joint_acceleration.size()},
       {"limits.joint_deceleration", p.limits.joint_deceleration.size()},
       {"posture.joints", p.posture.joints.size()}}};
  for (const auto& [key, count] : counts) {
    if (count <= 1 || count == p.joints.size()) continue;
    problems.push_back({key, -1,
                        fmt::format("{} has {} numbers; it must have one, or one for each of the {} joints", key, count,
                                    p.joints.size())});
  }
}

void check_planes(const LimitParameters& limits, Problems& problems) {
  if (limits.planes.size() > kMaxPlanes) {
    problems.push_back({"workspace.planes", -1,
                        fmt::format("workspace.planes and the sides of the box are {} planes; at most {} are allowed",
                                    limits.planes.size(), kMaxPlanes)});
    return;
  }
  const std::vector<Plane> sides = box_sides(limits);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (i < limits.planes.size() && limits.planes[i].normal == sides[i].normal &&
        limits.planes[i].offset == sides[i].offset) {
      continue;
    }
    problems.push_back({"workspace.lower", -1,
                        "workspace.lower and workspace.upper are not the first of the planes; "
                        "set both through their keys"});
    return;
  }
  for (std::size_t i = sides.size(); i < limits.planes.size(); ++i) {
    const double length = limits.planes[i].normal.norm();
    if (std::abs(length - 1.0) <= kUnitLengthTolerance) continue;
    const std::size_t first = 4 * (i - sides.size());
    problems.push_back({"workspace.planes", static_cast<int>(first),
                        fmt::format("workspace.planes[{}] to [{}] are a normal of length {:g}; a normal must not be 0",
                                    first, first + 2, length)});
  }
}

void check_box(const LimitParameters& limits, Problems& problems) {
  for (int axis = 0; axis < 3; ++axis) {
    if (limits.workspace_lower[axis] < limits.workspace_upper[axis]) continue;
    problems.push_back({"workspace.upper", axis,
                        fmt::format("workspace.upper[{}] is {} m; it must be above workspace.lower[{}] ({} m)", axis,
                                    limits.workspace_upper[axis], axis, limits.workspace_lower[axis])});
  }
}

}  // namespace

std::vector<ParameterProblem> check_together(const AdmittanceParameters& p) {
  Problems problems;
  check_damping(p.compliance, problems);
  check_rates(p, problems);
  check_joint_order(p.limits, problems);
  check_joint_counts(p, problems);
  check_box(p.limits, problems);
  check_planes(p.limits, problems);
  check_fixtures(p, problems);
  return problems;
}

std::vector<std::string> check(const AdmittanceParameters& parameters) {
  return check_parameters(admittance_schema(), parameters, check_together);
}

}  // namespace limber::config
