// Checks the points of a trajectory.
#include "limber/compliant_point.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "math/law_matrix.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

using Bounds = TrajectoryBounds;
using Sentence = std::optional<std::string>;

std::string name_of(std::size_t point, std::string_view key) { return fmt::format("points[{}].{}", point, key); }

struct SixRule {
  std::string_view key;
  std::string_view linear_noun, linear_unit;
  double linear_most;
  std::string_view angular_noun, angular_unit;
  double angular_most;
};

constexpr SixRule kTwist{
    "twist", "a speed", "m/s", Bounds::kMaxLinearVelocity, "an angular speed", "rad/s", Bounds::kMaxAngularVelocity};
constexpr SixRule kAcceleration{"acceleration",
                                "an acceleration",
                                "m/s²",
                                Bounds::kMaxLinearAcceleration,
                                "an angular acceleration",
                                "rad/s²",
                                Bounds::kMaxAngularAcceleration};
constexpr SixRule kWrench{"wrench", "a force", "N", Bounds::kMaxForce, "a torque", "N m", Bounds::kMaxTorque};

Sentence check_six(const std::optional<Vector6>& six, std::size_t point, const SixRule& rule) {
  for (int i = 0; six && i < 6; ++i) {
    const double value = (*six)[i];
    const double most = i < 3 ? rule.linear_most : rule.angular_most;
    if (std::abs(value) <= most) continue;
    return fmt::format("{}[{}] is {} {}; {} must be from {:g} to {:g}", name_of(point, rule.key), i, value,
                       i < 3 ? rule.linear_unit : rule.angular_unit, i < 3 ? rule.linear_noun : rule.angular_noun,
                       -most, most);
  }
  return std::nullopt;
}

Sentence check_time(const std::vector<CompliantPoint>& points, std::size_t i) {
  const double time = points[i].time_from_start;
  const std::string is = fmt::format("{} is {} s", name_of(i, "time_from_start"), time);
  if (!(time >= 0.0 && time <= Bounds::kMaxDuration)) {
    return fmt::format("{}; it must be from 0 to {:g}", is, Bounds::kMaxDuration);
  }
  if (i == 0) return std::nullopt;
  const double before = points[i - 1].time_from_start;
  if (time == before) return fmt::format("{}, the same as that of points[{}]; times must ascend", is, i - 1);
  if (time < before) return fmt::format("{}, before points[{}] at {} s; times must ascend", is, i - 1, before);
  if (time - before >= Bounds::kMinGap) return std::nullopt;
  return fmt::format("{}, {:g} s after points[{}]; there must be at least {:g} s between them", is, time - before,
                     i - 1, Bounds::kMinGap);
}

Sentence check_pose(const Pose& X, std::size_t point) {
  for (int i = 0; i < 3; ++i) {
    if (std::abs(X.p[i]) <= Bounds::kMaxPosition) continue;
    return fmt::format("{}[{}] is {} m; a position must be from {:g} to {:g}", name_of(point, "position"), i, X.p[i],
                       -Bounds::kMaxPosition, Bounds::kMaxPosition);
  }
  const double off = (X.R.transpose() * X.R - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!X.R.allFinite() || !(off <= Bounds::kRotationTolerance)) {
    return fmt::format(
        "{} is not a rotation: its axes deviate by {:g} from unit length and right angles; at most {:g} is allowed",
        name_of(point, "orientation"), off, Bounds::kRotationTolerance);
  }
  if (X.R.determinant() > 0.0) return std::nullopt;
  return fmt::format("{} is a mirror image: its determinant is {:.3g}; that of a rotation is 1",
                     name_of(point, "orientation"), X.R.determinant());
}

