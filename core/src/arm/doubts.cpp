#include "arm/doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "arm/reach.hpp"

namespace limber {
namespace {

// m between two joints, or of a prismatic joint: common arms have a tenth of it at most; in millimetres, a hundred
// times it.
constexpr double kLongestLink = 20.0;
constexpr double kLongestReach = 50.0;  // m
// rad: more than two turns either way are rare; in degrees, 90 is common.
constexpr double kFarthestTurn = 4.0 * std::numbers::pi;
constexpr double kFastestTurn = 50.0;  // rad/s: about 480 turns a minute

double farther(const JointLimits& limits) {
  return std::abs(limits.lower) > std::abs(limits.upper) ? limits.lower : limits.upper;
}

std::string doubt_about_turn(const Joint& joint, const std::string& where) {
  if (joint.type == JointType::kRevolute && std::abs(farther(joint.limits)) > kFarthestTurn) {
    return fmt::format(
        "{} has the limit {:g} rad, {:.0f} turns; a URDF uses radians. If it was meant in degrees, write {:.4g} rad",
        where, farther(joint.limits), std::abs(farther(joint.limits)) / (2.0 * std::numbers::pi),
        farther(joint.limits) * std::numbers::pi / 180.0);
  }
  if (std::isfinite(joint.limits.velocity) && joint.limits.velocity > kFastestTurn) {
    return fmt::format(
        "{} has the velocity limit {:g} rad/s; a URDF uses radians. If it was meant in degrees, write {:.4g} rad/s",
        where, joint.limits.velocity, joint.limits.velocity * std::numbers::pi / 180.0);
  }
  return "";
}

std::string doubt_about_length(const Joint& joint, const std::string& where) {
  const double slide = joint.type == JointType::kPrismatic ? std::abs(farther(joint.limits)) : 0.0;
  const double length = std::max(joint.X_PJ.p.norm(), slide);
  if (length <= kLongestLink) return "";
  return fmt::format("{} {} {:g} m; a URDF uses metres. If it was meant in millimetres, write {:.4g} m", where,
                     slide == length ? "slides to" : "has its origin at a distance of", length, 1e-3 * length);
}

// Keeps the first warning of a kind in full, and the names of the other joints with the same warning.
void gather(const std::string& doubt, const std::string& joint, std::string& first, std::string& more) {
  if (doubt.empty()) return;
  if (first.empty()) {
    first = doubt;
  } else {
    more += fmt::format("{}{}", more.empty() ? ". The same for " : ", ", joint);
  }
}

}  // namespace

std::vector<std::string> doubts_about(const Arm& arm, const std::string& source) {
  std::string turn, length, more_turns, more_lengths;
  for (const Joint& joint : arm.joints()) {
    const std::string where = fmt::format("{}: joint '{}'", source, joint.name);
    if (joint.type != JointType::kPrismatic) gather(doubt_about_turn(joint, where), joint.name, turn, more_turns);
    gather(doubt_about_length(joint, where), joint.name, length, more_lengths);
  }
  const double reach = reach_of(arm, arm.tip()).radius;
  if (length.empty() && reach > kLongestReach) {
    length = fmt::format(
        "{}: '{}' reaches {:g} m from the first joint; a URDF uses metres. If it was meant in millimetres, the reach "
        "is {:.4g} m",
        source, arm.tip_name(), reach, 1e-3 * reach);
  }
  std::vector<std::string> doubts;
  if (!turn.empty()) doubts.push_back(turn + more_turns);
  if (!length.empty()) doubts.push_back(length + more_lengths);
  return doubts;
}

}  // namespace limber
