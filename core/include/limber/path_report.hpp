/// @file
/// What was found of a straight path before anything moves: joints at each of its points, or why it is refused.
#pragma once

#include <string>
#include <vector>

#include "limber/types.hpp"

namespace limber {

/// One point of a path.
struct PathSample {
  double s = 0.0;                        ///< 0..1 along the path
  JointVector q;                         ///< rad or m
  JointVector margin;                    ///< to the nearer limit, rad or m; below 0 beyond it, infinite without one
  double smallest_singular_value = 0.0;  ///< of the task's Jacobian, m and rad mixed
};

/// What can be wrong with a path.
enum class PathProblem {
  kNone,         ///< it can be followed
  kUnreachable,  ///< no joints hold a point with its orientation
  kJointLimit,   ///< a joint would be beyond its limits
  kSingular,     ///< the smallest singular value is below min_manipulability_threshold
  kTooHeavy      ///< gravity alone needs more of a joint than its effort limit
};

/// The points that were found, and the first problem.
struct PathReport {
  std::vector<PathSample> samples;           ///< from s = 0 on; all of them if there is no problem
  PathProblem problem = PathProblem::kNone;  ///< the first that was found along the path
  double s = 0.0;                            ///< where it is, 0..1 along the path
  int joint = -1;                            ///< which joint, from 0, of a joint limit or a weight
  /// Distance from the point and its orientation (m and rad in one norm), joint position (rad or m), singular value, or
  /// N m (N of a slide).
  double value = 0.0;
  double limit = 0.0;    ///< what is allowed, in the same unit
  std::string sentence;  ///< the problem in words; empty without one

  /// Whether the path can be followed.
  explicit operator bool() const noexcept { return problem == PathProblem::kNone; }
};

}  // namespace limber
