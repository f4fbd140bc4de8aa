// Bounds of the inputs of a controller, and the sentences of its answers.
#include "controllers/input_checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "limber/compliant_point.hpp"

namespace limber {
namespace {

using MessageBounds = TrajectoryBounds;

// The first number of `values` that is not finite or beyond `limit`.
template <typename Values>
Answer within(const Values& values, const char* what, double limit, const char* unit, int first = 0) noexcept {
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const double value = values[i];
    if (std::abs(value) <= limit) continue;
    const Answer::Code code = std::isfinite(value) ? Answer::Code::kTooLarge : Answer::Code::kNotFinite;
    return {code, what, first + static_cast<int>(i), value, limit, unit};
  }
  return {};
}

Answer six_within(const Vector6& six, const char* what, double linear, const char* linear_unit, double angular,
                  const char* angular_unit) noexcept {
  const Answer head = within(six.head<3>(), what, linear, linear_unit);
  return head ? within(six.tail<3>(), what, angular, angular_unit, 3) : head;
}

Answer check_rotation(const Matrix3& R) noexcept {
  const char* const what = "desired pose: orientation";
  const double off = (R * R.transpose() - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!R.allFinite()) return {Answer::Code::kNotFinite, what, 0, R.sum(), 0.0, ""};
  if (off > MessageBounds::kRotationTolerance) {
    return {Answer::Code::kNoRotation, what, 0, off, MessageBounds::kRotationTolerance, ""};
  }
  if (R.determinant() < 0.0) return {Answer::Code::kMirrored, what, 0, R.determinant(), 1.0, ""};
  return {};
}

}  // namespace

std::string sentence(const Answer& a) {
  switch (a.code) {
    case Answer::Code::kTaken:
      return "taken";
    case Answer::Code::kInactive:
      return fmt::format("{}: refused, the controller is not active; activate it first and send again", a.what);
    case Answer::Code::kQueueFull:
      return fmt::format("{}: refused, {:.0f} wait already; send again when the controller has taken them", a.what,
                         a.value);
    case Answer::Code::kNotFinite:
      return fmt::format("{}[{}] is {}; it must be finite", a.what, a.index, a.value);
    case Answer::Code::kTooLarge:
      return fmt::format("{}[{}] is {:g} {}; its size must be at most {:g} {}", a.what, a.index, a.value, a.unit,
                         a.limit, a.unit);
    case Answer::Code::kNoRotation:
      return fmt::format("{} is no rotation: it is {:g} off unit length and right angles; at most {:g} is allowed",
                         a.what, a.value, a.limit);
    case Answer::Code::kOutOfReach:
      return fmt::format("{} is at least {:.3g} {} out of reach; the arm reaches {:.3g} {} from its first joint",
                         a.what, a.value, a.unit, a.limit, a.unit);
    case Answer::Code::kMirrored:
      return fmt::format("{} is a mirror image: its determinant is {:.3g}; that of a rotation is 1", a.what, a.value);
  }
  return "";
}

Answer check_in_reach(const ReachSphere& reach, const Vector3& p_BR) noexcept {
  constexpr double kReachRounding = 1e-3;  // m
  const double beyond = outside(reach, p_BR);
  if (beyond <= kReachRounding) return {};
  return {Answer::Code::kOutOfReach, "desired pose: position", 0, beyond, reach.radius, "m"};
}

Answer check_target(const ReferenceSample& target) noexcept {
  using B = MessageBounds;
  if (const Answer a = within(target.X_BR.p, "desired pose: position", B::kMaxPosition, "m"); !a) return a;
  if (const Answer a = check_rotation(target.X_BR.R); !a) return a;
  const Answer twist =
      six_within(target.twist, "desired pose: twist", B::kMaxLinearVelocity, "m/s", B::kMaxAngularVelocity, "rad/s");
  if (!twist) return twist;
  return six_within(target.acceleration, "desired pose: acceleration", B::kMaxLinearAcceleration, "m/s²",
                    B::kMaxAngularAcceleration, "rad/s²");
}

Answer check_quaternion(const Quaternion& q) noexcept {
  const char* const what = "desired pose: quaternion";
  const double off = std::abs(q.norm() - 1.0);
  if (!q.coeffs().allFinite()) return {Answer::Code::kNotFinite, what, 0, q.norm(), 0.0, ""};
  if (off <= MessageBounds::kRotationTolerance) return {};
  return {Answer::Code::kNoRotation, what, 0, off, MessageBounds::kRotationTolerance, ""};
}

Answer check_control_wrench(const Vector6& F_C) noexcept {
  return six_within(F_C, "control wrench", MessageBounds::kMaxForce, "N", MessageBounds::kMaxTorque, "N m");
}

}  // namespace limber
