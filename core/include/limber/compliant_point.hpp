/// @file
/// The points of a timed compliant-frame trajectory, as plain values: where the reference R shall be and when, and,
/// if a point asks for it, how fast, with which wrench and how compliant.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "limber/types.hpp"

namespace limber {

/// The compliance that a point asks for; what it leaves open comes from the parameters.
struct PointCompliance {
  std::optional<Matrix6> mass;       ///< kg, kg m², in C
  std::optional<Matrix6> damping;    ///< N s/m, N m s/rad, in C; the arm damping of the parameters is added to it
  std::optional<Matrix6> stiffness;  ///< N/m, N m/rad, in C

  /// Whether it asks for anything.
  bool any() const noexcept { return mass || damping || stiffness; }
};

/// One point of a trajectory.
struct CompliantPoint {
  double time_from_start = 0.0;         ///< s since the start; ascending from point to point
  Pose X_BR;                            ///< the reference R in the base
  std::optional<Vector6> twist;         ///< of R in the base, m/s, rad/s; absent: from the neighbours, 0 at either end
  std::optional<Vector6> acceleration;  ///< its rate, m/s², rad/s²; counts between two points that both give one
  std::optional<Vector6> wrench;        ///< F_control at C, in C: N, N m; absent: 0
  PointCompliance compliance;           ///< mass, damping, stiffness there
};

/// What a trajectory may be. What lies beyond is a typing error (millimetres, degrees, milliseconds), not a motion.
struct TrajectoryBounds {
  static constexpr std::size_t kMaxPoints = 100000;          ///< points
  static constexpr double kMaxDuration = 86400.0;            ///< s, time of the last point
  static constexpr double kMinGap = 1e-6;                    ///< s between neighbours
  static constexpr double kMaxPosition = 100.0;              ///< m, each coordinate
  static constexpr double kMaxLinearVelocity = 10.0;         ///< m/s, each axis; the mean between points
  static constexpr double kMaxAngularVelocity = 20.0;        ///< rad/s, each axis; the mean between points
  static constexpr double kMaxLinearAcceleration = 1000.0;   ///< m/s², each axis
  static constexpr double kMaxAngularAcceleration = 2000.0;  ///< rad/s², each axis
  static constexpr double kMaxForce = 1000.0;                ///< N, each axis of F_control
  static constexpr double kMaxTorque = 1000.0;               ///< N m, each axis of F_control
  /// rad between neighbours: near half a turn, which way round is a matter of rounding.
  static constexpr double kMaxTurn = 0.95 * 3.14159265358979323846;
  static constexpr double kRotationTolerance = 1e-6;  ///< of RᵀR from 1, and of a quaternion's length from 1
};

/// A trajectory that must not run, and why: one sentence.
class TrajectoryError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What is wrong with a trajectory: the point it is about and a sentence, `points[3].twist[0] is 12 m/s; …`.
struct PointProblem {
  std::size_t point;     ///< its index, from 0
  std::string sentence;  ///< what was found, and what is allowed
};

/// The first thing wrong with the points, whatever the parameters are; nothing if they may run. Not for the control
/// thread.
std::optional<PointProblem> find_problem(const std::vector<CompliantPoint>& points);

}  // namespace limber
