/// @file
/// The points of a timed trajectory of the compliance frame, as plain values: poses of the reference R with their times
/// and, optionally, twist, wrench and compliance.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "limber/types.hpp"

namespace limber {

/// The compliance at a point; values that it does not give come from the parameters.
struct PointCompliance {
  std::optional<Matrix6> mass;       ///< kg, kg m², in C
  std::optional<Matrix6> damping;    ///< N s/m, N m s/rad, in C; the arm damping of the parameters is added to it
  std::optional<Matrix6> stiffness;  ///< N/m, N m/rad, in C

  /// Whether it gives any value.
  bool any() const noexcept { return mass || damping || stiffness; }
};

/// One point of a trajectory.
struct CompliantPoint {
  double time_from_start = 0.0;         ///< s since the start; increasing from point to point
  Pose X_BR;                            ///< the reference R in the base
  std::optional<Vector6> twist;         ///< of R in the base, m/s, rad/s; absent: from the neighbours, 0 at both ends
  std::optional<Vector6> acceleration;  ///< of R in the base, m/s², rad/s²; used between two points that both give one
  std::optional<Vector6> wrench;        ///< F_control at C, in C: N, N m; absent: 0
  PointCompliance compliance;           ///< mass, damping, stiffness at this point
};

/// Bounds of a trajectory. Larger values are typing errors (millimetres, degrees, milliseconds), not motions.
struct TrajectoryBounds {
  static constexpr std::size_t kMaxPoints = 100000;          ///< points
  static constexpr double kMaxDuration = 86400.0;            ///< s, time of the last point
  static constexpr double kMinGap = 1e-6;                    ///< s between neighbours
  static constexpr double kMaxPosition = 100.0;              ///< m, each coordinate
  static constexpr double kMaxLinearVelocity = 10.0;         ///< m/s, per axis; also of the mean between points
  static constexpr double kMaxAngularVelocity = 20.0;        ///< rad/s, per axis; also of the mean between points
  static constexpr double kMaxLinearAcceleration = 1000.0;   ///< m/s², each axis
  static constexpr double kMaxAngularAcceleration = 2000.0;  ///< rad/s², each axis
  static constexpr double kMaxForce = 1000.0;                ///< N, each axis of F_control
  static constexpr double kMaxTorque = 1000.0;               ///< N m, each axis of F_control
  /// rad between neighbours: near half a turn, rounding would decide the direction.
  static constexpr double kMaxTurn = 0.95 * 3.14159265358979323846;
  static constexpr double kRotationTolerance = 1e-6;  ///< of RᵀR from 1, and of the length of a quaternion from 1
};

/// A trajectory that must not run; the sentence says why.
class TrajectoryError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An error of a trajectory: the point, and a sentence such as `points[3].twist[0] is 12 m/s; …`.
struct PointProblem {
  std::size_t point;     ///< index, from 0
  std::string sentence;  ///< what was found, and what is allowed
};

/// The first error of the points, independent of the parameters; nothing if they may run. Not for the control thread.
std::optional<PointProblem> find_problem(const std::vector<CompliantPoint>& points);

}  // namespace limber
