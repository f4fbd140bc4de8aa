// Follows a path from every joint solution of its start, and keeps the one that gets farthest.
#include "arm/task_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace limber {
namespace {

constexpr int kGuesses = 60;
// A redundant arm has infinitely many solutions; the first ones found are tried, nearest first.
constexpr std::size_t kMostSolutions = 24;
// If all of them fail, so many more are searched for.
constexpr int kMoreGuesses = 300;
constexpr double kTurn = 2.0 * std::numbers::pi;  // rad
// rad or m: solutions closer than this count as equal.
constexpr double kSame = 1e-3;
// rad or m between neighbouring points: a larger step is a change to another solution.
constexpr double kLargestJump = 0.5;

class PathCheck {
 public:
  PathCheck(const Arm& arm, const Frame& frame, const TaskPath& path, int parts, double least_sigma,
            const JointVector& near, const std::optional<Strength>& strength)
      : arm_(arm),
        frame_(frame),
        path_(path),
        parts_(parts),
        least_sigma_(least_sigma),
        near_(near),
        strength_(strength) {}

  PathReport run() {
    PathReport best;
    best.s = -1.0;
    bool accepted = try_all(starts(), best);
    const bool spare = arm_.joint_count() > task_rows(task_rotation(arm_.joint_count()));
    for (int k = 0; spare && !accepted && k < kMoreGuesses; ++k) accepted = try_another(best);
    if (best.s < 0.0) best = unreachable(0.0, near_);
    return best;
  }

 private:
  // True if the path can be followed from one of the starts; `best` is that walk, or the one that got farthest.
  bool try_all(const std::vector<JointVector>& starts, PathReport& best) const {
    for (const JointVector& q : starts) {
      PathReport report = walk(q);
      judge(report);
      const bool accepted{report};
      if (accepted || report.s > best.s) best = std::move(report);
      if (accepted) return true;
    }
    return false;
  }

  // From other joints that fulfil the start within their limits, if the search finds any.
  bool try_another(PathReport& best) {
    std::vector<JointVector> found;
    search(random_joints(), found);
    if (found.empty() || margins(found[0] + turns(found[0], found[0], found[0])).minCoeff() < 0.0) return false;
    return try_all(found, best);
  }

  // Solutions for the start, nearest to `near_` first; those beyond their limits last. `near_` is only a preference: it
  // adds a solution that the search may have missed, and removes none.
  std::vector<JointVector> starts() {
    std::vector<JointVector> found;
    JointVector guess = JointVector::Zero(arm_.joint_count());
    for (int k = 0; k < kGuesses; ++k) {
      if (found.size() < kMostSolutions) search(guess, found);
      guess = random_joints();
    }
    search(near_, found);
    std::stable_sort(found.begin(), found.end(), [this](const JointVector& a, const JointVector& b) {
      const JointVector a_turned = a + turns(a, a, a), b_turned = b + turns(b, b, b);
      const bool a_in = margins(a_turned).minCoeff() >= 0.0;
      const bool b_in = margins(b_turned).minCoeff() >= 0.0;
      return a_in != b_in ? a_in : (a_turned - near_).norm() < (b_turned - near_).norm();
    });
    return found;
  }

  void search(const JointVector& guess, std::vector<JointVector>& found) const {
    JointVector q;
    if (!find_task_joints(arm_, frame_, path_.at(0.0), guess, q)) return;
    q = within_half_a_turn(q);
    const auto same = [&](const JointVector& other) {
      return within_half_a_turn(q - other).cwiseAbs().maxCoeff() < kSame;
    };
    if (std::none_of(found.begin(), found.end(), same)) found.push_back(q);
  }

  // From point to point while joints are found; then adds the whole turns that suit the complete path.
  PathReport walk(JointVector q) const {
    PathReport report;
    JointVector lowest = q, highest = q;
    for (int i = 0; report && i <= parts_; ++i) {
      const double s = static_cast<double>(i) / parts_;
      const JointVector before = q;
      const bool arrived = find_task_joints(arm_, frame_, path_.at(s), before, q);
      if (!arrived || (q - before).cwiseAbs().maxCoeff() > kLargestJump) {
        PathReport stopped = unreachable(s, before);
        stopped.samples = std::move(report.samples);
        report = std::move(stopped);
        continue;
      }
      report.samples.push_back({s, q, JointVector(), 0.0});
      lowest = lowest.cwiseMin(q);
      highest = highest.cwiseMax(q);
    }
    if (report.samples.empty()) return report;
    const JointVector turned = turns(report.samples.front().q, lowest, highest);
    for (PathSample& sample : report.samples) sample.q += turned;
    return report;
  }

