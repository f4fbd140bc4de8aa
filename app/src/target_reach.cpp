// Looks at the end of a move, and at up to thirty points of a trajectory.
#include "target_reach.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "limber/arm/reach.hpp"

namespace limber::app {
namespace {

constexpr std::size_t kPointsTried = 30;

// Notes what is wrong with one place; true where it cannot be reached at all.
bool judge_place(const std::string& what, const ReachReport& report, TargetJudgement& judgement) {
  if (report.reach == Reach::kOutOfReach) judgement.refusal = what + report.sentence;
  if (report.reach == Reach::kNotWithThisOrientation && judgement.warning.empty()) {
    judgement.warning = what + report.sentence;
  }
  return report.reach == Reach::kOutOfReach;
}

}  // namespace

TargetJudgement judge_target(const Action& action, const Arm& arm, const Frame& compliance,
                             const ReferencePlaces& places) {
  TargetJudgement judgement;
  if (const auto* move = std::get_if<Move>(&action.what)) {
    const Pose X_BR{places.X_BR.R, places.X_BR.p + move->displacement};
    judge_place("the end of the move at ", check_reach(arm, compliance, X_BR, places.near), judgement);
  }
  const auto* trajectory = std::get_if<TrajectoryStart>(&action.what);
  if (trajectory == nullptr) return judgement;
  if (!trajectory->frame.empty() && trajectory->frame != arm.base_name() && trajectory->frame != "world") {
    judgement.refusal = fmt::format("the trajectory's frame is '{}'; it must be the arm's base, '{}', or left out",
                                    trajectory->frame, arm.base_name());
    return judgement;
  }
  const std::vector<CompliantPoint> points = trajectory->in_base(places.X_BR_start);
  JointVector near = places.near;
  const std::size_t step = std::max<std::size_t>(1, points.size() / kPointsTried);
  for (std::size_t k = 0; k < points.size(); k += step) {
    const std::size_t i = k + step < points.size() ? k : points.size() - 1;
    const ReachReport report = check_reach(arm, compliance, points[i].X_BR, near);
    if (judge_place(fmt::format("points[{}] of the trajectory at ", i), report, judgement)) break;
    near = report.nearest.q;
  }
  return judgement;
}

}  // namespace limber::app
