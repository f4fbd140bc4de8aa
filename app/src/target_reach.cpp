// Looks at the end of a move, at up to thirty points of a trajectory, and at a waypoint as its controller does.
#include "target_reach.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arm/reach.hpp"
#include "controllers/admittance_settings.hpp"

namespace limber::app {
namespace {

constexpr std::size_t kPointsTried = 30;

// Looks at places as the arm may go to them: within the configured limits of its joints and its tool.
class PlaceJudge {
 public:
  PlaceJudge(const Arm& arm, const AdmittanceSettings& settings, const JointVector& near)
      : arm_(arm), settings_(settings), range_{settings.joints.lower, settings.joints.upper}, near_(near) {}

  // Notes what is wrong with one place; true where it cannot be reached at all.
  bool refuses(const std::string& what, const Pose& X_BR, TargetJudgement& judgement) {
    const ReachReport report = check_reach(arm_, settings_.compliance, X_BR, near_, range_);
    near_ = report.nearest.q;
    if (report.reach == Reach::kOutOfReach) {
      judgement.refusal = what + report.sentence + blame(X_BR);
      return true;
    }
    std::string warning = beyond_planes(X_BR.p);
    if (warning.empty()) warning = report.sentence;
    if (!warning.empty() && judgement.warning.empty()) judgement.warning = what + warning;
    return false;
  }

 private:
  // Whether it is the configured limits that keep the arm from a place.
  std::string blame(const Pose& X_BR) const {
    const bool by_itself = check_reach(arm_, settings_.compliance, X_BR).reach != Reach::kOutOfReach;
    return by_itself ? " within limits.joint_lower and limits.joint_upper; its own limits would let it" : "";
  }

  // The tool stops at a plane, and at the sides of the workspace, which are planes too.
  std::string beyond_planes(const Vector3& p) const {
    double farthest = kBeyond;
    std::string words;
    for (std::size_t i = 0; i < settings_.tool.plane_count; ++i) {
      const Plane& plane = settings_.tool.planes[i];
      const double beyond = plane.normal.dot(p) - plane.offset;
      if (beyond <= farthest) continue;
      farthest = beyond;
      words = fmt::format(
          "({:.3f}, {:.3f}, {:.3f}) m is outside of the workspace: the tool stops {:.3g} m short of it, at the plane "
          "with the normal ({:.3g}, {:.3g}, {:.3g}) and the offset {:.4g} m",
          p.x(), p.y(), p.z(), beyond, plane.normal.x(), plane.normal.y(), plane.normal.z(), plane.offset);
    }
    return words;
  }

  static constexpr double kBeyond = 1e-4;  // m: less is the skin that a plane is kept off by

  const Arm& arm_;
  const AdmittanceSettings& settings_;
  JointRange range_;
  JointVector near_;
};

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

// Empty where the tool can be there, else why not, with how far.
std::string waypoint_refusal(const Waypoint& waypoint, const Arm& arm, const VariableStiffnessSettings& settings) {
  const JointVector &first = settings.report.samples.front().q, &last = settings.report.samples.back().q;
  if (waypoint.relative) {
    if (reaches_from_anywhere(waypoint.p, arm, settings)) return "";
    return "the waypoint, counted from the start of the path, at " +
           refusal_at(settings.path.p_start + waypoint.p, arm, settings, first);
  }
  if (can_reach(arm, settings, waypoint.p, first) || can_reach(arm, settings, waypoint.p, last)) return "";
  return "the waypoint at " + refusal_at(waypoint.p, arm, settings, first);
}

// A press touches at least as hard as it presses.
std::string touch_warning(const Press& press, double accepted) {
  const double force = press.F_C.head<3>().norm();
  if (accepted == 0.0 || force <= accepted) return "";
  return fmt::format("the press of {:g} N is itself more than press.max_touch_force, {:g} N", force, accepted);
}

}  // namespace

TargetJudgement judge_target(const Action& action, const Arm& arm, const AdmittanceSettings& settings,
                             const ReferencePlaces& places) {
  TargetJudgement judgement;
  PlaceJudge judge(arm, settings, places.near);
  if (const auto* move = std::get_if<Move>(&action.what)) {
    judge.refuses("the end of the move at ", {places.X_BR.R, places.X_BR.p + move->displacement}, judgement);
  }
  if (const auto* press = std::get_if<Press>(&action.what)) {
    judgement.warning = touch_warning(*press, settings.touch.force);
  }
  const auto* trajectory = std::get_if<TrajectoryStart>(&action.what);
  if (trajectory == nullptr) return judgement;
  if (!trajectory->frame.empty() && trajectory->frame != arm.base_name() && trajectory->frame != "world") {
    judgement.refusal = fmt::format("the trajectory's frame is '{}'; it must be the arm's base, '{}', or left out",
                                    trajectory->frame, arm.base_name());
    return judgement;
  }
  const std::vector<CompliantPoint> points = trajectory->in_base(places.X_BR_start);
  const std::size_t step = std::max<std::size_t>(1, points.size() / kPointsTried);
  for (std::size_t k = 0; k < points.size(); k += step) {
    const std::size_t i = k + step < points.size() ? k : points.size() - 1;
    if (judge.refuses(fmt::format("points[{}] of the trajectory at ", i), points[i].X_BR, judgement)) break;
  }
  return judgement;
}

TargetJudgement judge_target(const Action& action, const Arm& arm, const VariableStiffnessSettings& settings) {
  const auto* waypoint = std::get_if<Waypoint>(&action.what);
  if (waypoint == nullptr || !settings.report) return {};
  return {waypoint_refusal(*waypoint, arm, settings), ""};
}

}  // namespace limber::app