  // Checks the samples, and ends the report at the first problem.
  void judge(PathReport& report) const {
    for (std::size_t i = 0; i < report.samples.size(); ++i) {
      PathSample& sample = report.samples[i];
      sample.margin = margins(sample.q);
      sample.smallest_singular_value = task_singular_value(arm_, frame_, sample.q);
      PathReport found = problem_of(sample);
      if (found) continue;
      report.samples.resize(i + 1);
      found.samples = std::move(report.samples);
      report = std::move(found);
      return;
    }
  }

  PathReport problem_of(const PathSample& sample) const {
    PathReport report;
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
    } else if (strength_) {
      weigh(sample, report);
    }
    return report;
  }

  void weigh(const PathSample& sample, PathReport& report) const {
    const JointVector weight = arm_.gravity_torque(sample.q, strength_->gravity);
    report.joint = overloaded_joint(weight, strength_->effort);
    if (report.joint < 0) return;
    const Joint& which = arm_.joints()[static_cast<std::size_t>(report.joint)];
    report.problem = PathProblem::kTooHeavy;
    report.value = std::abs(weight[report.joint]);
    report.limit = strength_->effort[report.joint];
    report.sentence = fmt::format(
        "at s = {:.3g} gravity alone needs {:.4g} {} of joint '{}'; its effort limit is {:.4g} (effort_limit)",
        sample.s, report.value, which.type == JointType::kPrismatic ? "N" : "N m", which.name, report.limit);
  }

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

  bool slides(Eigen::Index joint) const {
    return arm_.joints()[static_cast<std::size_t>(joint)].type == JointType::kPrismatic;
  }

  // Without whole turns.
  JointVector within_half_a_turn(JointVector q) const {
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      if (!slides(i)) q[i] = std::remainder(q[i], kTurn);
    }
    return q;
  }

  // rad: whole turns that bring each joint nearest to `near_` while it stays within its limits from `lowest` to
  // `highest`. If impossible: turns that keep the start within the limits, or nearest to their middle.
  JointVector turns(const JointVector& start, const JointVector& lowest, const JointVector& highest) const {
    JointVector turned = JointVector::Zero(start.size());
    for (Eigen::Index i = 0; i < start.size(); ++i) {
      if (slides(i)) continue;
      const JointLimits& limits = arm_.joints()[static_cast<std::size_t>(i)].limits;
      const double nearest = std::round((near_[i] - start[i]) / kTurn);
      double least = std::ceil((limits.lower - lowest[i]) / kTurn),
             most = std::floor((limits.upper - highest[i]) / kTurn);
      if (least > most) {
        least = std::ceil((limits.lower - start[i]) / kTurn);
        most = std::floor((limits.upper - start[i]) / kTurn);
      }
      if (least > most) least = most = std::round((0.5 * (limits.lower + limits.upper) - start[i]) / kTurn);
      turned[i] = kTurn * std::clamp(nearest, least, most);
    }
    return turned;
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
  std::optional<Strength> strength_;
  std::mt19937 random_{1};  // fixed seed: repeatable results
  std::uniform_real_distribution<double> uniform_{0.0, 1.0};
};

}  // namespace

int overloaded_joint(const JointVector& weight, const JointVector& effort) noexcept {
  Eigen::Index joint = 0;
  return (weight.cwiseAbs() - effort).maxCoeff(&joint) > 0.0 ? static_cast<int>(joint) : -1;
}

PathReport check_path(const Arm& arm, const Frame& frame, const TaskPath& path, int parts,
                      double smallest_singular_value, const std::optional<JointVector>& near,
                      const std::optional<Strength>& strength) {
  const JointVector from = near.value_or(JointVector::Zero(arm.joint_count()));
  return PathCheck(arm, frame, path, std::max(1, parts), smallest_singular_value, from, strength).run();
}

PathReport check_point(const Arm& arm, const Frame& frame, const Pose& X_BF, double smallest_singular_value,
                       const std::optional<JointVector>& near) {
  PathReport report = check_path(arm, frame, {X_BF.p, X_BF.p, X_BF.R}, 1, smallest_singular_value, near);
  if (report.samples.size() > 1) report.samples.resize(1);
  return report;
}

}  // namespace limber
