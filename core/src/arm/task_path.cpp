// Walks a path from every set of joints that holds its start, and keeps the walk that gets farthest.
#include "limber/arm/task_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace limber {
namespace {

constexpr int kGuesses = 60;
// rad or m: joints closer than this are the same solution.
constexpr double kSame = 1e-3;
// rad or m between two neighbouring points: more is another solution, not the same one moved.
constexpr double kLargestJump = 0.5;

class PathCheck {
 public:
  PathCheck(const Arm& arm, const Frame& frame, const TaskPath& path, int parts, double least_sigma,
            const JointVector& near)
      : arm_(arm), frame_(frame), path_(path), parts_(parts), least_sigma_(least_sigma), near_(near) {}

  PathReport run() {
    PathReport best;
    best.s = -1.0;
    for (const JointVector& q : starts()) {
      PathReport report = walk(q);
      if (report) return report;
      if (report.s > best.s) best = std::move(report);
    }
    if (best.s < 0.0) best = unreachable(0.0);
    return best;
  }

 private:
  // Every solution found for the start, the nearest to `near_` first; those beyond their limits last.
  std::vector<JointVector> starts() {
    std::vector<JointVector> found;
    JointVector guess = near_;
    for (int k = 0; k < kGuesses; ++k) {
      JointVector q;
      if (find_task_joints(arm_, frame_, path_.at(0.0), guess, q)) keep(wrapped(q), found);
      guess = random_joints();
    }
    std::stable_sort(found.begin(), found.end(), [this](const JointVector& a, const JointVector& b) {
      const bool a_in = margins(a).minCoeff() >= 0.0;
      const bool b_in = margins(b).minCoeff() >= 0.0;
      return a_in != b_in ? a_in : (a - near_).norm() < (b - near_).norm();
    });
    return found;
  }

  static void keep(const JointVector& q, std::vector<JointVector>& found) {
    const auto same = [&](const JointVector& other) { return (q - other).cwiseAbs().maxCoeff() < kSame; };
    // An arm with joints to spare has endless solutions; a few dozen are enough to try.
    if (found.size() < 24 && std::none_of(found.begin(), found.end(), same)) found.push_back(q);
  }

  PathReport walk(JointVector q) const {
    PathReport report;
    for (int i = 0; i <= parts_; ++i) {
      const double s = static_cast<double>(i) / parts_;
      const JointVector before = q;
      const bool arrived = find_task_joints(arm_, frame_, path_.at(s), before, q);
      if (!arrived || (q - before).cwiseAbs().maxCoeff() > kLargestJump) {
        PathReport stopped = unreachable(s, before);
        stopped.samples = std::move(report.samples);
        return stopped;
      }
      report.samples.push_back({s, q, margins(q), task_singular_value(arm_, frame_, q)});
      judge(report);
      if (!report) return report;
    }
    return report;
  }

  void judge(PathReport& report) const {
    const PathSample& sample = report.samples.back();
    Eigen::Index joint = 0;
    report.s = sample.s;
    if (sample.margin.minCoeff(&joint) < 0.0) {
      const Joint& which = arm_.joints()[static_cast<std::size_t>(joint)];
      report.problem = PathProblem::kJointLimit;
      report.joint = static_cast<int>(joint);
      report.value = sample.q[joint];
      report.limit = report.value > which.limits.upper ? which.limits.upper : which.limits.lower;
      report.sentence = fmt::format(
          "at s = {:.3g} joint '{}' would be at {:.4g} {}; its limits are {:.4g} and {:.4g}", sample.s, which.name,
          report.value, which.type == JointType::kPrismatic ? "m" : "rad", which.limits.lower, which.limits.upper);
    } else if (sample.smallest_singular_value < least_sigma_) {
      report.problem = PathProblem::kSingular;
      report.value = sample.smallest_singular_value;
      report.limit = least_sigma_;
      report.sentence = fmt::format(
          "at s = {:.3g} the arm is near a singularity: its smallest singular value is {:.4g}; it must be at least "
          "{:.4g} "
          "(min_manipulability_threshold)",
          sample.s, report.value, least_sigma_);
    }
  }

  PathReport unreachable(double s) { return unreachable(s, near_); }
  PathReport unreachable(double s, const JointVector& from) const {
    JointVector q;
    find_task_joints(arm_, frame_, path_.at(s), from, q);
    const Pose wanted = path_.at(s);
    const TaskVector e = task_error(wanted, arm_.pose(q, frame_), task_rotation(arm_.joint_count()));
    PathReport report;
    report.problem = PathProblem::kUnreachable;
    report.s = s;
    report.value = e.norm();
    report.sentence = fmt::format(
        "at s = {:.3g} the point ({:.4g}, {:.4g}, {:.4g}) m cannot be reached with this orientation; the arm stops "
        "{:.3g} "
        "m{} short",
        s, wanted.p.x(), wanted.p.y(), wanted.p.z(), e.head<3>().norm(),
        e.size() > 3 ? fmt::format(" and {:.3g} rad", e.tail(e.size() - 3).norm()) : "");
    return report;
  }

  JointVector margins(const JointVector& q) const {
    JointVector margin(q.size());
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      const JointLimits& limits = arm_.joints()[static_cast<std::size_t>(i)].limits;
      margin[i] = std::min(q[i] - limits.lower, limits.upper - q[i]);
    }
    return margin;
  }

  // Whole turns taken away where that brings a joint nearer to `near_`.
  JointVector wrapped(JointVector q) const {
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      if (arm_.joints()[static_cast<std::size_t>(i)].type == JointType::kPrismatic) continue;
      q[i] = near_[i] + std::remainder(q[i] - near_[i], 2.0 * std::numbers::pi);
    }
    return q;
  }

  JointVector random_joints() {
    JointVector q(arm_.joint_count());
    for (int i = 0; i < arm_.joint_count(); ++i) {
      const JointLimits& limits = arm_.joints()[static_cast<std::size_t>(i)].limits;
      const double lower = std::max(limits.lower, -std::numbers::pi);
      const double upper = std::min(limits.upper, std::numbers::pi);
      q[i] = lower + (upper - lower) * uniform_(random_);
    }
    return q;
  }

  const Arm& arm_;
  const Frame& frame_;
  const TaskPath& path_;
  int parts_;
  double least_sigma_;
  JointVector near_;
  std::mt19937 random_{1};  // the same question gets the same answer
  std::uniform_real_distribution<double> uniform_{0.0, 1.0};
};

}  // namespace

PathReport check_path(const Arm& arm, const Frame& frame, const TaskPath& path, int parts,
                      double smallest_singular_value, const std::optional<JointVector>& near) {
  const JointVector from = near.value_or(JointVector::Zero(arm.joint_count()));
  return PathCheck(arm, frame, path, std::max(1, parts), smallest_singular_value, from).run();
}

PathReport check_point(const Arm& arm, const Frame& frame, const Pose& X_BF, double smallest_singular_value,
                       const std::optional<JointVector>& near) {
  PathReport report = check_path(arm, frame, {X_BF.p, X_BF.p, X_BF.R}, 1, smallest_singular_value, near);
  if (report.samples.size() > 1) report.samples.resize(1);
  return report;
}

}  // namespace limber
