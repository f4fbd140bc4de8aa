// Asks as the controller does, then searches for how far it is.
#include "waypoint_reach.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arm/reach.hpp"
#include "controllers/variable_stiffness_settings.hpp"

namespace limber::app {
namespace {

constexpr std::size_t kPlacesTried = 10;

std::string refusal_at(const Vector3& p, const Arm& arm, const VariableStiffnessSettings& settings,
                       const JointVector& near) {
  const ReachReport report = check_reach(arm, settings.tip, {settings.path.R, p}, near);
  if (report.reach == Reach::kOutOfReach) return report.sentence;
  return fmt::format("({:.3f}, {:.3f}, {:.3f}) m is in reach, but not with the orientation of the path", p.x(), p.y(),
                     p.z());
}

bool reaches_from_anywhere(const Vector3& displacement, const Arm& arm, const VariableStiffnessSettings& settings) {
  const std::vector<PathSample>& samples = settings.report.samples;
  const std::size_t step = std::max<std::size_t>(1, samples.size() / kPlacesTried);
  for (std::size_t i = 0; i < samples.size(); i += step) {
    const Vector3 target = settings.path.p_start + samples[i].s * (settings.path.p_end - settings.path.p_start);
    if (can_reach(arm, settings, target + displacement, samples[i].q)) return true;
  }
  return false;
}

}  // namespace

std::string waypoint_refusal(const Waypoint& waypoint, const Arm& arm, const VariableStiffnessSettings& settings) {
  if (!settings.report) return "";
  const JointVector &first = settings.report.samples.front().q, &last = settings.report.samples.back().q;
  if (waypoint.relative) {
    if (reaches_from_anywhere(waypoint.p, arm, settings)) return "";
    return "the waypoint, counted from the start of the path, at " +
           refusal_at(settings.path.p_start + waypoint.p, arm, settings, first);
  }
  if (can_reach(arm, settings, waypoint.p, first) || can_reach(arm, settings, waypoint.p, last)) return "";
  return "the waypoint at " + refusal_at(waypoint.p, arm, settings, first);
}

}  // namespace limber::app