// Refuses neighbours that are too far apart for their times, or whose rotation is too large to have a unique direction.
Sentence check_step(const CompliantPoint& from, const CompliantPoint& to, std::size_t i) {
  const double gap = to.time_from_start - from.time_from_start;
  const double speed = (to.X_BR.p - from.X_BR.p).norm() / gap;
  const double turn = log_so3(Matrix3(to.X_BR.R * from.X_BR.R.transpose())).norm();
  const std::string step = fmt::format("points[{}] is {:g} s after points[{}] and", i, gap, i - 1);
  if (turn > Bounds::kMaxTurn) {
    return fmt::format(
        "{} turned by {:.4g} rad; neighbours must be at most {:.4g} rad (0.95 of half a turn) apart: put a point "
        "between them",
        step, turn, Bounds::kMaxTurn);
  }
  if (speed > Bounds::kMaxLinearVelocity) {
    return fmt::format("{} {:g} m away: {:g} m/s; a speed must be at most {:g}", step, speed * gap, speed,
                       Bounds::kMaxLinearVelocity);
  }
  if (turn / gap <= Bounds::kMaxAngularVelocity) return std::nullopt;
  return fmt::format("{} turned by {:g} rad: {:g} rad/s; an angular speed must be at most {:g}", step, turn, turn / gap,
                     Bounds::kMaxAngularVelocity);
}

Sentence check_rest(const CompliantPoint& last, std::size_t i) {
  const auto moves = [](const std::optional<Vector6>& six) { return six && !six->isZero(0.0); };
  if (!moves(last.twist) && !moves(last.acceleration)) return std::nullopt;
  const bool fast = moves(last.twist);
  return fmt::format("{} of the last point is [{}]; the last point must be at rest: leave it out or give 0",
                     name_of(i, fast ? "twist" : "acceleration"),
                     fmt::join(fast ? *last.twist : *last.acceleration, ", "));
}

// Remembers the last valid matrix of a kind: most points repeat it, and eigenvalues take time.
class MatrixCheck {
 public:
  explicit MatrixCheck(const LawMatrixRule& rule) : rule_(rule) {}

  Sentence operator()(const std::optional<Matrix6>& matrix, std::size_t point) {
    if (!matrix || (good_ && *good_ == *matrix)) return std::nullopt;
    if (const auto problem = find_problem(*matrix, name_of(point, rule_.key), rule_)) return problem->sentence;
    good_ = *matrix;
    return std::nullopt;
  }

 private:
  const LawMatrixRule& rule_;
  std::optional<Matrix6> good_;
};

class PointCheck {
 public:
  Sentence operator()(const std::vector<CompliantPoint>& points, std::size_t i) {
    const CompliantPoint& point = points[i];
    if (Sentence s = check_time(points, i)) return s;
    if (Sentence s = check_pose(point.X_BR, i)) return s;
    if (Sentence s = check_six(point.twist, i, kTwist)) return s;
    if (Sentence s = check_six(point.acceleration, i, kAcceleration)) return s;
    if (Sentence s = check_six(point.wrench, i, kWrench)) return s;
    if (Sentence s = mass_(point.compliance.mass, i)) return s;
    if (Sentence s = damping_(point.compliance.damping, i)) return s;
    if (Sentence s = stiffness_(point.compliance.stiffness, i)) return s;
    return i == 0 ? std::nullopt : check_step(points[i - 1], point, i);
  }

 private:
  MatrixCheck mass_{kMassRule}, damping_{kDampingRule}, stiffness_{kStiffnessRule};
};

}  // namespace

std::optional<PointProblem> find_problem(const std::vector<CompliantPoint>& points) {
  if (points.empty()) return PointProblem{0, "a trajectory without points; it needs at least one"};
  if (points.size() > Bounds::kMaxPoints) {
    return PointProblem{Bounds::kMaxPoints, fmt::format("a trajectory of {} points; at most {} are allowed",
                                                        points.size(), Bounds::kMaxPoints)};
  }
  PointCheck check;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (Sentence sentence = check(points, i)) return PointProblem{i, std::move(*sentence)};
  }
  const std::size_t last = points.size() - 1;
  if (Sentence sentence = check_rest(points[last], last)) return PointProblem{last, std::move(*sentence)};
  return std::nullopt;
}

}  // namespace limber
